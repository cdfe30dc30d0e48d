/// Reads the little JSON there is in SockJS frames (RFC 8259): strings, an array of them, a number and a string.
struct JSONTextReader {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        position = start
    }

    /// An array of strings.
    mutating func texts() -> [[UInt8]]? {
        guard take("[") else { return nil }
        if take("]") { return [] }
        var texts: [[UInt8]] = []
        repeat {
            guard let text = text() else { return nil }
            texts.append(text)
        } while take(",")
        return take("]") ? texts : nil
    }

    /// An array of a number from 0 to 65,535 and a string.
    mutating func numberAndText() -> (UInt16, [UInt8])? {
        guard take("["), let number = number(), take(","), let text = text(), take("]") else { return nil }
        return (number, text)
    }

    /// A string, its escapes undone, in UTF-8. Half a surrogate pair becomes U+FFFD.
    mutating func text() -> [UInt8]? {
        guard take("\"") else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count - position)
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"): guard readEscape(into: &text) else { return nil }
            // RFC 8259 §7: what is below U+0020 must be escaped.
            case ..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    /// Whether nothing but blanks follows.
    mutating func isAtEnd() -> Bool {
        skipBlanks()
        return position == bytes.count
    }

    // MARK: Parts

    private mutating func readEscape(into text: inout [UInt8]) -> Bool {
        guard position < bytes.count else { return false }
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            guard let unit = unit() else { return false }
            text += Array(String(scalar(beginningWith: unit)).utf8)
        default: return false
        }
        return true
    }

    /// The scalar of one code unit of UTF-16, or of two.
    private mutating func scalar(beginningWith unit: UInt32) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard (0xD800...0xDBFF).contains(unit) else { return Unicode.Scalar(unit) ?? replacement }
        let start = position
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return replacement }
        position += 2
        guard let low = self.unit(), (0xDC00...0xDFFF).contains(low) else {
            position = start
            return replacement
        }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? replacement
    }

    private mutating func unit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            value = value << 4 + UInt32(digit)
        }
        position += 4
        return value
    }

    private mutating func number() -> UInt16? {
        skipBlanks()
        var value = 0
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 6 {
            value = value * 10 + Int(bytes[position] - 0x30)
            position += 1
        }
        return position > start ? UInt16(exactly: value) : nil
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard position < bytes.count, UInt32(bytes[position]) == mark.value else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }
}
