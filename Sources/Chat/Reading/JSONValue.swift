import FoundationEssentials

/// Any JSON value; numbers keep their digits, so that a 64-bit identifier stays what it is.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Containers inside one another above this are not read: what is deeper is no chat message.
    static let deepestNesting = 64

    /// Reads an object or array; nil when the bytes are anything else.
    init?(document: Data) {
        guard let first = document.first(where: { !$0.isJSONSpace }), first == .openBrace || first == .openBracket
        else { return nil }
        if let value = PlainJSONReader.read(Array(document)) {
            self = value
        } else {
            self.init(unusual: document, first: first)
        }
    }

    /// Reads what is written in no usual way, by Foundation.
    init?(unusual document: Data, first: UInt8) {
        guard !JSONValue.isTooDeep(document) else { return nil }
        let decoder = JSONDecoder()
        if first == .openBrace {
            guard let members = try? decoder.decode([String: JSONValue].self, from: document) else { return nil }
            self = .object(members)
        } else {
            guard let elements = try? decoder.decode([JSONValue].self, from: document) else { return nil }
            self = .array(elements)
        }
    }

    private static func isTooDeep(_ document: Data) -> Bool {
        var depth = 0
        var walk = JSONStringTracker()
        for byte in document where !walk.isInsideString(at: byte) {
            if byte == .openBrace || byte == .openBracket {
                depth += 1
                if depth > deepestNesting { return true }
            } else if byte == .closeBrace || byte == .closeBracket {
                depth -= 1
            }
        }
        return false
    }

    /// A string or a number as text; nil for everything else.
    var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object: nil
        }
    }

    /// The document without the blanks between its tokens, its members in the order they came.
    static func compact(_ document: Data) -> String {
        var walk = JSONStringTracker()
        var kept: [UInt8] = []
        kept.reserveCapacity(document.count)
        for byte in document where walk.isInsideString(at: byte) || !byte.isJSONSpace { kept.append(byte) }
        return String(decoding: kept, as: UTF8.self)
    }
}

extension JSONValue: Decodable {
    // The order is that of likelihood: each wrong guess costs the decoder an error.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let number = try? container.decode(Int64.self) {
            self = .number(String(number))
        } else if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else if let number = try? container.decode(Decimal.self) {
            self = .number(number.description)
        } else {
            self = .number(String(try container.decode(Double.self)))
        }
    }
}

/// Tells bytes inside string literals from those between tokens.
private struct JSONStringTracker {
    private var isInside = false
    private var isEscaped = false

    /// Takes the next byte; true for the quotes and whatever is between them.
    mutating func isInsideString(at byte: UInt8) -> Bool {
        guard isInside else {
            isInside = byte == .quote
            return isInside
        }
        if isEscaped {
            isEscaped = false
        } else if byte == .backslash {
            isEscaped = true
        } else if byte == .quote {
            isInside = false
        }
        return true
    }
}

extension UInt8 {
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let openBrace = UInt8(ascii: "{")
    fileprivate static let closeBrace = UInt8(ascii: "}")
    fileprivate static let openBracket = UInt8(ascii: "[")
    fileprivate static let closeBracket = UInt8(ascii: "]")

    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
