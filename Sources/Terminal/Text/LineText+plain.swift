extension LineText {
    /// How many bytes from `start` on are those of letters that are written as they are: printable ASCII, and letters of
    /// one scalar with no mark, joiner or variation selector, in well-formed UTF-8.
    // A span's subscript checks bounds for each byte in the middle of this loop; the buffer does so in debug builds only.
    static func plainCount(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                if index + 16 <= bytes.count {
                    let low = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    let high = raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
                    if (unprintable(low) | unprintable(high)) == 0 {
                        index += 16
                        continue
                    }
                }
                guard byte >= 0x20, byte != 0x7F else { break }
                index += 1
            } else {
                let length = plainLetterLength(bytes, at: index)
                guard length > 0 else { break }
                index += length
            }
        }
        return index - start
    }

    /// Zero if all eight bytes are printable ASCII.
    @inline(__always)
    private static func unprintable(_ bytes: UInt64) -> UInt64 {
        // The top bit of a byte is set where subtracting 0x20 borrows, where adding 1 makes 0x80 of DEL, and where it
        // was set. A borrow or carry into the next byte only comes from one that is unprintable itself.
        ((bytes &- 0x2020_2020_2020_2020) | (bytes &+ 0x0101_0101_0101_0101) | bytes) & 0x8080_8080_8080_8080
    }

    /// The bytes of the letter at `index`, 0 if it is ill-formed or needs care.
    @inline(__always)
    private static func plainLetterLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let lead = bytes[index]
        // Hangul and most Chinese letters first; in their range no form is overlong.
        if lead >= 0xE4, lead <= 0xED, index + 3 <= bytes.count {
            let (second, third) = (bytes[index + 1], bytes[index + 2])
            guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return 0 }
            let value = UInt32(lead & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F)
            if value &- 0xAC00 <= 0xD7A3 - 0xAC00 || value &- 0x4E00 <= 0x9FFF - 0x4E00 { return 3 }
        }
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
