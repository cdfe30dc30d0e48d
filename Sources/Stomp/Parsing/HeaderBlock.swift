/// The header lines of a frame that is all there: where their fields are, and what else they hold.
struct HeaderBlock {
    typealias Field = StompFrameBatch.Field

    /// The number of headers that are looked for; frames with more are rare, and `PartialFrame` takes them.
    static let fieldLimit = 48

    private(set) var end: Int
    private(set) var fieldCount = 0
    /// Which fields hold a backslash.
    private(set) var escaped = EscapedFields()
    private(set) var hasNonASCII = false
    /// The value of the first `content-length`.
    private(set) var contentLength: Range<Int>?

    /// Finds the fields from `start` on, as offsets from there, up to the empty line that ends them; nil when there is
    /// none, when a line has no colon or nothing before it, or when there is a NUL or a stray carriage return.
    ///
    /// Every index comes out of the scan and so lies inside the input.
    @inline(__always)
    init?(
        _ input: Span<UInt8>,
        from start: Int,
        allowsCarriageReturn: Bool,
        into fields: UnsafeMutableBufferPointer<Field>
    ) {
        end = start
        var scan = StructureScan(input, from: start)
        var lineStart = start
        while var mark = scan.next(in: input) {
            var byte = unsafe input[unchecked: mark]
            // Nearly every line has its first colon here and its line feed next.
            var colon = -1
            if byte == Byte.colon {
                colon = mark
                guard let next = scan.next(in: input) else { return nil }
                mark = next
                byte = unsafe input[unchecked: mark]
            }
            var lineEnd = mark
            while byte != Byte.lineFeed {
                if byte == Byte.colon {
                    if colon < 0 { colon = mark }
                } else {
                    guard note(byte, at: mark, in: input, isInName: colon < 0, allowsCarriageReturn) else { return nil }
                }
                let endsLine = byte == Byte.carriageReturn && allowsCarriageReturn
                lineEnd = mark
                guard let next = scan.next(in: input) else { return nil }
                mark = next
                byte = unsafe input[unchecked: mark]
                if !endsLine { lineEnd = mark }
            }
            guard colon > lineStart else {
                guard colon < 0, lineEnd == lineStart else { return nil }
                end = mark &+ 1
                return
            }
            guard fieldCount < fields.count else { return nil }
            if colon &- lineStart == 14, contentLength == nil, input.hasContentLengthName(at: lineStart) {
                contentLength = unsafe Range(uncheckedBounds: (colon &+ 1, lineEnd))
            }
            unsafe fields[fieldCount] = Field(line: lineStart, colon: colon, end: lineEnd, from: start)
            fieldCount &+= 1
            lineStart = mark &+ 1
        }
        return nil
    }

    /// Takes note of a byte other than a colon or a line feed; false when it may not stand in a header.
    @inline(__always)
    private mutating func note(
        _ byte: UInt8,
        at index: Int,
        in input: Span<UInt8>,
        isInName: Bool,
        _ allowsCarriageReturn: Bool
    ) -> Bool {
        switch byte {
        case Byte.backslash: escaped.insert(fieldCount, isInName: isInName)
        case Byte.nul: return false
        case Byte.carriageReturn where allowsCarriageReturn:
            return index &+ 1 < input.count && input[index &+ 1] == Byte.lineFeed
        default: if byte >= 0x80 { hasNonASCII = true }
        }
        return true
    }
}
