/// Text from outside on one line of output: what a terminal would act on is made visible, all else stays as it is.
///
/// LF becomes `\n`, other controls `\xNN`, C1, bidirectional and separator characters `\u{NNNN}`, ill-formed UTF-8
/// U+FFFD. A tab stays.
package enum LineText {
    /// Appends `bytes`, UTF-8 from outside.
    static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0, to: &output) }
    }

    /// Appends a text.
    package static func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, to: &output) }
    }

    private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        // Bytes below 0x80 need a look each, the others a decoder; most texts are all of the first kind.
        var plain = 0
        while plain < bytes.count, isPlain(bytes[plain]) { plain += 1 }
        output.append(contentsOf: bytes[..<plain])
        guard plain < bytes.count else { return }
        for scalar in String(decoding: bytes[plain...], as: UTF8.self).unicodeScalars { append(scalar, to: &output) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F || byte == 0x09
    }

    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        switch scalar.value {
        case 0x0A: output += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case 0x09, 0x20...0x7E: output.append(UInt8(scalar.value))
        case ..<0x20, 0x7F:
            output += [UInt8(ascii: "\\"), UInt8(ascii: "x")]
            HexDigits.append(scalar.value, count: 2, to: &output)
        default:
            if scalar.actsOnTerminals {
                output += Array("\\u{".utf8)
                HexDigits.append(scalar.value, count: 4, to: &output)
                output.append(UInt8(ascii: "}"))
            } else {
                output.append(contentsOf: scalar.utf8)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it changes how what follows is shown: controls, line separators, direction marks.
    var actsOnTerminals: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Numbers in hexadecimal.
enum HexDigits {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends the last `count` digits of `value`.
    static func append(_ value: UInt32, count: Int, to output: inout [UInt8]) {
        for place in (0..<count).reversed() { output.append(digits[Int(value >> (UInt32(place) * 4) & 0xF)]) }
    }
}
