import Terminal

/// Writes JSON, ASCII controls and whatever acts on a terminal escaped, so that a line of it can be shown as it is.
package enum JSONText {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Appends a text with its quotes.
    package static func append(_ text: String, to output: inout [UInt8]) {
        output.append(quote)
        var text = text
        text.withUTF8 { bytes in
            var plain = 0
            while plain < bytes.count, isPlain(bytes[plain]) { plain += 1 }
            output.append(contentsOf: bytes[..<plain])
            guard plain < bytes.count else { return }
            for scalar in String(decoding: bytes[plain...], as: UTF8.self).unicodeScalars {
                append(scalar, to: &output)
            }
        }
        output.append(quote)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != quote && byte != backslash
    }

    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        switch scalar {
        case "\"", "\\": output += [backslash, UInt8(scalar.value)]
        case "\n": output += [backslash, UInt8(ascii: "n")]
        case "\r": output += [backslash, UInt8(ascii: "r")]
        case "\t": output += [backslash, UInt8(ascii: "t")]
        default:
            if scalar.actsOnTerminals {
                output += [backslash, UInt8(ascii: "u")]
                HexDigits.append(scalar.value, count: 4, to: &output)
            } else {
                output.append(contentsOf: scalar.utf8)
            }
        }
    }
}

/// Numbers in hexadecimal.
private enum HexDigits {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends the last `count` digits of `value`.
    static func append(_ value: UInt32, count: Int, to output: inout [UInt8]) {
        for place in (0..<count).reversed() { output.append(digits[Int(value >> (UInt32(place) * 4) & 0xF)]) }
    }
}
