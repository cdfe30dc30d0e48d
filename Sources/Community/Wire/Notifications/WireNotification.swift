/// Something a member should know of.
package struct WireNotification: Sendable, Hashable {
    package var notificationId: String
    package var kind: NotificationKind
    package var threadId: String?
    package var messageId: String?
    package var text: ServerText
    package var createdAt: Timestamp
    package var readAt: Timestamp?

    package init(
        notificationId: String,
        kind: NotificationKind = .notice,
        threadId: String? = nil,
        messageId: String? = nil,
        text: ServerText,
        createdAt: Timestamp,
        readAt: Timestamp? = nil
    ) {
        self.notificationId = notificationId
        self.kind = kind
        self.threadId = threadId
        self.messageId = messageId
        self.text = text
        self.createdAt = createdAt
        self.readAt = readAt
    }
}

extension WireNotification: Codable {
    private enum Key: String, CodingKey { case notificationId, kind, threadId, messageId, text, createdAt, readAt }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        notificationId = try fields.identifier(.notificationId)
        kind = try fields.valueIfPresent(.kind) ?? .notice
        threadId = try fields.identifierIfPresent(.threadId)
        messageId = try fields.identifierIfPresent(.messageId)
        text = try fields.value(.text)
        createdAt = try fields.value(.createdAt)
        readAt = try fields.valueIfPresent(.readAt)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(notificationId, .notificationId)
        try fields.value(kind, .kind)
        try fields.identifier(threadId, .threadId)
        try fields.identifier(messageId, .messageId)
        try fields.value(text, .text)
        try fields.value(createdAt, .createdAt)
        try fields.value(readAt, .readAt)
    }
}
