/// Bytes on their way to the system, in memory that does not move while OpenSSL holds on to it.
struct SendQueue: ~Copyable {
    private struct Block {
        let memory: UnsafeMutableRawBufferPointer
        var start = 0
        var end = 0
        var room: Int { memory.count - end }
    }

    static let blockSize = 64 * 1024

    /// The bytes queued.
    private(set) var count = 0
    private var blocks: [Block] = []
    /// The size of the last send if the system did not take it: OpenSSL wants the same again.
    private var pendingCount: Int?

    var isEmpty: Bool { count == 0 }

    deinit {
        for block in blocks { block.memory.deallocate() }
    }

    mutating func append(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if (blocks.last?.room ?? 0) == 0 {
                blocks.append(Block(memory: .allocate(byteCount: Self.blockSize, alignment: 64)))
            }
            let last = blocks.count - 1
            let taken = rest.prefix(blocks[last].room)
            UnsafeMutableRawBufferPointer(rebasing: blocks[last].memory[blocks[last].end...]).copyBytes(from: taken)
            blocks[last].end += taken.count
            rest = rest.dropFirst(taken.count)
        }
        count += bytes.count
    }

    /// Sends until nothing is left, `limit` bytes have gone or the system takes no more.
    mutating func send(
        atMost limit: Int,
        _ send: (UnsafeRawBufferPointer) -> CurlConnection.Transferred
    ) -> CurlFailure? {
        var sentCount = 0
        while let block = blocks.first, !isEmpty, sentCount < limit {
            let size = pendingCount ?? block.end - block.start
            let bytes = UnsafeRawBufferPointer(rebasing: block.memory[block.start..<block.start + size])
            switch send(bytes) {
            case .bytes(let count):
                pendingCount = nil
                sentCount += count
                consume(count)
            case .wouldBlock:
                pendingCount = size
                return nil
            case .failed(let failure):
                return failure
            }
        }
        return nil
    }

    private mutating func consume(_ sent: Int) {
        count -= sent
        blocks[0].start += sent
        guard blocks[0].start == blocks[0].end else { return }
        if blocks.count == 1 {
            // The last block is kept for what comes next.
            blocks[0].start = 0
            blocks[0].end = 0
        } else {
            blocks.removeFirst().memory.deallocate()
        }
    }

    /// Forgets everything and frees the memory.
    mutating func drop() {
        for block in blocks { block.memory.deallocate() }
        blocks = []
        count = 0
        pendingCount = nil
    }
}
