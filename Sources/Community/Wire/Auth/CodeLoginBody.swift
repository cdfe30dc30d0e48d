/// Signs in with a verified phone number.
package struct CodeLoginBody: Sendable, Hashable {
    package var phoneNumber: String
    package var verificationToken: Secret

    package init(phoneNumber: String, verificationToken: Secret) {
        self.phoneNumber = phoneNumber
        self.verificationToken = verificationToken
    }
}

extension CodeLoginBody: Codable {
    private enum Key: String, CodingKey { case phoneNumber, verificationToken }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        phoneNumber = try fields.value(.phoneNumber)
        verificationToken = try fields.value(.verificationToken)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(phoneNumber, .phoneNumber)
        try fields.value(verificationToken, .verificationToken)
    }
}
