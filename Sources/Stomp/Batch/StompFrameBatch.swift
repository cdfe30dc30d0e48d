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
    /// The first `fieldCount` are in use; those behind are room, so that parsing writes in place.
    private(set) var fields: [Field] = []
    private(set) var fieldCount = 0
    private var records: [Record] = []
    private var window = 0..<0
    /// Shared by all copies and slices.
    private var lease = Lease()

    private final class Lease: Sendable {}

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
        makeRoom(forFields: count / 48 + HeaderBlock.fieldLimit)
    }

    /// Whether no copy, slice or view of this batch is left anywhere, so that its memory can be used again.
    public mutating func isUnshared() -> Bool { isKnownUniquelyReferenced(&lease) }

    /// Forgets all frames and heart-beats and keeps the memory, unless a copy or a slice of this batch still holds it.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fieldCount = 0
        records.removeAll(keepingCapacity: true)
        window = 0..<0
        heartBeats = 0
    }

    /// Adds a copy of a frame of another batch.
    public mutating func append(_ view: StompFrameView) {
        let firstField = fieldCount
        let start = bytes.count
        append(view.batch.fields[view.record.fields])
        bytes.append(view.batch.bytes.span, view.record.start..<view.record.end)
        append(view.command, start: start, firstField: firstField, body: view.record.body)
    }

    /// Adds a copy of a frame. A frame has less than 4 GiB.
    public mutating func append(_ frame: StompFrame) {
        let firstField = fieldCount
        let start = bytes.count
        func place(_ text: String) -> Range<UInt32> {
            let lower = bytes.count - start
            bytes.append(contentsOf: text.utf8)
            return UInt32(lower)..<UInt32(bytes.count - start)
        }
        let placed = frame.headers.entries.map { entry in
            let name = place(entry.name)
            return Field(name: name, value: place(entry.value))
        }
        append(placed[...])
        let body = UInt32(bytes.count - start)..<UInt32(bytes.count - start + frame.body.count)
        bytes.append(contentsOf: frame.body)
        append(frame.command, start: start, firstField: firstField, body: body)
    }

    /// Adds the frame whose bytes and fields have just been appended.
    @inline(__always)
    mutating func append(_ command: StompCommand, start: Int, firstField: Int, body: Range<UInt32>) {
        dropFramesOutsideSlice()
        records.append(Record(command: command, start: start, fields: firstField..<fieldCount, body: body))
        window = window.lowerBound..<records.count
    }

    /// Adds fields of the frame under way.
    mutating func append(_ new: ArraySlice<Field>) {
        makeRoom(forFields: new.count)
        for field in new {
            fields[fieldCount] = field
            fieldCount += 1
        }
    }

    /// Lets `write` fill the room behind the fields in use, `room` at least, and takes as many as it says; those of a
    /// frame that it gives up, by nil, don't count.
    @inline(__always)
    mutating func addFields<Result>(
        room: Int,
        _ write: (UnsafeMutableBufferPointer<Field>) -> (count: Int, result: Result)?
    ) -> Result? {
        makeRoom(forFields: room)
        let first = fieldCount
        let added = unsafe fields.withUnsafeMutableBufferPointer { buffer in
            unsafe write(UnsafeMutableBufferPointer(rebasing: buffer[first...]))
        }
        guard let (count, result) = added else { return nil }
        fieldCount = first + count
        return result
    }

    /// Lends the memory of fields and bytes, to be changed in place.
    mutating func withMemory<Result>(_ change: (inout [Field], inout [UInt8]) -> Result) -> Result {
        change(&fields, &bytes)
    }

    /// Takes back what was appended since there were so many fields and bytes.
    mutating func takeBack(toFields fieldCount: Int, bytes byteCount: Int) {
        self.fieldCount = fieldCount
        bytes.removeSubrange(byteCount...)
    }

    @inline(__always)
    private mutating func makeRoom(forFields count: Int) {
        if fields.count &- fieldCount < count { growFields(by: count) }
    }

    @inline(never)
    private mutating func growFields(by count: Int) {
        let blank = Field(name: 0..<0, value: 0..<0)
        fields.append(contentsOf: repeatElement(blank, count: Swift.max(count, fields.count)))
    }

    /// A slice may end before the records it shares do.
    @inline(__always)
    private mutating func dropFramesOutsideSlice() {
        if window.upperBound != records.count { records.removeSubrange(window.upperBound...) }
    }
}
