/// The code was right.
package struct CodeVerified: Sendable, Hashable {
    package var verificationToken: Secret

    package init(verificationToken: Secret) {
        self.verificationToken = verificationToken
    }
}

extension CodeVerified: Codable {
    private enum Key: String, CodingKey { case verificationToken }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        verificationToken = try fields.value(.verificationToken)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(verificationToken, .verificationToken)
    }
}
