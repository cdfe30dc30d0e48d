import Synchronization

/// A value that is decided once; everybody who waits gets the same.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case open([CheckedContinuation<Value, Never>])
        case decided(Value)
    }

    private let state = Mutex(State.open([]))

    package init() {}

    /// Decides the value, unless that has been done; returns whether this call did.
    @discardableResult
    package func decide(_ value: Value) -> Bool {
        let waiters: [CheckedContinuation<Value, Never>]? = state.withLock { state in
            guard case .open(let waiters) = state else { return nil }
            state = .decided(value)
            return waiters
        }
        waiters?.forEach { $0.resume(returning: value) }
        return waiters != nil
    }

    /// The value, if it has been decided.
    package var value: Value? {
        state.withLock { if case .decided(let value) = $0 { value } else { nil } }
    }

    /// Waits for the value.
    package func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let value: Value? = state.withLock { state in
                switch state {
                case .decided(let value): return value
                case .open(let waiters):
                    state = .open(waiters + [continuation])
                    return nil
                }
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}

/// Waits for `work`, but no longer than `limit`; what is not done by then is cancelled and left behind.
package func within(
    _ limit: Duration,
    on clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async -> Void
) async {
    let done = OneShot<Void>()
    let worker = Task {
        await work()
        done.decide(())
    }
    let timer = Task {
        try await clock.sleep(for: limit)
        done.decide(())
    }
    await done.wait()
    worker.cancel()
    timer.cancel()
}
