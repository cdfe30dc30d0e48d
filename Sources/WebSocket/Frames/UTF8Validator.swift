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
        if piece.count >= 64 {
            // The function wants 64 bytes and reads no others.
            return unsafe piece.withUnsafeBufferPointer { unsafe utf8_is_text($0.baseAddress, $0.count) }
        }
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

// MARK: Whole scalars, thirty-two bytes at a step
extension UTF8Validator {
    private typealias Block = SIMD16<UInt8>

    /// A position from `start` on, where a scalar begins, up to which only whole scalars stand; what follows is for
    /// `accept` to look at.
    private static func endOfWholeScalars(in piece: Span<UInt8>, from start: Int) -> Int {
        let bytes = unsafe piece.bytes
        var position = endOfASCII(in: bytes, from: start)
        // What is left of a text that is all ASCII overlaps what is known to be so.
        if piece.count - start >= 64, isASCII(bytes, at: piece.count - 64), position + 64 > piece.count {
            return piece.count
        }
        while position &+ 32 <= piece.count {
            guard position >= 3, goesOn(bytes, at: position) else { break }
            position &+= 32
        }
        if position < piece.count, position &+ 32 > piece.count, piece.count >= 35, goesOn(bytes, at: piece.count - 32)
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
        while position &+ 64 <= bytes.byteCount, isASCII(bytes, at: position) { position &+= 64 }
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
        vector_top_bits(block) == 0
    }

    /// The start of the scalar that is not complete at `end`, or `end` when all are.
    @inline(__always)
    private static func startOfScalar(in piece: Span<UInt8>, endingBefore end: Int) -> Int {
        if end >= 1, piece[end - 1] >= 0xC0 { return end - 1 }
        if end >= 2, piece[end - 2] >= 0xE0 { return end - 2 }
        if end >= 3, piece[end - 3] >= 0xF0 { return end - 3 }
        return end
    }

    /// Whether the 32 bytes at `position` go on in order from the three before them, the last scalar perhaps cut.
    @inline(__always)
    private static func goesOn(_ bytes: RawSpan, at position: Int) -> Bool {
        // The callers have compared the position with the bounds.
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return true }
            return unsafe utf8_goes_on(start.assumingMemoryBound(to: UInt8.self) + position)
        }
    }
}
