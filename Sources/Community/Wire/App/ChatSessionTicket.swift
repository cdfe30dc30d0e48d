/// A short-lived ticket that stands for the access token in CONNECT.
package struct ChatSessionTicket: Sendable, Hashable {
    package var token: Secret
    /// In seconds.
    package var expiresIn: Int

    package init(token: Secret, expiresIn: Int) {
        self.token = token
        self.expiresIn = expiresIn
    }
}

extension ChatSessionTicket: Codable {
    private enum Key: String, CodingKey { case token, expiresIn }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        token = try fields.value(.token)
        expiresIn = try fields.integer(.expiresIn)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(token, .token)
        try fields.integer(expiresIn, .expiresIn)
    }
}
