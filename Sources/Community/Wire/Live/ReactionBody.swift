/// Adds or takes away a reaction; any other field is refused.
package struct ReactionBody: Sendable, Hashable {
    package var emoji: String

    package init(emoji: String) {
        self.emoji = emoji
    }
}

extension ReactionBody: Codable {
    private enum Key: String, CodingKey, CaseIterable { case emoji }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownFields(besides: Key.self)
        let fields = try WireReader<Key>(decoder)
        emoji = try fields.value(.emoji)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(emoji, .emoji)
    }
}
