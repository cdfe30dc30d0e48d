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

    /// Adds a waiter, whose task's cancellation must `resolve` it.
    ///
    /// - Returns: whether it waits; one whose task was cancelled before is resolved at once.
    func add(_ id: Int, _ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isWaiting = state.withLock { state in
            // The handler runs after the flag is set and takes this lock: one of the two sees the other.
            if Task.isCancelled { return false }
            state.waiters[id] = continuation
            return true
        }
        if !isWaiting { continuation.resume(returning: .failure(.failed(.cancelled))) }
        return isWaiting
    }

    /// Ends a wait; nothing happens if it is over.
    func resolve(_ id: Int, _ outcome: Outcome) {
        let continuation = state.withLock { $0.waiters.removeValue(forKey: id) }
        continuation?.resume(returning: outcome)
    }
}
