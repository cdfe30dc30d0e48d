/// Shows that the code has arrived.
package struct VerifyCodeBody: Sendable, Hashable {
    package var phoneNumber: String
    package var code: Secret

    package init(phoneNumber: String, code: Secret) {
        self.phoneNumber = phoneNumber
        self.code = code
    }
}

extension VerifyCodeBody: Codable {
    private enum Key: String, CodingKey { case phoneNumber, code }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        phoneNumber = try fields.value(.phoneNumber)
        code = try fields.value(.code)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(phoneNumber, .phoneNumber)
        try fields.value(code, .code)
    }
}
