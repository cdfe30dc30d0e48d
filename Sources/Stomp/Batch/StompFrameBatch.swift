/// Frames parsed from one stretch of bytes: one slab of memory and offsets into it, so that a thousand messages cost
/// a few allocations. Copies and slices share the slab.
public struct StompFrameBatch: Sendable {
    /// A name and a value, as offsets from the start of their frame.
    struct Field: Sendable {
        var name: Range<UInt32>
        var value: Range<UInt32>
    }

    /// One frame: where it starts in the slab, which fields are its own, and its body as offsets from its start.
    struct Record: Sendable {
        var command: StompCommand
        var start: Int
        var fields: Range<Int>
        var body: Range<UInt32>
    }

    var bytes: [UInt8] = []
    var fields: [Field] = []
    private var records: [Record] = []
    private var window = 0..<0

    /// End-of-lines that came outside frames.
    public internal(set) var heartBeats = 0

    /// Makes an empty batch.
    public init() {}

    /// The number of bytes its frames occupy.
    public var byteCount: Int {
        guard let first = window.first, let last = window.last else { return 0 }
        return records[last].end - records[first].start
    }
}

extension StompFrameBatch.Record {
    /// Where the frame ends in the slab.
    var end: Int { start + Int(body.upperBound) }
}

extension StompFrameBatch: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { window.count }

    public subscript(index: Int) -> StompFrameView {
        precondition(index >= 0 && index < window.count, "no such frame in the batch")
        return StompFrameView(batch: self, record: records[window.lowerBound + index])
    }

    /// The commands, without the cost of a view for each.
    public func command(at index: Int) -> StompCommand {
        precondition(index >= 0 && index < window.count, "no such frame in the batch")
        return records[window.lowerBound + index].command
    }

    /// The frames of `range` as a batch whose first index is 0 and that shares this one's memory. It carries no
    /// heart-beats.
    public func slice(_ range: Range<Int>) -> StompFrameBatch {
        precondition(range.lowerBound >= 0 && range.upperBound <= window.count, "no such frames in the batch")
        var slice = self
        slice.window = (window.lowerBound + range.lowerBound)..<(window.lowerBound + range.upperBound)
        slice.heartBeats = 0
        return slice
    }
}

extension StompFrameBatch {
    /// Makes room for the frames of a read of `bytes` bytes, so that parsing it allocates nothing more.
    public mutating func reserve(bytes count: Int) {
        bytes.reserveCapacity(bytes.count + count)
        // What brokers send has a frame in 300 bytes or so, with five headers; more of either only costs growth.
        records.reserveCapacity(records.count + count / 256 + 1)
        fields.reserveCapacity(fields.count + count / 48 + 8)
    }

    /// Forgets all frames and heart-beats and keeps the memory, unless a copy or a slice of this batch still holds it.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        records.removeAll(keepingCapacity: true)
        window = 0..<0
        heartBeats = 0
    }

    /// Adds a copy of a frame of another batch.
    public mutating func append(_ view: StompFrameView) {
        let firstField = fields.count
        let start = bytes.count
        fields.append(contentsOf: view.batch.fields[view.record.fields])
        bytes.append(view.batch.bytes.span, view.record.start..<view.record.end)
        append(view.command, start: start, firstField: firstField, body: view.record.body)
    }

    /// Adds a copy of a frame. A frame has less than 4 GiB.
    public mutating func append(_ frame: StompFrame) {
        let firstField = fields.count
        let start = bytes.count
        func place(_ text: String) -> Range<UInt32> {
            let lower = bytes.count - start
            bytes.append(contentsOf: text.utf8)
            return UInt32(lower)..<UInt32(bytes.count - start)
        }
        for entry in frame.headers.entries {
            let name = place(entry.name)
            fields.append(Field(name: name, value: place(entry.value)))
        }
        let body = UInt32(bytes.count - start)..<UInt32(bytes.count - start + frame.body.count)
        bytes.append(contentsOf: frame.body)
        append(frame.command, start: start, firstField: firstField, body: body)
    }

    /// Adds the frame whose bytes and fields have just been appended.
    @inline(__always)
    mutating func append(_ command: StompCommand, start: Int, firstField: Int, body: Range<UInt32>) {
        dropFramesOutsideSlice()
        records.append(Record(command: command, start: start, fields: firstField..<fields.count, body: body))
        window = window.lowerBound..<records.count
    }

    /// A slice may end before the records it shares do.
    @inline(__always)
    private mutating func dropFramesOutsideSlice() {
        if window.upperBound != records.count { records.removeSubrange(window.upperBound...) }
    }
}
