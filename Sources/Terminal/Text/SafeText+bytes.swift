extension SafeText {
    /// Appends `bytes`, UTF-8 from outside, to `output` as one line that is safe to write to a terminal.
    ///
    /// The result is that of `SafeText(bytes:).text`, but a line for which ``isPlain(_:)`` holds is copied as it is.
    public static func appendSafe(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            if isPlain(bytes) {
                output.append(contentsOf: bytes)
            } else {
                output.append(contentsOf: SafeText(bytes: bytes).text.utf8)
            }
        }
    }

    /// Whether `bytes` are well-formed UTF-8 of letters that need no care: printable ASCII, and letters of one scalar
    /// with no mark, joiner or variation selector.
    public static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { isPlain($0) }
    }

    // A span's subscript checks bounds for each byte in the middle of this loop; the buffer does so in debug builds only.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                if index + 16 <= bytes.count,
                    isPrintableASCII(raw.loadUnaligned(fromByteOffset: index, as: SIMD16.self))
                {
                    index += 16
                } else if byte >= 0x20, byte != 0x7F {
                    index += 1
                } else {
                    return false
                }
            } else {
                let length = plainLetterLength(bytes, at: index)
                guard length > 0 else { return false }
                index += length
            }
        }
        return true
    }

    @inline(__always)
    private static func isPrintableASCII(_ bytes: SIMD16<UInt8>) -> Bool {
        // 0x20...0x7E moved to 0...0x5E; everything else wraps to above.
        (bytes &- 0x20).max() <= 0x5E
    }

    /// The bytes of the letter at `index`, 0 if it is ill-formed or needs care.
    @inline(__always)
    private static func plainLetterLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let lead = bytes[index]
        let (length, bits, smallest): (Int, UInt32, UInt32) =
            switch lead {
            case 0xC2...0xDF: (2, UInt32(lead & 0x1F), 0x80)
            case 0xE0...0xEF: (3, UInt32(lead & 0x0F), 0x800)
            case 0xF0...0xF4: (4, UInt32(lead & 0x07), 0x10000)
            default: (0, 0, 0)
            }
        guard length > 0, index + length <= bytes.count else { return 0 }
        var value = bits
        for offset in 1..<length {
            let byte = bytes[index + offset]
            guard byte & 0xC0 == 0x80 else { return 0 }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        // An overlong form is too small; a surrogate makes no scalar.
        guard value >= smallest, let scalar = Unicode.Scalar(value) else { return 0 }
        switch ScalarClass(scalar) {
        case .narrow, .wide: return length
        default: return 0
        }
    }
}
