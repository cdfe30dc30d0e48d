/// What a stream has and who waits for it. Its owner holds a lock over every call; none of them blocks.
struct CurlStreamState: ~Copyable {
    /// What a suspended caller waits for.
    enum Wish {
        case bytes
        case room
        case emptyQueue
    }

    struct Waiter {
        let id: UInt64
        let wish: Wish
        let continuation: CheckedContinuation<Void, Never>
    }

    /// What is sent on the poller's thread at a time, so that one stream does not hold up the others.
    private static let sendTurn = 1024 * 1024

    private let queueLimit: Int
    /// Nil once closed.
    private var connection: CurlConnection?
    private var registration: PollRegistration?
    private var queue = SendQueue()
    private var failure: TransportError?
    private var isAtEnd = false
    private var armed: Readiness = []
    private var lastID: UInt64 = 0
    /// There was something to read when the poller looked; it is worth trying.
    private var isReadable = false
    private var waiters: [Waiter] = []

    init(connection: CurlConnection, queueLimit: Int) {
        self.connection = connection
        self.queueLimit = queueLimit
    }
}

// MARK: Bytes

extension CurlStreamState {
    /// Reads what is there; nil when there is nothing, 0 at the end.
    mutating func receive(into memory: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        guard let connection else { throw .closed }
        if isAtEnd { return 0 }
        switch connection.receive(into: memory) {
        case .bytes(let count):
            // The system tells of a reset once, to a read or a write, and then of an end.
            if count == 0, let failure { throw failure }
            isAtEnd = count == 0
            return count
        case .wouldBlock:
            if let failure { throw failure }
            return nil
        case .failed(let received):
            throw fail(with: received)
        }
    }

    /// Queues bytes if there is room, and sends them at once if nothing is before them.
    mutating func enqueue(_ bytes: [UInt8]) throws(TransportError) -> Bool {
        try checkWritable()
        guard hasRoom else { return false }
        let isFirst = queue.isEmpty
        queue.append(bytes)
        if isFirst {
            send(atMost: .max)
            if let failure { throw failure }
            arm()
        }
        return true
    }

    /// Whether everything queued has been handed to the system.
    func isFlushed() throws(TransportError) -> Bool {
        try checkWritable()
        return queue.isEmpty
    }

    /// The bytes queued.
    var queueCount: Int { queue.count }

    private var hasRoom: Bool { queue.count <= queueLimit }

    private func checkWritable() throws(TransportError) {
        if connection == nil { throw .closed }
        if let failure { throw failure }
    }

    private mutating func send(atMost limit: Int) {
        guard let connection, failure == nil else { return }
        if let failed = queue.send(atMost: limit, connection.send) { _ = fail(with: failed) }
    }

    /// Remembers what broke the stream first.
    private mutating func fail(with new: CurlFailure) -> TransportError {
        let error = failure ?? new.ofStream
        failure = error
        queue.drop()
        return error
    }
}

// MARK: Waiting

extension CurlStreamState {
    /// The calls that are suspended.
    var waiterCount: Int { waiters.count }

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Keeps a waiter; `takeDue()` tells whether it has to wait at all.
    mutating func keep(_ waiter: Waiter) {
        waiters.append(waiter)
        arm()
    }

    /// Takes those who need not wait any longer; to be called and resumed after every change.
    mutating func takeDue() -> [Waiter] {
        if waiters.isEmpty { return [] }
        var due: [Waiter] = []
        var left: [Waiter] = []
        for waiter in waiters {
            if isFulfilled(waiter.wish) { due.append(waiter) } else { left.append(waiter) }
        }
        waiters = left
        isReadable = false
        return due
    }

    mutating func takeWaiter(id: UInt64) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        return waiters.remove(at: index)
    }

    mutating func watch(_ registration: PollRegistration) {
        self.registration = registration
    }

    /// Does what readiness allows.
    mutating func becameReady(_ readiness: Readiness) {
        armed = []
        isReadable = readiness.contains(.reading)
        if readiness.contains(.writing) { send(atMost: Self.sendTurn) }
        arm()
    }

    /// Takes everything apart; the caller lets the connection go.
    mutating func close() -> CurlConnection? {
        // Before the descriptor is closed, for its number may be given out again at once.
        registration?.remove()
        registration = nil
        queue.drop()
        return connection.take()
    }

    private var isOver: Bool { connection == nil || failure != nil }

    private func isFulfilled(_ wish: Wish) -> Bool {
        switch wish {
        case .bytes: isOver || isReadable
        case .room: isOver || hasRoom
        case .emptyQueue: isOver || queue.isEmpty
        }
    }

    /// Asks the poller for what somebody waits for, if it is not asked already.
    private mutating func arm() {
        guard let registration, !isOver else { return }
        var wanted: Readiness = queue.isEmpty ? [] : .writing
        if !isReadable, waiters.contains(where: { $0.wish == .bytes }) { wanted.insert(.reading) }
        guard !wanted.isSubset(of: armed) else { return }
        armed.formUnion(wanted)
        if !registration.arm(for: armed) { failure = .system(detail: "A socket can't be waited for any more") }
    }
}
