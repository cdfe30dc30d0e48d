/// Checks UTF-8 that comes in pieces and fails on the first byte that can't belong to any text (RFC 3629 §4).
struct UTF8Validator: Sendable, Equatable {
    /// How many bytes the scalar under way still lacks.
    private var missing: UInt8 = 0
    /// The bounds of its next byte: narrower than 80 to BF where overlong forms, surrogates or numbers past 10FFFF loom.
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// Whether the text may end here.
    var isComplete: Bool { missing == 0 }

    /// Whether `piece` is UTF-8 and whole.
    static func isText(_ piece: Span<UInt8>) -> Bool {
        var validator = UTF8Validator()
        return validator.accept(piece) && validator.isComplete
    }

    /// Takes the next piece; false once it can't be UTF-8.
    mutating func accept(_ piece: Span<UInt8>) -> Bool {
        var position = 0
        while position < piece.count {
            if missing == 0 {
                position = Self.endOfWholeScalars(in: piece, from: position)
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

    /// A position behind `start` up to which only whole scalars stand; what follows is for `accept` to look at.
    private static func endOfWholeScalars(in piece: Span<UInt8>, from start: Int) -> Int {
        let bytes = unsafe piece.bytes
        var position = start
        // An integer may hold any bytes; the loads are checked against the bounds.
        while position + 8 <= piece.count {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
            let highBits = word & 0x8080_8080_8080_8080
            if highBits == 0 {
                position = endOfASCII(in: bytes, from: position + 8)
                continue
            }
            position += highBits.trailingZeroBitCount / 8
            let end = endOfLongScalars(in: bytes, from: position)
            guard end > position else { break }
            position = end
        }
        while position < piece.count, piece[position] < 0x80 { position += 1 }
        return position
    }

    /// The position of the first 32 bytes that are not all ASCII.
    @inline(__always)
    private static func endOfASCII(in bytes: RawSpan, from start: Int) -> Int {
        var position = start
        while position + 32 <= bytes.byteCount {
            let words = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: SIMD4<UInt64>.self)
            guard (words[0] | words[1] | words[2] | words[3]) & 0x8080_8080_8080_8080 == 0 else { break }
            position += 32
        }
        return position
    }

    /// The position behind the scalars of two bytes and more that stand at `start`, well-formed and in one piece.
    @inline(__always)
    private static func endOfLongScalars(in bytes: RawSpan, from start: Int) -> Int {
        var position = start
        while position + 4 <= bytes.byteCount {
            let scalar = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian
            // Few branches, since the lead bytes of text can't be foretold.
            let (length, isWellFormed) = Self.length(ofLongScalar: scalar)
            guard isWellFormed else { break }
            position += length
        }
        return position
    }

    /// The length of the scalar that `bytes` begin with, first byte lowest, and whether it is well-formed; ASCII is not.
    @inline(__always)
    private static func length(ofLongScalar bytes: UInt32) -> (length: Int, isWellFormed: Bool) {
        if bytes & 0xC0_C0F0 == 0x80_80E0 {
            // E0 wants A0 or more behind it, ED less than A0.
            let start = bytes & 0x200F
            return (3, start != 0 && start != 0x200D)
        }
        if bytes & 0xC0E0 == 0x80C0 { return (2, bytes & 0x1E != 0) }
        // F0 wants 90 or more behind it, F4 less than 90, and nothing begins with F5 to F7.
        let start = (bytes & 0x07) << 8 | bytes >> 8 & 0xFF
        return (4, bytes & 0xC0C0_C0F8 == 0x8080_80F0 && start >= 0x90 && start < 0x490)
    }
}
