import Synchronization

/// One attempt to connect, on a thread of its own because look-ups and handshakes may block.
final class ConnectAttempt: Sendable {
    typealias Outcome = Result<CurlConnection, TransportError>

    private struct State {
        /// How it ended. It is handed over under the lock and not by the continuation, for the thread sanitizer does not
        /// see that a continuation resumed before its task suspends keeps the order.
        var outcome: Outcome?
        var waiter: CheckedContinuation<Void, Never>?
        /// For waking the thread; it is the thread's until the attempt is over.
        var connection: CurlConnection?

        var isOver: Bool { outcome != nil }
    }

    /// Each attempt costs a thread.
    private static let limit = 64
    private static let running = Atomic(0)

    private let endpoint: Endpoint
    private let settings: TransportSettings
    private let state = Locked(State())

    init(to endpoint: Endpoint, settings: TransportSettings) {
        self.endpoint = endpoint
        self.settings = settings
    }

    /// The thread has begun to connect.
    var isOnItsThread: Bool { state.withLock { $0.connection != nil } }

    /// Connects; cancelling the task returns at once while the thread puts away what it has.
    func connection() async throws(TransportError) -> CurlConnection {
        await withTaskCancellationHandler {
            await withCheckedContinuation { start($0) }
        } onCancel: {
            end(with: .failure(.cancelled))
        }
        let outcome = state.withLock { state in
            defer { state.outcome = .failure(.cancelled) }
            return state.outcome
        }
        guard let connection = try outcome?.get() else { throw .cancelled }
        if Task.isCancelled { throw .cancelled }
        return connection
    }

    private func start(_ waiter: CheckedContinuation<Void, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.waiter = waiter }
            return state.isOver
        }
        if isOver { return waiter.resume() }
        do throws(TransportError) {
            try startThread()
        } catch {
            end(with: .failure(error))
        }
    }

    private func startThread() throws(TransportError) {
        guard Self.running.wrappingAdd(1, ordering: .relaxed).newValue <= Self.limit else {
            Self.running.wrappingSubtract(1, ordering: .relaxed)
            throw .system(detail: "Too many attempts to connect are under way")
        }
        do throws(TransportError) {
            try SystemThread.start(name: "bobbin-connect") { [self] in
                end(with: Outcome { () throws(TransportError) in try connect() })
                Self.running.wrappingSubtract(1, ordering: .relaxed)
            }
        } catch {
            Self.running.wrappingSubtract(1, ordering: .relaxed)
            throw error
        }
    }

    /// Ends the attempt, unless it has ended.
    private func end(with outcome: Outcome) {
        let waiter = state.withLock { state in
            if state.isOver { return nil as CheckedContinuation<Void, Never>? }
            state.outcome = outcome
            state.connection?.wakeUp()
            state.connection = nil
            return state.waiter.take()
        }
        waiter?.resume()
    }

    // MARK: On the thread

    private func connect() throws(TransportError) -> CurlConnection {
        let deadline = ContinuousClock.now + settings.connectTimeout
        let connection = try CurlConnection(to: endpoint, settings: settings)
        try connection.start()
        let isOver = state.withLock { state in
            if !state.isOver { state.connection = connection }
            return state.isOver
        }
        if isOver { throw .cancelled }
        while true {
            switch connection.progress() {
            case .connected: return connection
            case .failed(let failure): throw failure.ofConnecting(to: endpoint, settings: settings)
            case .running: break
            }
            let remaining = deadline - .now
            guard remaining > .zero else {
                throw .connectTimedOut(host: endpoint.host, port: endpoint.port, after: settings.connectTimeout)
            }
            connection.wait(atMost: Int32(remaining.milliseconds))
            if state.withLock({ $0.isOver }) { throw .cancelled }
        }
    }
}
