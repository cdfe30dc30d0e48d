/// A message. A deleted one keeps its place, with empty content and `deletedAt`.
package struct WireMessage: Sendable, Hashable {
    /// Grows with time within a server.
    package var messageId: String
    package var threadId: String
    package var senderId: String
    package var senderName: String
    package var content: String
    package var type: MessageType
    package var files: [WireFile]
    package var mentions: [WireMention]
    package var replyTo: WireReplyTarget?
    package var reactions: [WireReaction]
    /// The sender's own name for it, a lower-case UUID.
    package var clientMessageId: String?
    package var createdAt: Timestamp
    package var editedAt: Timestamp?
    package var deletedAt: Timestamp?

    package init(
        messageId: String,
        threadId: String,
        senderId: String,
        senderName: String = "",
        content: String = "",
        type: MessageType = .text,
        files: [WireFile] = [],
        mentions: [WireMention] = [],
        replyTo: WireReplyTarget? = nil,
        reactions: [WireReaction] = [],
        clientMessageId: String? = nil,
        createdAt: Timestamp,
        editedAt: Timestamp? = nil,
        deletedAt: Timestamp? = nil
    ) {
        self.messageId = messageId
        self.threadId = threadId
        self.senderId = senderId
        self.senderName = senderName
        self.content = content
        self.type = type
        self.files = files
        self.mentions = mentions
        self.replyTo = replyTo
        self.reactions = reactions
        self.clientMessageId = clientMessageId
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.deletedAt = deletedAt
    }
}

extension WireMessage: Codable {
    private enum Key: String, CodingKey {
        case messageId, threadId, senderId, senderName, content, type, files, mentions, replyTo, reactions,
            clientMessageId, createdAt, editedAt, deletedAt
    }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        messageId = try fields.identifier(.messageId)
        threadId = try fields.identifier(.threadId)
        senderId = try fields.identifier(.senderId)
        senderName = try fields.valueIfPresent(.senderName) ?? ""
        content = try fields.valueIfPresent(.content) ?? ""
        type = try fields.valueIfPresent(.type) ?? .text
        files = try fields.list(.files)
        mentions = try fields.list(.mentions)
        replyTo = try fields.valueIfPresent(.replyTo)
        reactions = try fields.list(.reactions)
        clientMessageId = try fields.identifierIfPresent(.clientMessageId)
        createdAt = try fields.value(.createdAt)
        editedAt = try fields.valueIfPresent(.editedAt)
        deletedAt = try fields.valueIfPresent(.deletedAt)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(messageId, .messageId)
        try fields.identifier(threadId, .threadId)
        try fields.identifier(senderId, .senderId)
        try fields.value(senderName, .senderName)
        try fields.value(content, .content)
        try fields.value(type, .type)
        try fields.value(files, .files)
        try fields.value(mentions, .mentions)
        try fields.value(replyTo, .replyTo)
        try fields.value(reactions, .reactions)
        try fields.value(clientMessageId, .clientMessageId)
        try fields.value(createdAt, .createdAt)
        try fields.value(editedAt, .editedAt)
        try fields.value(deletedAt, .deletedAt)
    }
}
