/// A frame inside a batch, read in place: strings are made when they are asked for. It keeps the batch's memory alive;
/// take `frame` to hold on to one frame of many.
public struct StompFrameView: Sendable {
    let batch: StompFrameBatch
    let record: StompFrameBatch.Record

    /// The frame's command.
    public var command: StompCommand { record.command }
}

// MARK: Headers

extension StompFrameView {
    /// The number of header entries.
    public var headerCount: Int { record.fields.count }

    /// The value of the first header with this name, unescaped. Names are compared byte for byte.
    public func header(_ name: StaticString) -> String? {
        withHeader(name) { value in value.string(in: 0..<value.count) }
    }

    /// The value of the first header with this name, unescaped. Names are compared byte for byte.
    public func header(named name: String) -> String? {
        let bytes = batch.bytes.span
        let wanted = name.utf8
        for field in batch.fields[record.fields] where field.name.count == wanted.count {
            let range = slabRange(field.name)
            if wanted.elementsEqual(range.lazy.map { batch.bytes[$0] }) {
                return bytes.string(in: slabRange(field.value))
            }
        }
        return nil
    }

    /// Lends the bytes of the first header with this name, unescaped, or returns nil when there is none.
    public func withHeader<Result, Failure: Error>(
        _ name: StaticString,
        _ use: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let bytes = batch.bytes.span
        let fields = batch.fields.span
        for index in record.fields where bytes.equals(name, in: slabRange(fields[index].name)) {
            return try use(bytes.extracting(slabRange(fields[index].value)))
        }
        return nil
    }

    /// All headers, in the order of the wire.
    public var headers: StompHeaders {
        let bytes = batch.bytes.span
        return StompHeaders(
            batch.fields[record.fields].map { field in
                StompHeaders.Entry(
                    name: bytes.string(in: slabRange(field.name)),
                    value: bytes.string(in: slabRange(field.value))
                )
            }
        )
    }
}

// MARK: Body

extension StompFrameView {
    /// The number of bytes in the body.
    public var bodyCount: Int { record.body.count }

    /// Lends the body, byte for byte.
    public func withBody<Result, Failure: Error>(
        _ use: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try use(batch.bytes.span.extracting(slabRange(record.body)))
    }

    /// A copy of the body.
    public var body: [UInt8] { Array(batch.bytes[slabRange(record.body)]) }

    /// A copy that owns its memory.
    public var frame: StompFrame { StompFrame(command, headers: headers, body: body) }

    @inline(__always)
    private func slabRange(_ offsets: Range<UInt32>) -> Range<Int> {
        (record.start + Int(offsets.lowerBound))..<(record.start + Int(offsets.upperBound))
    }
}
