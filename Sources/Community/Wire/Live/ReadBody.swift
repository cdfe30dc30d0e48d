/// Moves the reader's watermark.
package struct ReadBody: Sendable, Hashable {
    package var lastReadMessageId: String

    package init(lastReadMessageId: String) {
        self.lastReadMessageId = lastReadMessageId
    }
}

extension ReadBody: Codable {
    private enum Key: String, CodingKey { case lastReadMessageId }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        lastReadMessageId = try fields.identifier(.lastReadMessageId)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(lastReadMessageId, .lastReadMessageId)
    }
}
