import CVector

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
}

// MARK: Whole scalars, sixteen bytes at a step
extension UTF8Validator {
    private typealias Block = SIMD16<Int8>

    /// A position from `start` on, where a scalar begins, up to which only whole scalars stand; what follows is for
    /// `accept` to look at.
    private static func endOfWholeScalars(in piece: Span<UInt8>, from start: Int) -> Int {
        let bytes = unsafe piece.bytes
        var position = endOfASCII(in: bytes, from: start)
        // What is left of a text that is all ASCII overlaps what is known to be so.
        if piece.count - start >= 64, isASCII(bytes, at: piece.count - 64), position + 64 > piece.count {
            return piece.count
        }
        while position + 16 <= piece.count {
            if isASCII(block(of: bytes, at: position)) {
                // A scalar under way can't go on here.
                guard startOfScalar(in: piece, endingBefore: position) == position else { break }
                position = endOfASCII(in: bytes, from: position + 16)
            } else {
                guard position >= 3, isWellFormed(bytes, at: position) else { break }
                position += 16
            }
        }
        if position < piece.count, position + 16 > piece.count, piece.count >= 19,
            isWellFormed(bytes, at: piece.count - 16)
        {
            position = piece.count
        }
        position = max(start, startOfScalar(in: piece, endingBefore: position))
        while position < piece.count, piece[position] < 0x80 { position += 1 }
        return position
    }

    @inline(__always)
    private static func block(of bytes: RawSpan, at position: Int) -> Block {
        // An integer may hold any bytes; the callers have compared the position with the bounds.
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: Block.self)
    }

    /// The position of the first 64 bytes that are not all ASCII.
    @inline(__always)
    private static func endOfASCII(in bytes: RawSpan, from start: Int) -> Int {
        var position = start
        while position + 64 <= bytes.byteCount, isASCII(bytes, at: position) { position += 64 }
        return position
    }

    /// Whether the 64 bytes at `position` are ASCII.
    @inline(__always)
    private static func isASCII(_ bytes: RawSpan, at position: Int) -> Bool {
        let lower = block(of: bytes, at: position) | block(of: bytes, at: position &+ 16)
        let upper = block(of: bytes, at: position &+ 32) | block(of: bytes, at: position &+ 48)
        return isASCII(lower | upper)
    }

    @inline(__always)
    private static func isASCII(_ block: Block) -> Bool {
        vector_top_bits(unsafe unsafeBitCast(block, to: SIMD16<UInt8>.self)) == 0
    }

    /// The start of the scalar that is not complete at `end`, or `end` when all are.
    @inline(__always)
    private static func startOfScalar(in piece: Span<UInt8>, endingBefore end: Int) -> Int {
        if end >= 1, piece[end - 1] >= 0xC0 { return end - 1 }
        if end >= 2, piece[end - 2] >= 0xE0 { return end - 2 }
        if end >= 3, piece[end - 3] >= 0xF0 { return end - 3 }
        return end
    }

    /// Whether the sixteen bytes at `position` go on in order from the three before them, the last scalar perhaps cut.
    @inline(__always)
    private static func isWellFormed(_ bytes: RawSpan, at position: Int) -> Bool {
        // With the top bit turned, signed numbers are in the order of the bytes: 80 is 0, BF 63, C0 64, FF 127.
        let turned = Block(repeating: .min)
        let byte = block(of: bytes, at: position) ^ turned
        let previous = block(of: bytes, at: position - 1) ^ turned
        let second = block(of: bytes, at: position - 2) ^ turned
        let third = block(of: bytes, at: position - 3) ^ turned
        let leads = isAbove(63, byte)
        let continues = isAbove(-1, byte) ^ leads
        let mustContinue = isAbove(63, previous) | isAbove(95, second) | isAbove(111, third)
        // C0, C1 and F5 to FF begin nothing.
        var wrong = (continues ^ mustContinue) | (leads ^ isAbove(65, byte)) | isAbove(116, byte)
        // E0 wants A0 or more behind it, ED less than A0; F0 wants 90 or more, F4 less than 90.
        let isLarge = isAbove(31, byte)
        let isMedium = isAbove(15, byte)
        let startsE0 = isEqual(0x60, previous)
        let startsF0 = isEqual(0x70, previous)
        wrong |= (startsE0 | isEqual(0x6D, previous)) & (startsE0 ^ isLarge)
        wrong |= (startsF0 | isEqual(0x74, previous)) & (startsF0 ^ isMedium)
        return wrong[0] | wrong[1] == 0
    }

    // The library compares vectors of the same kind in one instruction, and goes through everything else about masks
    // byte by byte; words keep the optimizer from doing so too.

    @inline(__always)
    private static func isAbove(_ bound: Int8, _ block: Block) -> SIMD2<UInt64> {
        places(block .> Block(repeating: bound))
    }

    @inline(__always)
    private static func isEqual(_ value: Int8, _ block: Block) -> SIMD2<UInt64> {
        places(block .== Block(repeating: value))
    }

    @inline(__always)
    private static func places(_ mask: SIMDMask<Block>) -> SIMD2<UInt64> {
        unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    }
}
