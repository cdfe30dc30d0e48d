/// The header lines of a frame that is all there: where their fields are, and what else they hold.
struct HeaderBlock {
    typealias Field = StompFrameBatch.Field

    /// The number of headers that are looked for; frames with more are rare, and `PartialFrame` takes them.
    static let fieldLimit = 48

    private(set) var end: Int
    private(set) var fieldCount = 0
    private(set) var carriageReturns = 0
    private(set) var traits = ByteTraits()
    /// The value of the first `content-length`.
    private(set) var contentLength: Range<Int>?

    /// Finds the fields from `start` on, as offsets from there, up to the empty line that ends them; nil when there is
    /// none, or when a line has no colon or nothing before it.
    ///
    /// Every index comes out of the scan and so lies inside the input.
    @inline(__always)
    init?(
        _ input: Span<UInt8>,
        from start: Int,
        allowsCarriageReturn: Bool,
        into fields: UnsafeMutableBufferPointer<Field>
    ) {
        var scan = StructureScan(input, from: start)
        var lineStart = start
        var colon = -1
        while let mark = scan.next(in: input) {
            if unsafe input[unchecked: mark] == Byte.colon {
                if colon < 0 { colon = mark }
                continue
            }
            var lineEnd = mark
            if allowsCarriageReturn, mark > lineStart, unsafe input[unchecked: mark &- 1] == Byte.carriageReturn {
                lineEnd &-= 1
                carriageReturns &+= 1
            }
            if lineEnd == lineStart {
                end = mark &+ 1
                traits = scan.traits(upTo: end)
                return
            }
            guard colon > lineStart, fieldCount < fields.count else { return nil }
            let name = unsafe Range(uncheckedBounds: (lineStart, colon))
            let value = unsafe Range(uncheckedBounds: (colon &+ 1, lineEnd))
            if name.count == 14, contentLength == nil, input.equals("content-length", in: name) {
                contentLength = value
            }
            unsafe fields[fieldCount] = Field(name: name, value: value, from: start)
            fieldCount &+= 1
            lineStart = mark &+ 1
            colon = -1
        }
        return nil
    }
}
