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

    /// The first `bytesUsed` are in use, and the first `fieldCount` fields; those behind are room, so that parsing
    /// writes in place.
    var bytes: [UInt8] = []
    private(set) var bytesUsed = 0
    var fields: [Field] = []
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
        // What brokers send has a frame in 300 bytes or so, with five headers; more of either only costs growth.
        records.reserveCapacity(records.count + count / 256 + 1)
        makeRoom(forBytes: count)
        makeRoom(forFields: count / 48 + WholeFrame.fieldLimit)
    }

    /// Whether no copy, slice or view of this batch is left anywhere, so that its memory can be used again.
    public mutating func isUnshared() -> Bool { isKnownUniquelyReferenced(&lease) }

    /// Forgets all frames and heart-beats and keeps the memory, unless a copy or a slice of this batch still holds it.
    public mutating func removeAll() {
        bytesUsed = 0
        fieldCount = 0
        records.removeAll(keepingCapacity: true)
        window = 0..<0
        heartBeats = 0
    }

    /// Adds a copy of a frame of another batch.
    public mutating func append(_ view: StompFrameView) {
        let (batch, record) = (view.batch, view.record)
        append(
            bytes: batch.bytes.span.extracting(record.start..<record.end),
            fields: batch.fields[record.fields],
            of: record.command,
            bodyStart: Int(record.body.lowerBound)
        )
    }

    /// Adds a copy of a frame. A frame has less than 4 GiB.
    public mutating func append(_ frame: StompFrame) {
        var bytes: [UInt8] = []
        func place(_ text: String) -> Range<Int> {
            let start = bytes.count
            bytes.append(contentsOf: text.utf8)
            return start..<bytes.count
        }
        let fields = frame.headers.entries.map { Field(name: place($0.name), value: place($0.value)) }
        let bodyStart = bytes.count
        bytes.append(contentsOf: frame.body)
        append(bytes: bytes.span, fields: fields, of: frame.command, bodyStart: bodyStart)
    }

    /// Adds a frame made elsewhere, its fields as offsets in its bytes.
    mutating func append(
        bytes new: Span<UInt8>,
        fields: some Collection<Field>,
        of command: StompCommand,
        bodyStart: Int
    ) {
        copy(new, 0..<new.count)
        makeRoom(forFields: fields.count)
        for (index, field) in zip(fieldCount..., fields) { self.fields[index] = field }
        append(command, fields: fields.count, body: bodyStart, new.count)
    }

    /// Copies the bytes of `range` behind those in use.
    @inline(__always)
    mutating func copy(_ source: Span<UInt8>, _ range: Range<Int>) {
        makeRoom(forBytes: range.count)
        let start = bytesUsed
        var slab = bytes.mutableSpan
        slab.copy(source, range, to: start)
    }

    /// Adds the frame that has been written behind what is in use: so many fields, and its body between two offsets from
    /// its start. It has less than 4 GiB.
    @inline(__always)
    mutating func append(_ command: StompCommand, fields: Int, body bodyStart: Int, _ bodyEnd: Int) {
        dropFramesOutsideSlice()
        // The parser and its limits see to it that these are in order and fit.
        let own = unsafe Range(uncheckedBounds: (fieldCount, fieldCount &+ fields))
        let body = unsafe Range(
            uncheckedBounds: (UInt32(truncatingIfNeeded: bodyStart), UInt32(truncatingIfNeeded: bodyEnd))
        )
        records.append(Record(command: command, start: bytesUsed, fields: own, body: body))
        window = unsafe Range(uncheckedBounds: (window.lowerBound, records.count))
        bytesUsed &+= bodyEnd
        fieldCount = own.upperBound
    }

    /// The command of the last frame of those that share this memory.
    var lastCommand: StompCommand? { records.last?.command }

    /// Lends the memory behind the bytes and the fields in use, of which there is as much as `makeRoom` was asked for.
    @inline(__always)
    mutating func withRoom<Result>(
        _ change: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Field>) -> Result
    ) -> Result? {
        let (firstByte, firstField) = (bytesUsed, fieldCount)
        return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe fields.withUnsafeMutableBufferPointer { fields in
                guard let memory = bytes.baseAddress, let base = fields.baseAddress else { return nil }
                return unsafe change(memory + firstByte, base + firstField)
            }
        }
    }

    /// Lends the memory of fields and bytes, to be changed in place.
    mutating func withMemory<Result>(_ change: (inout [Field], inout [UInt8]) -> Result) -> Result {
        change(&fields, &bytes)
    }

    /// Makes room behind the bytes in use.
    @inline(__always)
    mutating func makeRoom(forBytes count: Int) {
        if bytes.count &- bytesUsed < count { growBytes(by: count) }
    }

    /// Makes room behind the fields in use.
    @inline(__always)
    mutating func makeRoom(forFields count: Int) {
        if fields.count &- fieldCount < count { growFields(by: count) }
    }

    /// A slice may end before the records it shares do.
    @inline(__always)
    private mutating func dropFramesOutsideSlice() {
        if window.upperBound != records.count { records.removeSubrange(window.upperBound...) }
    }
}

extension StompFrameBatch {
    /// At least doubles what is in use. What is behind it is not filled, so that it takes no memory until it is needed.
    @inline(never)
    private mutating func growBytes(by count: Int) {
        let size = bytesUsed + Swift.max(count, bytesUsed)
        let old = bytes[..<bytesUsed]
        // Nothing behind the bytes in use is read before it is written.
        bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { memory, initializedCount in
            _ = unsafe memory.update(fromContentsOf: old)
            initializedCount = size
        }
    }

    @inline(never)
    private mutating func growFields(by count: Int) {
        let filler = Field(name: 0..<0, value: 0..<0)
        fields.append(contentsOf: repeatElement(filler, count: Swift.max(count, fields.count)))
    }
}
