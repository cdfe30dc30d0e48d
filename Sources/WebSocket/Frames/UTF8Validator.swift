/// Checks UTF-8 that comes in pieces and fails on the first byte that can't belong to any text (RFC 3629 §4).
struct UTF8Validator: Sendable, Equatable {
    /// How many bytes the scalar under way still lacks.
    private var missing: UInt8 = 0
    /// The bounds of its next byte: narrower than 80 to BF where overlong forms, surrogates or numbers past 10FFFF loom.
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// Whether the text may end here.
    var isComplete: Bool { missing == 0 }

    /// Takes the next piece; false once it can't be UTF-8.
    mutating func accept(_ piece: Span<UInt8>) -> Bool {
        var position = 0
        while position < piece.count {
            if missing == 0 {
                position = Self.endOfASCII(in: piece, from: position)
                guard position < piece.count else { break }
                guard begin(with: piece[position]) else { return false }
            } else {
                let byte = piece[position]
                guard byte >= lower, byte <= upper else { return false }
                missing -= 1
                (lower, upper) = (0x80, 0xBF)
            }
            position += 1
        }
        return true
    }

    private mutating func begin(with lead: UInt8) -> Bool {
        switch lead {
        case 0xC2...0xDF: (missing, lower, upper) = (1, 0x80, 0xBF)
        case 0xE0: (missing, lower, upper) = (2, 0xA0, 0xBF)
        case 0xED: (missing, lower, upper) = (2, 0x80, 0x9F)
        case 0xE1...0xEF: (missing, lower, upper) = (2, 0x80, 0xBF)
        case 0xF0: (missing, lower, upper) = (3, 0x90, 0xBF)
        case 0xF1...0xF3: (missing, lower, upper) = (3, 0x80, 0xBF)
        case 0xF4: (missing, lower, upper) = (3, 0x80, 0x8F)
        default: return false
        }
        return true
    }

    /// The position of the first byte from `start` on that is not ASCII, or the end.
    private static func endOfASCII(in piece: Span<UInt8>, from start: Int) -> Int {
        let bytes = unsafe piece.bytes
        let highBits: UInt64 = 0x8080_8080_8080_8080
        var position = start
        // An integer may hold any bytes; the loads are checked against the bounds.
        while position + 32 <= piece.count {
            let first = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: SIMD4<UInt64>.self)
            guard (first[0] | first[1] | first[2] | first[3]) & highBits == 0 else { break }
            position += 32
        }
        while position + 8 <= piece.count {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self) & highBits
            guard word == 0 else { return position + word.littleEndian.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < piece.count, piece[position] < 0x80 { position += 1 }
        return position
    }
}
