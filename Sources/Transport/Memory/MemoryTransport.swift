/// A transport whose far ends are played by a test: no sockets, no time of its own, faults on demand.
public final class MemoryTransport: Transport {
    /// What becomes of an attempt to connect.
    public enum ConnectOutcome: Sendable {
        /// It succeeds.
        case accept
        /// It succeeds after this long on the clock.
        case acceptAfter(Duration)
        /// It fails.
        case refuse(TransportError)
        /// It neither succeeds nor fails; only cancelling ends it.
        case hang
    }

    private struct State: Sendable {
        var script = Fifo<ConnectOutcome>()
        var otherwise = ConnectOutcome.accept
        var splits = DeliverySplits.whole
        var connectCount = 0
        var pendingConnectCount = 0
        var openStreamCount = 0
        var arrivals = Fifo<MemoryPeer>()
    }

    private let clock: any Clock<Duration>
    private let writeQueueLimit: Int
    private let inboxLimit: Int
    private let state = Monitor(State())

    /// Makes a transport that accepts every connection.
    ///
    /// - Parameters:
    ///   - clock: measures delays.
    ///   - writeQueueLimit: the bytes in a stream's queue above which its writes wait.
    ///   - inboxLimit: the bytes a peer can leave untaken before the client's writes pile up in its queue.
    public init(
        clock: any Clock<Duration> = ContinuousClock(),
        writeQueueLimit: Int = 4 * 1024 * 1024,
        inboxLimit: Int = 256 * 1024
    ) {
        self.clock = clock
        self.writeQueueLimit = writeQueueLimit
        self.inboxLimit = inboxLimit
    }

    public func connect(to endpoint: Endpoint) async throws(TransportError) -> any ByteStream {
        let outcome = state.withLock { state in
            state.connectCount += 1
            state.pendingConnectCount += 1
            return state.script.takeFirst() ?? state.otherwise
        }
        defer { state.withLock { $0.pendingConnectCount -= 1 } }
        if case .refuse(let error) = outcome { throw error }
        do {
            if case .acceptAfter(let delay) = outcome { try await clock.sleep(for: delay) }
            if case .hang = outcome { try await state.wait { _ -> Void? in nil } }
            try Task.checkCancellation()
        } catch {
            throw .cancelled
        }
        return open(endpoint)
    }

    private func open(_ endpoint: Endpoint) -> MemoryStream {
        let link = MemoryLink(
            writeQueueLimit: writeQueueLimit,
            inboxLimit: inboxLimit,
            splits: state.withLock { $0.splits }
        )
        let connection = MemoryConnection(link: link, clock: clock)
        let peer = MemoryPeer(endpoint: endpoint, connection: connection)
        state.withLock { state in
            state.openStreamCount += 1
            state.arrivals.append(peer)
        }
        return MemoryStream(connection: connection) { [state] in
            state.withLock { $0.openStreamCount -= 1 }
        }
    }
}

// MARK: For the test

extension MemoryTransport {
    /// Waits for the next connection that no one has asked for yet, and hands over its far end.
    public func nextConnection() async throws(CancellationError) -> MemoryPeer {
        try await state.wait { $0.arrivals.takeFirst() }
    }

    /// Lets the next attempts that are not decided yet end so, one each.
    public func script(_ outcomes: ConnectOutcome...) {
        state.withLock { $0.script.append(contentsOf: outcomes) }
    }

    /// Lets every attempt beyond the script end so.
    public func otherwise(_ outcome: ConnectOutcome) {
        state.withLock { $0.otherwise = outcome }
    }

    /// Lets what peers of later connections send arrive in such pieces.
    public func split(_ splits: DeliverySplits) {
        state.withLock { $0.splits = splits }
    }

    /// How often `connect(to:)` was called.
    public var connectCount: Int { state.withLock { $0.connectCount } }

    /// The attempts under way.
    public var pendingConnectCount: Int { state.withLock { $0.pendingConnectCount } }

    /// The streams the client has and has not closed.
    public var openStreamCount: Int { state.withLock { $0.openStreamCount } }

    /// Waits until `connect(to:)` has been called `count` times in all.
    public func waitForConnects(_ count: Int) async throws(CancellationError) {
        try await state.wait { $0.connectCount >= count ? () : nil }
    }

    /// Waits until the client has closed every stream and no attempt is under way.
    public func waitUntilNothingIsOpen() async throws(CancellationError) {
        try await state.wait { $0.openStreamCount == 0 && $0.pendingConnectCount == 0 ? () : nil }
    }
}
