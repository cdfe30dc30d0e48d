/// Finds the colons and line feeds of a header block, sixteen bytes at a step, and notes what else the block holds.
struct StructureScan {
    private var blockStart: Int
    private var block = SIMD16<UInt8>()
    /// A bit for each colon and line feed of the block that was not visited yet, at the top of its byte.
    private var lowMarks: UInt64 = 0
    private var highMarks: UInt64 = 0

    private var all = SIMD16<UInt8>()
    private var nul = SIMD16<UInt8>()
    private var backslash = SIMD16<UInt8>()
    private var carriageReturn = SIMD16<UInt8>()

    /// A scan of `input` from `start` on.
    @inline(__always)
    init(_ input: Span<UInt8>, from start: Int) {
        blockStart = start
        load(input)
    }

    /// The index of the next colon or line feed.
    @inline(__always)
    mutating func next(in input: Span<UInt8>) -> Int? {
        while lowMarks == 0 {
            if highMarks != 0 {
                let offset = highMarks.trailingZeroBitCount >> 3
                highMarks &= highMarks &- 1
                return blockStart &+ 8 &+ offset
            }
            note(block)
            blockStart &+= 16
            guard blockStart < input.count else { return nil }
            load(input)
        }
        let offset = lowMarks.trailingZeroBitCount >> 3
        lowMarks &= lowMarks &- 1
        return blockStart &+ offset
    }

    /// What the bytes up to `end` held, which lies in the block of the last index that was found.
    @inline(__always)
    mutating func traits(upTo end: Int) -> ByteTraits {
        let count = end &- blockStart
        let isOutside = SIMD2<UInt64>(UInt64.max << (count &* 8), UInt64.max << (max(count &- 8, 0) &* 8))
        let words = unsafe unsafeBitCast(block, to: SIMD2<UInt64>.self)
        let spaces = SIMD2<UInt64>(repeating: 0x2020_2020_2020_2020)
        note(unsafe unsafeBitCast((words & ~isOutside) | (spaces & isOutside), to: SIMD16<UInt8>.self))
        let seen = unsafe unsafeBitCast(all, to: SIMD2<UInt64>.self)
        return ByteTraits(
            hasNonASCII: (seen[0] | seen[1]) & 0x8080_8080_8080_8080 != 0,
            hasNUL: Self.isSet(nul),
            hasBackslash: Self.isSet(backslash),
            hasCarriageReturn: Self.isSet(carriageReturn)
        )
    }
}

extension StructureScan {
    @inline(__always)
    private mutating func load(_ input: Span<UInt8>) {
        if blockStart &+ 16 <= input.count {
            // The line above is the check.
            block = unsafe input.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: blockStart, as: SIMD16<UInt8>.self)
        } else {
            block = SIMD16(repeating: Byte.space)
            for index in blockStart..<input.count { block[index - blockStart] = input[index] }
        }
        let marks = Self.places(of: Byte.lineFeed, in: block) | Self.places(of: Byte.colon, in: block)
        let words = unsafe unsafeBitCast(marks, to: SIMD2<UInt64>.self)
        lowMarks = words[0] & 0x8080_8080_8080_8080
        highMarks = words[1] & 0x8080_8080_8080_8080
    }

    @inline(__always)
    private mutating func note(_ bytes: SIMD16<UInt8>) {
        all |= bytes
        nul |= Self.places(of: Byte.nul, in: bytes)
        backslash |= Self.places(of: Byte.backslash, in: bytes)
        carriageReturn |= Self.places(of: Byte.carriageReturn, in: bytes)
    }

    // The library compares vectors of the same kind in one instruction, and goes through everything else about masks
    // byte by byte.

    @inline(__always)
    private static func places(of byte: UInt8, in block: SIMD16<UInt8>) -> SIMD16<UInt8> {
        mask(block .== SIMD16(repeating: byte))
    }

    @inline(__always)
    private static func mask(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
        unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self)
    }

    @inline(__always)
    private static func isSet(_ mask: SIMD16<UInt8>) -> Bool {
        let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return words[0] | words[1] != 0
    }
}
