/// Reads JSON as chat messages have it, several times faster than the decoder of Foundation: strings, whole numbers, and
/// what holds them. It gives up at everything else, valid or not, and leaves that to Foundation.
struct PlainJSONReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The one value that the bytes are.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        var reader = PlainJSONReader(bytes)
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipBlanks()
        return reader.position == bytes.count ? value : nil
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipBlanks()
        switch next {
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "{") where depth < JSONValue.deepestNesting: return object(depth: depth + 1)
        case UInt8(ascii: "[") where depth < JSONValue.deepestNesting: return array(depth: depth + 1)
        case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where bytes[position + index] != word.utf8Start[index] { return false }
        position = end
        return true
    }

    /// A whole number of at most 18 digits.
    private mutating func number() -> JSONValue? {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        let first = position
        var number: Int64 = 0
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), position - first < 19 {
            number = number &* 10 &+ Int64(byte - UInt8(ascii: "0"))
            position += 1
        }
        let digits = position - first
        guard (1...18).contains(digits), digits == 1 || bytes[first] != UInt8(ascii: "0"),
            next != UInt8(ascii: "."), next != UInt8(ascii: "e"), next != UInt8(ascii: "E"), start < position
        else { return nil }
        return .number(String(isNegative ? -number : number))
    }

    private mutating func array(depth: Int) -> JSONValue? {
        position += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while let element = value(depth: depth) {
            elements.append(element)
            skipBlanks()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
        return nil
    }

    private mutating func object(depth: Int) -> JSONValue? {
        position += 1
        var members: [String: JSONValue] = [:]
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\""), let name = string() else { return nil }
            skipBlanks()
            // Of a repeated name Foundation decides which counts.
            guard take(UInt8(ascii: ":")), let member = value(depth: depth),
                members.updateValue(member, forKey: name) == nil
            else { return nil }
            skipBlanks()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }
}

// MARK: Strings
extension PlainJSONReader {
    private mutating func string() -> String? {
        position += 1
        let start = position
        while let byte = next, byte >= 0x20 {
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return String(validating: bytes[start..<position], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return stringWithEscapes(from: start) }
            position += 1
        }
        return nil
    }

    private mutating func stringWithEscapes(from start: Int) -> String? {
        var text = Array(bytes[start..<position])
        while let byte = next, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"): guard takeEscape(into: &text) else { return nil }
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func takeEscape(into text: inout [UInt8]) -> Bool {
        guard let byte = next else { return false }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"):
            guard let scalar = escapedScalar() else { return false }
            text += Array(String(Character(scalar)).utf8)
        default: return false
        }
        return true
    }

    /// What stands behind `\u`, with the other half behind it where it is one of two.
    private mutating func escapedScalar() -> Unicode.Scalar? {
        guard let first = hexadecimal() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let second = hexadecimal(),
            (0xDC00..<0xE000).contains(second)
        else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        position += 4
        return value
    }
}
