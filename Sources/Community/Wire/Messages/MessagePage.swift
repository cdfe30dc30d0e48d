/// A page of messages, newest first.
package struct MessagePage: Sendable, Hashable {
    package var messages: [WireMessage]
    package var hasMore: Bool
    /// The `before` of the next, older page.
    package var nextBefore: String?

    package init(messages: [WireMessage] = [], hasMore: Bool = false, nextBefore: String? = nil) {
        self.messages = messages
        self.hasMore = hasMore
        self.nextBefore = nextBefore
    }
}

extension MessagePage: Codable {
    private enum Key: String, CodingKey { case messages, hasMore, nextBefore }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        messages = try fields.list(.messages)
        hasMore = try fields.booleanIfPresent(.hasMore) ?? false
        nextBefore = try fields.identifierIfPresent(.nextBefore)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(messages, .messages)
        try fields.value(hasMore, .hasMore)
        try fields.identifier(nextBefore, .nextBefore)
    }
}
