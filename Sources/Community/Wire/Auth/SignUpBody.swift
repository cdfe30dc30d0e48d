/// Opens an account.
package struct SignUpBody: Sendable, Hashable {
    package var email: String
    package var password: Secret
    package var name: String

    package init(email: String, password: Secret, name: String) {
        self.email = email
        self.password = password
        self.name = name
    }
}

extension SignUpBody: Codable {
    private enum Key: String, CodingKey { case email, password, name }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        email = try fields.value(.email)
        password = try fields.value(.password)
        name = try fields.value(.name)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(email, .email)
        try fields.value(password, .password)
        try fields.value(name, .name)
    }
}
