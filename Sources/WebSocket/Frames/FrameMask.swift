/// A masking key and how far it has been used (RFC 6455 §5.3).
struct FrameMask: Sendable, Equatable {
    /// The key twice over, its next byte lowest.
    private var word: UInt64

    /// Takes a key as the number its four bytes make in network order.
    init(key: UInt32) {
        word = UInt64(key.byteSwapped) | UInt64(key.byteSwapped) << 32
    }

    /// Masks or unmasks `source` into the start of `target`, which is at least as long.
    mutating func apply(_ source: Span<UInt8>, into target: inout MutableSpan<UInt8>) {
        let count = source.count
        let sourceBytes = unsafe source.bytes
        var targetBytes = unsafe target.mutableBytes
        var offset = 0
        while offset + 8 <= count {
            // An integer may hold any bytes; the load is checked against the bounds.
            let plain = unsafe sourceBytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            targetBytes.storeBytes(of: plain ^ word.littleEndian, toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        var rest = word
        while offset < count {
            targetBytes.storeBytes(
                of: source[offset] ^ UInt8(truncatingIfNeeded: rest),
                toByteOffset: offset,
                as: UInt8.self
            )
            rest >>= 8
            offset += 1
        }
        advance(by: count)
    }

    /// Masks or unmasks the bytes of `target` in `range`, in place.
    mutating func apply(to target: inout MutableSpan<UInt8>, in range: Range<Int>) {
        let end = range.upperBound
        var offset = range.lowerBound
        var bytes = unsafe target.mutableBytes
        while offset + 8 <= end {
            // As above: any bytes make an integer, and the load is checked.
            let plain = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            bytes.storeBytes(of: plain ^ word.littleEndian, toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        var rest = word
        while offset < end {
            let plain = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
            bytes.storeBytes(of: plain ^ UInt8(truncatingIfNeeded: rest), toByteOffset: offset, as: UInt8.self)
            rest >>= 8
            offset += 1
        }
        advance(by: range.count)
    }

    private mutating func advance(by count: Int) {
        let shift = UInt64(count & 3) * 8
        if shift > 0 { word = word >> shift | word << (64 - shift) }
    }
}
