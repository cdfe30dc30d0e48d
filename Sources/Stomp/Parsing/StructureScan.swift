import CVector

/// Finds the bytes of a header block that mean something, 64 bytes at a step: backslashes, control characters (line
/// feeds, carriage returns and NUL among them) and what is not ASCII.
///
/// Whoever makes it has seen to it that there are 64 bytes of memory behind `end`.
struct StructureScan {
    private typealias Block = SIMD16<UInt8>

    static let blockSize = 64

    private let end: Int
    private var blockStart = -blockSize
    /// A bit for each byte of the block that is wanted and was not visited yet.
    private var marks: UInt64 = 0

    /// A scan from the start of the memory up to `end`.
    @inline(__always)
    init(upTo end: Int) {
        self.end = end
    }

    /// The index of the next such byte; from `end` on when there is none before.
    @inline(__always)
    mutating func next(in memory: UnsafePointer<UInt8>) -> Int {
        while marks == 0 {
            blockStart &+= Self.blockSize
            guard blockStart < end else { return end }
            for part in 0..<4 {
                let block = unsafe Self.block(at: memory + blockStart + part &* 16)
                marks |= UInt64(vector_structure(block)) &<< UInt64(truncatingIfNeeded: part &* 16)
            }
        }
        let offset = marks.trailingZeroBitCount
        marks &= marks &- 1
        return blockStart &+ offset
    }

    /// The index of the first colon from `start` on; from `end` on when there is none before. There are 16 bytes of memory
    /// behind `end`.
    @inline(__always)
    static func colon(in memory: UnsafePointer<UInt8>, from start: Int, upTo end: Int) -> Int {
        var index = start
        while index < end {
            let colons = unsafe vector_places(block(at: memory + index), Byte.colon)
            if colons != 0 { return index &+ colons.trailingZeroBitCount }
            index &+= 16
        }
        return index
    }

    /// Copies sixteen bytes; returns a bit for each that is `byte`.
    @inline(__always)
    static func copyBlock(
        _ source: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>,
        finding byte: UInt8
    ) -> UInt16 {
        let block = unsafe block(at: source)
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: block, as: Block.self)
        return vector_places(block, byte)
    }

    @inline(__always)
    private static func block(at memory: UnsafePointer<UInt8>) -> Block {
        // Any bytes make a vector.
        unsafe UnsafeRawPointer(memory).loadUnaligned(as: Block.self)
    }
}
