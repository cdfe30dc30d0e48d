import Synchronization

/// One attempt to connect, on a thread of its own because look-ups and handshakes may block.
final class ConnectAttempt: Sendable {
    typealias Outcome = Result<CurlConnection, TransportError>

    private struct State {
        var isOver = false
        var waiter: CheckedContinuation<Outcome, Never>?
        /// For waking the thread; it is the thread's until the attempt is over.
        var connection: CurlConnection?
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
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { start($0) }
        } onCancel: {
            end(with: .failure(.cancelled))
        }
        let connection = try outcome.get()
        if Task.isCancelled { throw .cancelled }
        return connection
    }

    private func start(_ waiter: CheckedContinuation<Outcome, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.waiter = waiter }
            return state.isOver
        }
        if isOver { return waiter.resume(returning: .failure(.cancelled)) }
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
            state.isOver = true
            state.connection?.wakeUp()
            state.connection = nil
            return state.waiter.take()
        }
        waiter?.resume(returning: outcome)
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
