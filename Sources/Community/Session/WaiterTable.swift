import Synchronization

/// Those who wait for a token. One that is cancelled goes at once, without asking anybody.
final class WaiterTable: Sendable {
    typealias Outcome = Result<Secret, SessionMachine.Refusal>

    private struct State {
        var lastID = 0
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }

    private let state = Mutex(State())

    func newID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Waits for `resolve`; `begin` runs once the waiter is known.
    func wait(
        _ id: Int,
        isolation: isolated (any Actor)? = #isolation,
        begin: () -> Void
    ) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    // The handler runs after the flag is set and takes this lock: one of the two sees the other.
                    if Task.isCancelled { return false }
                    state.waiters[id] = continuation
                    return true
                }
                if isWaiting {
                    begin()
                } else {
                    continuation.resume(returning: .failure(.failed(.cancelled)))
                }
            }
        } onCancel: {
            resolve(id, .failure(.failed(.cancelled)))
        }
    }

    /// Ends a wait; nothing happens if it is over.
    func resolve(_ id: Int, _ outcome: Outcome) {
        let continuation = state.withLock { $0.waiters.removeValue(forKey: id) }
        continuation?.resume(returning: outcome)
    }
}
