/// The few rules of HTTP's grammar that an opening handshake needs (RFC 9110 §5).
enum HTTPSyntax {
    /// Whether a byte may stand in a token (RFC 9110 §5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E:
            // ! # $ % & ' * + - . ^ _ ` | ~
            true
        default:
            false
        }
    }

    /// Whether a byte may stand in a field value: anything but controls, tab excepted (RFC 9110 §5.5).
    static func isFieldValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\t") || byte >= 0x20 && byte != 0x7F
    }

    /// `text` without spaces and tabs around it.
    static func trim(_ text: some StringProtocol) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var rest = Substring(text)
        while let first = rest.first, isSpace(first) { rest.removeFirst() }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }

    /// The trimmed parts of `text` between separators that are not inside a quoted string.
    static func split(_ text: String, at separator: Character) -> [String] {
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == separator, !isQuoted {
                parts.append(trim(part))
                part = ""
                continue
            }
            if isEscaped {
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            part.append(character)
        }
        parts.append(trim(part))
        return parts
    }

    /// The text of a quoted string, or `text` when it is a token; nil for anything else (RFC 9110 §5.6.4).
    static func unquote(_ text: String) -> String? {
        guard text.first == "\"" else {
            return !text.isEmpty && text.utf8.allSatisfy(isToken) ? text : nil
        }
        guard text.count >= 2, text.last == "\"" else { return nil }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else if !isEscaped, character == "\"" {
                return nil
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return isEscaped ? nil : result
    }
}
