/// One emoji under a message, and how many members chose it.
package struct WireReaction: Sendable, Hashable {
    package var emoji: String
    package var count: Int
    package var reactedByMe: Bool

    package init(emoji: String, count: Int, reactedByMe: Bool = false) {
        self.emoji = emoji
        self.count = count
        self.reactedByMe = reactedByMe
    }
}

extension WireReaction: Codable {
    private enum Key: String, CodingKey { case emoji, count, reactedByMe }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        emoji = try fields.value(.emoji)
        count = try fields.count(.count)
        reactedByMe = try fields.booleanIfPresent(.reactedByMe) ?? false
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(emoji, .emoji)
        try fields.integer(count, .count)
        try fields.value(reactedByMe, .reactedByMe)
    }
}
