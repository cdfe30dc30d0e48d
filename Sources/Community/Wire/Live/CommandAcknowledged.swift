/// A hint that a command was taken; only the event it causes proves it.
package struct CommandAcknowledged: Sendable, Hashable {
    package var commandId: String
    package var messageId: String?
    package var clientMessageId: String?
    /// The message was there already.
    package var deduplicated: Bool

    package init(
        commandId: String,
        messageId: String? = nil,
        clientMessageId: String? = nil,
        deduplicated: Bool = false
    ) {
        self.commandId = commandId
        self.messageId = messageId
        self.clientMessageId = clientMessageId
        self.deduplicated = deduplicated
    }
}

extension CommandAcknowledged: Codable {
    private enum Key: String, CodingKey { case commandId, messageId, clientMessageId, deduplicated }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        commandId = try fields.identifier(.commandId)
        messageId = try fields.identifierIfPresent(.messageId)
        clientMessageId = try fields.identifierIfPresent(.clientMessageId)
        deduplicated = try fields.booleanIfPresent(.deduplicated) ?? false
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(commandId, .commandId)
        try fields.identifier(messageId, .messageId)
        try fields.value(clientMessageId, .clientMessageId)
        try fields.value(deduplicated, .deduplicated)
    }
}
