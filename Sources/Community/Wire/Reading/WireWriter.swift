/// Writes the fields of one JSON object in the form chosen for the text; nil leaves a field out.
struct WireWriter<Key: CodingKey> {
    private var container: KeyedEncodingContainer<Key>
    private let form: WireForm

    init(_ encoder: any Encoder, keyedBy type: Key.Type = Key.self) {
        container = encoder.container(keyedBy: type)
        form = encoder.wireForm
    }

    mutating func value<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        try container.encodeIfPresent(value, forKey: key)
    }

    mutating func integer(_ value: Int?, _ key: Key) throws {
        guard let value else { return }
        switch form {
        case .numbers: try container.encode(value, forKey: key)
        case .strings: try container.encode(String(value), forKey: key)
        }
    }

    mutating func identifier(_ value: String?, _ key: Key) throws {
        try container.encodeIfPresent(value.map(WireIdentifier.init(_:)), forKey: key)
    }

    mutating func identifiers(_ values: [String]?, _ key: Key) throws {
        try container.encodeIfPresent(values?.map(WireIdentifier.init(_:)), forKey: key)
    }
}
