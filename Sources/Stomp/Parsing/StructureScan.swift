import CVector

/// Finds the bytes of a header block that mean something, 64 bytes at a step: colons, backslashes, control characters
/// (line feeds, carriage returns and NUL among them) and what is not ASCII.
struct StructureScan {
    private var blockStart: Int
    /// A bit for each byte of the block that is wanted and was not visited yet.
    private var marks: UInt64

    private static let blockSize = 64

    /// A scan of `input` from `start` on.
    @inline(__always)
    init(_ input: Span<UInt8>, from start: Int) {
        blockStart = start
        marks = Self.marks(of: input, at: start)
    }

    /// The index of the next such byte.
    @inline(__always)
    mutating func next(in input: Span<UInt8>) -> Int? {
        while marks == 0 {
            blockStart &+= Self.blockSize
            guard blockStart < input.count else { return nil }
            marks = Self.marks(of: input, at: blockStart)
        }
        let offset = marks.trailingZeroBitCount
        marks &= marks &- 1
        return blockStart &+ offset
    }
}

extension StructureScan {
    private typealias Block = SIMD16<Int8>

    @inline(__always)
    private static func marks(of input: Span<UInt8>, at start: Int) -> UInt64 {
        guard start &+ blockSize <= input.count else { return marks(atEndOf: input, from: start) }
        let bytes = unsafe input.bytes
        var marks: UInt64 = 0
        for part in 0..<4 {
            // The line above the loop is the check.
            let block = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ part &* 16, as: Block.self)
            marks |= UInt64(Self.marks(of: block)) &<< UInt64(truncatingIfNeeded: part &* 16)
        }
        return marks
    }

    /// The marks of the last, shorter block of the input.
    @inline(never)
    private static func marks(atEndOf input: Span<UInt8>, from start: Int) -> UInt64 {
        var marks: UInt64 = 0
        for index in start..<input.count {
            let byte = input[index]
            let isWanted = byte < 0x0E || byte >= 0x80 || byte == Byte.colon || byte == Byte.backslash
            if isWanted { marks |= 1 << UInt64(index - start) }
        }
        return marks
    }

    @inline(__always)
    private static func marks(of block: Block) -> UInt16 {
        // As signed numbers, bytes that are not ASCII stand below the control characters.
        let marks =
            places(block .< Block(repeating: 0x0E)) | places(block .== Block(repeating: Int8(Byte.colon)))
            | places(block .== Block(repeating: Int8(Byte.backslash)))
        return vector_top_bits(marks)
    }

    // The library compares vectors of the same kind in one instruction, and goes through everything else about masks
    // byte by byte.
    @inline(__always)
    private static func places(_ mask: SIMDMask<Block>) -> SIMD16<UInt8> {
        unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self)
    }
}
