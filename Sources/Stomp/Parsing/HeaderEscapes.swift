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
        case UInt8(ascii: "\\"): Byte.backslash
        case UInt8(ascii: "n"): Byte.lineFeed
        case UInt8(ascii: "c"): Byte.colon
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

    /// The same for the fields in `escaped` only.
    func unescape(
        _ escaped: EscapedFields,
        of fields: inout [StompFrameBatch.Field],
        from firstField: Int,
        in bytes: inout [UInt8],
        start: Int
    ) -> Bool {
        var slab = bytes.mutableSpan
        var rest = escaped.names | escaped.values
        while rest != 0 {
            let index = firstField &+ rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest ^= bit
            var field = fields[index]
            if escaped.names & bit != 0 {
                guard let name = unescape(&slab, field.name, start: start) else { return false }
                field.name = name
            }
            if escaped.values & bit != 0 {
                guard let value = unescape(&slab, field.value, start: start) else { return false }
                field.value = value
            }
            fields[index] = field
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
