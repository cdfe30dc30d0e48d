/// Reads the fields of one JSON object with the freedoms the contract gives a sender.
///
/// A field that is absent or null takes the alternative given; one that is there and can't be read is an error that
/// names its path.
struct WireReader<Key: CodingKey> {
    private let container: KeyedDecodingContainer<Key>

    init(_ decoder: any Decoder, keyedBy type: Key.Type = Key.self) throws {
        container = try decoder.container(keyedBy: type)
    }

    func value<Value: Decodable>(_ key: Key) throws -> Value {
        try container.decode(Value.self, forKey: key)
    }

    func valueIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
        try container.decodeIfPresent(Value.self, forKey: key)
    }

    func integer(_ key: Key) throws -> Int {
        try container.decode(WireInteger.self, forKey: key).value
    }

    func integerIfPresent(_ key: Key) throws -> Int? {
        try container.decodeIfPresent(WireInteger.self, forKey: key)?.value
    }

    /// How many there are of something. What no server can have is cut, so that sums of it hold.
    func countIfPresent(_ key: Key) throws -> Int? {
        try integerIfPresent(key).map { min(max(0, $0), Int(Int32.max)) }
    }

    func count(_ key: Key) throws -> Int {
        min(max(0, try integer(key)), Int(Int32.max))
    }

    func identifier(_ key: Key) throws -> String {
        try container.decode(WireIdentifier.self, forKey: key).value
    }

    /// An identifier; absent, null and empty are the same here.
    func identifierIfPresent(_ key: Key) throws -> String? {
        if let text = try? container.decodeIfPresent(String.self, forKey: key), text.isEmpty { return nil }
        return try container.decodeIfPresent(WireIdentifier.self, forKey: key)?.value
    }

    func boolean(_ key: Key) throws -> Bool {
        try container.decode(WireBoolean.self, forKey: key).value
    }

    func booleanIfPresent(_ key: Key) throws -> Bool? {
        try container.decodeIfPresent(WireBoolean.self, forKey: key)?.value
    }

    /// A list whose broken elements are dropped; empty when absent.
    func list<Element: Decodable>(_ key: Key) throws -> [Element] {
        try container.decodeIfPresent(WireList<Element>.self, forKey: key)?.elements ?? []
    }

    func listIfPresent<Element: Decodable>(_ key: Key) throws -> [Element]? {
        try container.decodeIfPresent(WireList<Element>.self, forKey: key)?.elements
    }

    /// A list of identifiers; a broken one is an error here, because leaving out a person is not what was asked for.
    func identifiers(_ key: Key) throws -> [String] {
        try container.decode([WireIdentifier].self, forKey: key).map(\.value)
    }

    func identifiersIfPresent(_ key: Key) throws -> [String]? {
        try container.decodeIfPresent([WireIdentifier].self, forKey: key)?.map(\.value)
    }
}

/// The fields of an object, whatever they are called.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Refuses fields other than those named, where the contract has the receiver do so.
    func refuseUnknownFields<Key: CodingKey & CaseIterable>(besides keys: Key.Type) throws {
        let known = Set(keys.allCases.map(\.stringValue))
        let container = try container(keyedBy: AnyKey.self)
        for key in container.allKeys where !known.contains(key.stringValue) {
            throw WireFault(path: WireFault.path(container.codingPath + [key]), problem: .unknownField)
        }
    }
}
