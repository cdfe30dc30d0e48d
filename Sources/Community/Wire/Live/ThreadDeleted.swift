/// A thread is gone.
package struct ThreadDeleted: Sendable, Hashable {
    package var threadId: String
    package var deletedAt: Timestamp?

    package init(threadId: String, deletedAt: Timestamp? = nil) {
        self.threadId = threadId
        self.deletedAt = deletedAt
    }
}

extension ThreadDeleted: Codable {
    private enum Key: String, CodingKey { case threadId, deletedAt }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        threadId = try fields.identifier(.threadId)
        deletedAt = try fields.valueIfPresent(.deletedAt)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(threadId, .threadId)
        try fields.value(deletedAt, .deletedAt)
    }
}
