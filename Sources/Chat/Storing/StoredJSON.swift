import FoundationEssentials

/// What only the conversation understands of a stored value, as JSON. Each reader takes what it knows and leaves the
/// rest: a later version may have written more.
enum StoredJSON {
    /// The bytes of a value; empty when it has none.
    static func write(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }

    /// The value of bytes; nil when they are no JSON object.
    static func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
        bytes.isEmpty ? nil : try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

extension KeyedDecodingContainer {
    /// What stands under a key; nil when it is missing or something else than expected.
    func tolerant<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// The elements under a key that can be read.
    func tolerantList<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [Element] {
        tolerant(key, as: [Tolerant<Element>].self)?.compactMap(\.value) ?? []
    }
}

/// An element that may be something else than expected.
private struct Tolerant<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}
