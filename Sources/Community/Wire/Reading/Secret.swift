/// A password, a code or a token: text that no log, error or dump shows.
package struct Secret: Sendable, Hashable {
    /// The text itself, for the one place that needs it.
    package let revealed: String

    package init(_ text: String) {
        revealed = text
    }
}

extension Secret: Codable {
    package init(from decoder: any Decoder) throws {
        // A code of digits may come as a number.
        self.init(try WireIdentifier(from: decoder).value)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(revealed)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
