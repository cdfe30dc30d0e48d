/// The body of a new message.
package struct SendMessageBody: Sendable, Hashable {
    /// A lower-case UUID, chosen once a message; repeating it is harmless.
    package var clientMessageId: String
    package var content: String
    /// Files uploaded before, at most 5 images and 10 in all.
    package var fileMetadataIds: [String]
    package var replyToId: String?
    package var mentionedMemberIds: [String]
    package var type: MessageType

    package init(
        clientMessageId: String,
        content: String,
        fileMetadataIds: [String] = [],
        replyToId: String? = nil,
        mentionedMemberIds: [String] = [],
        type: MessageType = .text
    ) {
        self.clientMessageId = clientMessageId
        self.content = content
        self.fileMetadataIds = fileMetadataIds
        self.replyToId = replyToId
        self.mentionedMemberIds = mentionedMemberIds
        self.type = type
    }
}

extension SendMessageBody: Codable {
    private enum Key: String, CodingKey {
        case clientMessageId, content, fileMetadataIds, replyToId, mentionedMemberIds, type
    }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        clientMessageId = try fields.identifier(.clientMessageId)
        content = try fields.value(.content)
        fileMetadataIds = try fields.identifiersIfPresent(.fileMetadataIds) ?? []
        replyToId = try fields.identifierIfPresent(.replyToId)
        mentionedMemberIds = try fields.identifiersIfPresent(.mentionedMemberIds) ?? []
        type = try fields.valueIfPresent(.type) ?? .text
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(clientMessageId, .clientMessageId)
        try fields.value(content, .content)
        try fields.value(fileMetadataIds, .fileMetadataIds)
        try fields.identifier(replyToId, .replyToId)
        try fields.identifiers(mentionedMemberIds, .mentionedMemberIds)
        try fields.value(type, .type)
    }
}
