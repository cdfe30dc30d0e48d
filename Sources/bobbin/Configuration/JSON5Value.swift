import FoundationEssentials

/// Any value of the configuration file.
enum JSON5Value: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSON5Value])
    case object([String: JSON5Value])
    /// What the decoder can't read, such as a text with a wrong escape; it costs this value alone.
    case unreadable

    /// Decodes a text; nil when it is not JSON5.
    init?(json5 text: [UInt8]) {
        // The decoder traps on a name without quotes that is not UTF-8.
        guard String(validating: text, as: UTF8.self) != nil else { return nil }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        guard let value = try? decoder.decode(JSON5Value.self, from: Data(text)) else { return nil }
        self = value
    }

    /// What it is, for a sentence.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text: "a text"
        case .array: "a list"
        case .object: "an object"
        case .unreadable: "something unreadable"
        }
    }
}

extension JSON5Value: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let elements = try? container.decode([JSON5Value].self) {
            self = .array(elements)
        } else if let members = try? container.decode([String: JSON5Value].self) {
            self = .object(members)
        } else {
            self = .unreadable
        }
    }
}
