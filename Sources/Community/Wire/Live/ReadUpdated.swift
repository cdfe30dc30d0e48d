/// A member has read up to a message.
package struct ReadUpdated: Sendable, Hashable {
    package var memberId: String
    package var lastReadMessageId: String

    package init(memberId: String, lastReadMessageId: String) {
        self.memberId = memberId
        self.lastReadMessageId = lastReadMessageId
    }
}

extension ReadUpdated: Codable {
    private enum Key: String, CodingKey { case memberId, lastReadMessageId }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        memberId = try fields.identifier(.memberId)
        lastReadMessageId = try fields.identifier(.lastReadMessageId)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(memberId, .memberId)
        try fields.identifier(lastReadMessageId, .lastReadMessageId)
    }
}
