/// A connection that curl made, as a stream.
///
/// Reads and writes try at once, under a lock that is held only over calls which don't block. Who has to wait arms the
/// poller; its thread wakes readers and sends what is queued.
final class CurlStream: ByteStream, PollTarget {
    private let state: Locked<CurlStreamState>
    private let pace = ReadPace()

    init(_ connection: CurlConnection, queueLimit: Int) throws(TransportError) {
        guard let socket = connection.socket else { throw .reset(detail: "The connection is gone already") }
        state = Locked(CurlStreamState(connection: connection, queueLimit: queueLimit))
        let registration = try Poller.shared.get().add(socket, target: self)
        state.withLock { $0.watch(registration) }
    }

    deinit { close() }

    /// The calls that are suspended.
    var waiterCount: Int { state.withLock { $0.waiterCount } }
    /// The bytes that the system has not taken.
    var queueCount: Int { state.withLock { $0.queueCount } }

    func read(into buffer: ReadBuffer) async throws(TransportError) -> Int {
        await pace.keep()
        while true {
            if Task.isCancelled { throw .cancelled }
            if let count = try receive(into: buffer) { return count }
            await wait(for: .bytes)
            pace.rest()
        }
    }

    func readNow(into buffer: ReadBuffer) -> Int {
        // Ends and failures stay until the next `read`.
        (try? receive(into: buffer)) ?? 0
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        while true {
            if Task.isCancelled { throw .cancelled }
            if try change({ state throws(TransportError) in try state.enqueue(bytes) }) { return }
            await wait(for: .room)
        }
    }

    func flush() async throws(TransportError) {
        while true {
            if Task.isCancelled { throw .cancelled }
            if try change({ state throws(TransportError) in try state.isFlushed() }) { return }
            await wait(for: .emptyQueue)
        }
    }

    func close() {
        let connection = change { $0.close() }
        // This is the last reference: handles and socket go here, outside of the lock.
        withExtendedLifetime(connection) {}
    }

    func becameReady(_ readiness: Readiness) {
        change { $0.becameReady(readiness) }
    }

    private func receive(into buffer: ReadBuffer) throws(TransportError) -> Int? {
        try buffer.withMutableMemory { memory throws(TransportError) in
            // SAFETY: used under the lock and only until this closure ends.
            nonisolated(unsafe) let memory = memory
            return try change { state throws(TransportError) in try state.receive(into: memory) }
        }
    }

    /// Suspends until it is worth looking again: the wish is fulfilled, the stream broken or closed, the task cancelled.
    private func wait(for wish: CurlStreamState.Wish) async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = change { state in
                    // The handler below comes after the flag and takes the lock: one of the two sees the other.
                    if Task.isCancelled { return true }
                    state.keep(CurlStreamState.Waiter(id: id, wish: wish, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.takeWaiter(id: id) }?.continuation.resume()
        }
    }

    /// Changes the state under the lock, then resumes whoever need not wait any longer, also when `body` throws.
    private func change<Value, Failure: Error>(
        _ body: (inout CurlStreamState) throws(Failure) -> sending Value
    ) throws(Failure) -> sending Value {
        var due: [CurlStreamState.Waiter] = []
        defer {
            for waiter in due { waiter.continuation.resume() }
        }
        return try state.withLock { state throws(Failure) in
            defer { due = state.takeDue() }
            return try body(&state)
        }
    }
}
