/// Both directions of a connection in memory, as a value.
///
/// What the client writes goes through two stages, as it does in a real system: the client's own queue, which a limit
/// bounds, and the inbox that stands for the buffers of the two kernels.
struct MemoryLink: Sendable {
    /// How one side's sending ends.
    enum Ending: Sendable {
        case endOfStream
        case reset
    }

    /// What reading gives the client.
    enum Read: Sendable {
        case bytes([UInt8])
        case endOfStream
        case failed(TransportError)
    }

    private enum ClientState: Sendable {
        case open
        case closed
        case broken(TransportError)
    }

    private struct Cut: Sendable {
        var remaining: Int
        let fault: MemoryFault
    }

    static let resetError = TransportError.reset(detail: "Connection reset by peer")

    let writeQueueLimit: Int
    let inboxLimit: Int
    var splitter: DeliverySplitter
    /// The peer takes nothing more out of the network, so that the client's writes pile up.
    var isStalled = false {
        didSet { moveToInbox() }
    }
    private(set) var isHalfOpen = false
    private(set) var swallowedCount = 0
    /// The client's reads that have not got anything yet.
    var waitingReads = 0

    private var client = ClientState.open
    private var writeQueue = Fifo<UInt8>()
    private var inbox = Fifo<UInt8>()
    private var arrived = Fifo<UInt8>()
    private var arrivedPieces = Fifo<Int>()
    private var ending: Ending?
    private var deliveryCut: Cut?
    private var receiptCut: Cut?

    init(writeQueueLimit: Int, inboxLimit: Int, splits: DeliverySplits) {
        self.writeQueueLimit = writeQueueLimit
        self.inboxLimit = inboxLimit
        splitter = DeliverySplitter(splits)
    }

    var isClosedByClient: Bool {
        if case .closed = client { true } else { false }
    }
    /// Bytes that have arrived and that the client has not read.
    var unreadCount: Int { arrived.count }
    /// Bytes the client has written and the network has not taken.
    var queuedCount: Int { writeQueue.count }
    var isClientIdle: Bool { waitingReads > 0 && arrived.isEmpty }
}

// MARK: The client's side

extension MemoryLink {
    /// What a read of up to `limit` bytes gives now; nil while there is nothing.
    mutating func read(_ limit: Int) -> Read? {
        if case .closed = client { return .failed(.closed) }
        if let piece = arrivedPieces.first {
            let count = min(piece, limit)
            if count < piece {
                arrivedPieces.replaceFirst(with: piece - count)
            } else {
                arrivedPieces.takeFirst()
            }
            return .bytes(arrived.take(count))
        }
        if case .broken(let error) = client { return .failed(error) }
        return ending == .endOfStream ? .endOfStream : nil
    }

    /// Queues bytes if the queue has room; nil while it has none.
    mutating func write(_ bytes: [UInt8]) -> Result<Void, TransportError>? {
        if let error = writeError { return .failure(error) }
        guard writeQueue.count <= writeQueueLimit else { return nil }
        writeQueue.append(contentsOf: bytes)
        moveToInbox()
        return .success(())
    }

    /// Whether everything queued has gone; nil while it has not.
    func flush() -> Result<Void, TransportError>? {
        if let error = writeError { return .failure(error) }
        return writeQueue.isEmpty ? .success(()) : nil
    }

    /// Drops the connection with whatever the network has not taken yet.
    mutating func close() {
        client = .closed
        writeQueue.takeAll()
        dropArrived()
    }

    private var writeError: TransportError? {
        switch client {
        case .open: nil
        case .closed: .closed
        case .broken(let error): error
        }
    }
}

// MARK: The peer's side

extension MemoryLink {
    /// Brings bytes to the client.
    mutating func deliver(_ bytes: [UInt8]) {
        guard canDeliver else { return }
        guard let cut = deliveryCut, bytes.count >= cut.remaining else {
            deliveryCut?.remaining -= bytes.count
            return arrive(bytes[...])
        }
        arrive(bytes.prefix(cut.remaining))
        deliveryCut = nil
        apply(cut.fault)
    }

    /// Brings the end of the peer's bytes to the client; a reset breaks its writes at once.
    mutating func deliver(_ ending: Ending) {
        guard canDeliver else { return }
        self.ending = ending
        if ending == .reset {
            client = .broken(Self.resetError)
            writeQueue.takeAll()
        }
    }

    /// Takes up to `limit` bytes of what the client wrote.
    mutating func takeReceived(_ limit: Int) -> [UInt8] {
        let taken = inbox.take(limit)
        moveToInbox()
        return taken
    }

    /// What the client wrote and the peer has not taken.
    var received: ArraySlice<UInt8> { inbox.elements }
    /// Nothing more will come from the client.
    var isReceiptOver: Bool {
        if case .open = client { false } else { true }
    }

    mutating func cutDelivery(after count: Int, fault: MemoryFault) {
        deliveryCut = Cut(remaining: count, fault: fault)
        if count == 0 { deliver([]) }
    }

    mutating func cutReceipt(after count: Int, fault: MemoryFault) {
        receiptCut = Cut(remaining: count, fault: fault)
        if count == 0 { receive([]) }
    }

    mutating func apply(_ fault: MemoryFault) {
        switch fault {
        case .endOfStream: deliver(.endOfStream)
        case .reset: deliver(.reset)
        case .halfOpen:
            isHalfOpen = true
            moveToInbox()
        }
    }

    private var canDeliver: Bool {
        guard case .open = client else { return false }
        return ending == nil && !isHalfOpen
    }

    private mutating func arrive(_ bytes: ArraySlice<UInt8>) {
        arrived.append(contentsOf: bytes)
        arrivedPieces.append(contentsOf: splitter.pieces(of: bytes.count))
    }

    private mutating func dropArrived() {
        arrived.takeAll()
        arrivedPieces.takeAll()
    }

    private mutating func moveToInbox() {
        if isHalfOpen {
            swallowedCount += writeQueue.takeAll().count
        } else if !isStalled, inbox.count < inboxLimit {
            receive(writeQueue.take(inboxLimit - inbox.count))
        }
    }

    private mutating func receive(_ bytes: [UInt8]) {
        guard let cut = receiptCut, bytes.count >= cut.remaining else {
            receiptCut?.remaining -= bytes.count
            return inbox.append(contentsOf: bytes)
        }
        inbox.append(contentsOf: bytes.prefix(cut.remaining))
        receiptCut = nil
        let lost = bytes.dropFirst(cut.remaining)
        if case .halfOpen = cut.fault { swallowedCount += lost.count }
        if case .endOfStream = cut.fault { inbox.append(contentsOf: lost) }
        apply(cut.fault)
    }
}
