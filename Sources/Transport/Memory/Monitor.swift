/// A value behind a lock whose changes can be awaited.
final class Monitor<Value: Sendable>: Sendable {
    private typealias Resumption = @Sendable () -> Void

    private struct Waiter {
        let id: Int
        /// Takes what was waited for, if it is there, and returns how to tell the waiting task.
        let attempt: @Sendable (inout Value) -> Resumption?
        let cancel: Resumption
    }

    private struct State {
        var value: Value
        var nextID = 0
        var waiters: [Waiter] = []

        /// Serves waiters, oldest first, until none of them gets any further.
        mutating func serve() -> [Resumption] {
            var served: [Resumption] = []
            var index = 0
            while index < waiters.count {
                guard let resumption = waiters[index].attempt(&value) else {
                    index += 1
                    continue
                }
                served.append(resumption)
                waiters.remove(at: index)
                // What one took or left may be what an earlier one waits for.
                index = 0
            }
            return served
        }
    }

    private let state: Locked<State>

    init(_ value: Value) {
        state = Locked(State(value: value))
    }

    /// Changes or looks at the value, and serves whoever waits for the change.
    func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        let (result, served) = state.withLock { state in
            let result = body(&state.value)
            return (result, state.serve())
        }
        served.forEach { $0() }
        return result
    }

    /// Waits until `attempt` returns something. It runs under the lock, now and after every change.
    func wait<Result: Sendable>(
        _ attempt: @escaping @Sendable (inout Value) -> Result?
    ) async throws(CancellationError) -> Result {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        // Handed over under a lock and not by the continuation, for the thread sanitizer does not see that a
        // continuation resumed before its task suspends keeps the order.
        let slot = Locked<Result?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let served = state.withLock { state -> [Resumption] in
                    if Task.isCancelled { return [{ continuation.resume() }] }
                    let retry: @Sendable (inout Value) -> Resumption? = { value in
                        guard let result = attempt(&value) else { return nil }
                        return {
                            slot.withLock { $0 = result }
                            continuation.resume()
                        }
                    }
                    let cancel: Resumption = { continuation.resume() }
                    state.waiters.append(Waiter(id: id, attempt: retry, cancel: cancel))
                    return state.serve()
                }
                served.forEach { $0() }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.cancel()
        }
        guard let result = slot.withLock({ $0 }) else { throw CancellationError() }
        return result
    }
}
