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
    func unescape(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int? {
        guard let first = bytes.span.firstIndex(of: Byte.backslash, in: range) else { return range.upperBound }
        var (from, to) = (first, first)
        // The search has checked the range; both indices stay inside it.
        while from < range.upperBound {
            var value = unsafe bytes[unchecked: from]
            if value == Byte.backslash {
                from &+= 1
                guard from < range.upperBound, let escaped = byte(for: bytes[from]) else { return nil }
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
    /// Replaces the escapes of the fields from `firstField` on, whose frame starts at `start` of the slab; false when
    /// one is undefined.
    func unescape(
        _ fields: inout [StompFrameBatch.Field],
        from firstField: Int,
        in bytes: inout [UInt8],
        start: Int
    ) -> Bool {
        var slab = bytes.mutableSpan
        guard firstField < fields.count else { return true }
        let end = start + Int(fields[fields.count - 1].value.upperBound)
        var next = slab.span.firstIndex(of: Byte.backslash, in: start..<end)
        for index in firstField..<fields.count {
            let fieldEnd = start + Int(fields[index].value.upperBound)
            guard let backslash = next else { break }
            guard backslash < fieldEnd else { continue }
            guard let name = unescape(&slab, fields[index].name, start: start),
                let value = unescape(&slab, fields[index].value, start: start)
            else { return false }
            fields[index] = StompFrameBatch.Field(name: name, value: value)
            next = slab.span.firstIndex(of: Byte.backslash, in: fieldEnd..<end)
        }
        return true
    }

    private func unescape(_ slab: inout MutableSpan<UInt8>, _ offsets: Range<UInt32>, start: Int) -> Range<UInt32>? {
        unescape(&slab, (start + Int(offsets.lowerBound))..<(start + Int(offsets.upperBound)))
            .map { offsets.lowerBound..<UInt32($0 - start) }
    }
}
