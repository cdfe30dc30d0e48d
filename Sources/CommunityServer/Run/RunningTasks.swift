import Transport

/// The tasks of one concern that have begun and not ended, so that somebody can wait for them and cancel them.
final class RunningTasks: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var lastID = 0
        var tasks: [Int: Task<Void, Never>] = [:]
        var waiters: [Waiter] = []
        var isClosed = false

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let state = Locked(State())

    /// How many there are.
    var count: Int { state.withLock { $0.tasks.count } }

    /// Starts one; false, and nothing started, once it is closed.
    @discardableResult
    func start(_ body: @escaping @Sendable () async -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            let id = state.makeID()
            // Its end waits for this lock, so it can't come before it is known.
            state.tasks[id] = Task { [self] in
                await body()
                ended(id)
            }
            return true
        }
    }

    /// Starts none from now on.
    func close() { state.withLock { $0.isClosed = true } }

    /// Asks all to stop early.
    func cancelAll() {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }

    /// Waits until none runs; false when that took longer than `limit`.
    func allEnded(within limit: Duration, clock: any Clock<Duration>) async -> Bool {
        let id = state.withLock { $0.makeID() }
        let alarm = Task { [self] in
            // A cancelled sleep comes after everybody was told.
            try? await clock.sleep(for: limit)
            giveUp(id)
        }
        defer { alarm.cancel() }
        return await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.tasks.isEmpty { return true }
                state.waiters.append(Waiter(id: id, continuation: continuation))
                return false
            }
            if isIdle { continuation.resume(returning: true) }
        }
    }

    private func ended(_ id: Int) {
        let waiters = state.withLock { state -> [Waiter] in
            state.tasks[id] = nil
            guard state.tasks.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
    }

    private func giveUp(_ id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }
}
