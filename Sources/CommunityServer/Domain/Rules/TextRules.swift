import Community

/// What texts may look like. Lengths are in Unicode scalars.
enum TextRules {
    static let title = 1...100
    static let threadDescription = 0...1000
    static let icon = 0...16
    static let name = 1...40
    static let part = 0...60
    static let statusMessage = 0...140
    static let workspaceName = 1...60
    static let reason = 1...100
    static let detail = 0...2000
    static let emoji = 1...16
    static let search = 1...200
    static let passwordBytes = 8...512

    /// A text of one line, composed and without white space at its ends; refused with the field's name.
    static func line(_ text: String, _ field: String, _ length: ClosedRange<Int>) throws(Refusal) -> String {
        let text = NormalText.composed(trimmed(text))
        guard text.unicodeScalars.allSatisfy(isPrinting) else {
            throw .field(field, "has characters that can't be shown")
        }
        return try measured(text, field, length)
    }

    /// A text that may have several lines.
    static func lines(_ text: String, _ field: String, _ length: ClosedRange<Int>) throws(Refusal) -> String {
        let text = NormalText.composed(trimmed(text))
        guard text.unicodeScalars.allSatisfy({ isPrinting($0) || $0 == "\n" || $0 == "\t" }) else {
            throw .field(field, "has characters that can't be shown")
        }
        return try measured(text, field, length)
    }

    private static func measured(
        _ text: String,
        _ field: String,
        _ length: ClosedRange<Int>
    ) throws(Refusal) -> String {
        let count = text.unicodeScalars.count
        guard count >= length.lowerBound else { throw .field(field, "is empty") }
        guard count <= length.upperBound else {
            throw .field(field, "has \(count) characters of at most \(length.upperBound)")
        }
        return text
    }

    /// The content of a message. It may be empty where files say enough.
    static func content(_ content: String, hasFiles: Bool = false) throws(Refusal) -> String {
        switch MessageLimits.fault(inContent: content) {
        case .tooLong(let count):
            throw .field("content", "has \(count) characters of at most \(MessageLimits.contentScalars)")
        case .blank:
            guard hasFiles else { throw .field("content", "is empty") }
            return ""
        case nil:
            return content
        }
    }

    /// Something that stands for a feeling: no text.
    static func emoji(_ text: String) throws(Refusal) -> String {
        let scalars = text.unicodeScalars
        guard emoji.contains(scalars.count),
            // Joiners and variation selectors belong to emoji, though they print nothing by themselves.
            scalars.allSatisfy({ !$0.properties.isWhitespace && $0.properties.generalCategory != .control }),
            scalars.contains(where: { ($0.properties.isEmoji && $0.value >= 0xA9) || $0.value == 0x20E3 })
        else { throw .field("emoji", "is not an emoji") }
        return text
    }

    /// An e-mail address as far as it can be told without sending to it, in lower case.
    static func email(_ text: String) throws(Refusal) -> String {
        let text = trimmed(text).lowercased()
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 254,
            parts[1].split(separator: ".", omittingEmptySubsequences: false).count >= 2,
            parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
            text.unicodeScalars.allSatisfy({ isPrinting($0) && !$0.properties.isWhitespace })
        else { throw .field("email", "is not an e-mail address") }
        return text
    }

    static func password(_ secret: Secret) throws(Refusal) -> [UInt8] {
        let bytes = Array(secret.revealed.utf8)
        guard passwordBytes.contains(bytes.count) else {
            throw .field("password", "needs \(passwordBytes.lowerBound) to \(passwordBytes.upperBound) bytes")
        }
        return bytes
    }

    /// A phone number: digits, with a plus in front where it is international.
    static func phone(_ text: String) throws(Refusal) -> String {
        let digits = text.filter { !" -()".contains($0) }
        let bare = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
        guard (7...15).contains(bare.count), bare.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .field("phoneNumber", "is not a phone number")
        }
        return digits
    }

    /// RFC 9562 §4, in lower case.
    static func isLowercaseUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            switch index {
            case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
            default: (0x30...0x39).contains(bytes[index]) || (0x61...0x66).contains(bytes[index])
            }
        }
    }

    /// The beginning of a text on one line.
    static func snippet(_ text: String, length: Int = 80) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if result.count == length { return String(result) + "…" }
            result.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        return String(result)
    }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.drop(while: \.properties.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// Neither a control nor one of those that turn the direction of a line around.
    private static func isPrinting(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
    }
}
