/// The escapes of header names and values (STOMP 1.2 "Value Encoding").
struct HeaderEscapes {
    /// 1.1 knows no `\r`.
    let hasCarriageReturn: Bool

    /// Escapes of a version that has any.
    init(version: StompVersion) {
        hasCarriageReturn = version >= .v1_2
    }

    /// The byte that a backslash and `letter` stand for.
    @inline(__always)
    func byte(for letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "c"): Byte.colon
        case UInt8(ascii: "\\"): Byte.backslash
        case UInt8(ascii: "n"): Byte.lineFeed
        case UInt8(ascii: "r") where hasCarriageReturn: Byte.carriageReturn
        default: nil
        }
    }

    /// Whether every backslash of `range` begins an escape.
    func areValid(in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while let backslash = bytes.firstIndex(of: Byte.backslash, in: index..<range.upperBound) {
            guard backslash + 1 < range.upperBound, byte(for: bytes[backslash + 1]) != nil else { return false }
            index = backslash + 2
        }
        return true
    }

    /// Replaces escapes in place, in one pass from the left; returns the new end, or nil when one is undefined.
    ///
    /// `range` lies within `bytes`.
    @inline(__always)
    private func unescape(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int? {
        var from = range.lowerBound
        // Nothing moves before the first escape. Both indices stay inside the range, which the caller has checked.
        while from < range.upperBound, unsafe bytes[unchecked: from] != Byte.backslash { from &+= 1 }
        var to = from
        while from < range.upperBound {
            var value = unsafe bytes[unchecked: from]
            if value == Byte.backslash {
                from &+= 1
                guard from < range.upperBound, let escaped = byte(for: unsafe bytes[unchecked: from]) else {
                    return nil
                }
                value = escaped
            }
            unsafe bytes[unchecked: to] = value
            from &+= 1
            to &+= 1
        }
        return to
    }
}

extension HeaderEscapes {
    /// Replaces the escapes of the fields in `range`, of a frame that starts at `start` of the slab; false when one is undefined.
    func unescape(
        _ fields: inout [StompFrameBatch.Field],
        _ range: Range<Int>,
        in bytes: inout [UInt8],
        start: Int
    ) -> Bool {
        var slab = bytes.mutableSpan
        for index in range {
            guard let name = unescape(&slab, fields[index].name, start: start),
                let value = unescape(&slab, fields[index].value, start: start)
            else { return false }
            fields[index] = StompFrameBatch.Field(name: name, value: value)
        }
        return true
    }

    @inline(__always)
    private func unescape(_ slab: inout MutableSpan<UInt8>, _ offsets: Range<UInt32>, start: Int) -> Range<UInt32>? {
        let range = (start + Int(offsets.lowerBound))..<(start + Int(offsets.upperBound))
        precondition(start >= 0 && range.upperBound <= slab.count)
        return unescape(&slab, range).map { offsets.lowerBound..<UInt32(truncatingIfNeeded: $0 - start) }
    }
}

// MARK: From the input to the slab

extension HeaderEscapes {
    /// Replaces the escapes of those of `fields` that have a bit in `escaped`, on the way from the frame as it came to its
    /// copy in the slab; false when one is undefined. Both have 16 bytes of memory behind the header lines.
    ///
    /// Reading the copy, the processor would wait for what it has just written there.
    @inline(__always)
    func unescape(
        _ source: UnsafePointer<UInt8>,
        _ escaped: UInt64,
        of fields: UnsafeMutablePointer<StompFrameBatch.Field>,
        to copy: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        var rest = escaped
        while rest != 0 {
            let field = unsafe fields + rest.trailingZeroBitCount
            rest &= rest &- 1
            guard let name = unsafe unescape(source, field.pointee.name, to: copy),
                let value = unsafe unescape(source, field.pointee.value, to: copy)
            else { return false }
            unsafe field.pointee = StompFrameBatch.Field(name: name, value: value)
        }
        return true
    }

    @inline(__always)
    private func unescape(
        _ source: UnsafePointer<UInt8>,
        _ range: Range<UInt32>,
        to copy: UnsafeMutablePointer<UInt8>
    ) -> Range<UInt32>? {
        let end = Int(range.upperBound)
        var from = Int(range.lowerBound)
        var to = from
        while from < end {
            // Sixteen bytes are written; what is too many of them, the next ones overwrite.
            let escapes = unsafe StructureScan.copyBlock(source + from, to: copy + to, finding: Byte.backslash)
            let plain = min(escapes.trailingZeroBitCount, end &- from)
            from &+= plain
            to &+= plain
            guard from < end, plain < 16 else { continue }
            guard from &+ 1 < end, let byte = byte(for: unsafe source[from &+ 1]) else { return nil }
            unsafe copy[to] = byte
            from &+= 2
            to &+= 1
        }
        _ = unsafe StructureScan.copyBlock(source + end, to: copy + end, finding: Byte.backslash)
        return unsafe Range(uncheckedBounds: (range.lowerBound, UInt32(truncatingIfNeeded: to)))
    }
}
