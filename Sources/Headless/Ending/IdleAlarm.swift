import Synchronization

/// Rings once nothing has touched it for a while.
final class IdleAlarm: Sendable {
    private let limit: Duration
    private let clock: any Clock<Duration>
    private let ring: @Sendable () -> Void
    private let waiting = Mutex<Task<Void, Never>?>(nil)

    init(after limit: Duration, on clock: any Clock<Duration>, _ ring: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.clock = clock
        self.ring = ring
    }

    /// Begins to wait anew.
    func touch() {
        let (limit, clock, ring) = (limit, clock, ring)
        let task = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            ring()
        }
        waiting.withLock { waiting in
            let before = waiting
            waiting = task
            return before
        }?.cancel()
    }

    /// Does not ring any more.
    func cancel() {
        waiting.withLock { waiting in
            let before = waiting
            waiting = nil
            return before
        }?.cancel()
    }
}
