/// Signs in with e-mail and password.
package struct LoginBody: Sendable, Hashable {
    package var email: String
    package var password: Secret

    package init(email: String, password: Secret) {
        self.email = email
        self.password = password
    }
}

extension LoginBody: Codable {
    private enum Key: String, CodingKey { case email, password }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        email = try fields.value(.email)
        password = try fields.value(.password)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(email, .email)
        try fields.value(password, .password)
    }
}
