/// A sentence from the server for a person: on the wire a string, or an object with its locale.
package struct ServerText: Sendable, Hashable {
    /// The sentence.
    package var text: String
    /// The language it is in, where the server says so.
    package var locale: String?

    package init(_ text: String, locale: String? = nil) {
        self.text = text
        self.locale = locale
    }
}

extension ServerText: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(value)
    }
}

extension ServerText: Codable {
    private enum Key: String, CodingKey { case locale, text }

    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(text)
            return
        }
        let fields = try WireReader<Key>(decoder)
        self.init(try fields.value(.text), locale: try fields.valueIfPresent(.locale))
    }

    package func encode(to encoder: any Encoder) throws {
        guard let locale else {
            var container = encoder.singleValueContainer()
            return try container.encode(text)
        }
        var fields = WireWriter<Key>(encoder)
        try fields.value(locale, .locale)
        try fields.value(text, .text)
    }
}
