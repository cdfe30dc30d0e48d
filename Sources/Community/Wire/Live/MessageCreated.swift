/// A new message; what proves that one's own has arrived.
package struct MessageCreated: Sendable, Hashable {
    package var message: WireMessage
    package var clientMessageId: String?

    package init(message: WireMessage, clientMessageId: String? = nil) {
        self.message = message
        self.clientMessageId = clientMessageId
    }
}

extension MessageCreated: Codable {
    private enum Key: String, CodingKey { case message, clientMessageId }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        message = try fields.value(.message)
        clientMessageId = try fields.identifierIfPresent(.clientMessageId)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(message, .message)
        try fields.value(clientMessageId, .clientMessageId)
    }
}
