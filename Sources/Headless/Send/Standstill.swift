import Synchronization

/// Notices when something is waited for and nothing has come for a while. Time in which nothing is waited for does not
/// count.
final class Standstill: Sendable {
    private struct State {
        var isAwaiting = false
        /// When it was begun to wait, or something came last.
        var since = Duration.zero
    }

    private let limit: Duration
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let state = Mutex(State())

    /// - Parameter limit: how long nothing may come.
    init(limit: Duration, clock: any Clock<Duration>) {
        self.limit = limit
        self.clock = clock
        elapsed = Self.stopwatch(clock)
    }

    /// Something is waited for from now on, or nothing is.
    func awaits(_ isAwaiting: Bool) {
        let now = elapsed()
        state.withLock { state in
            if isAwaiting, !state.isAwaiting { state.since = now }
            state.isAwaiting = isAwaiting
        }
    }

    /// Something came.
    func came() {
        let now = elapsed()
        state.withLock { $0.since = now }
    }

    /// Returns once nothing has come for so long.
    ///
    /// - Throws: when the task is cancelled.
    func wait() async throws {
        while true {
            let left = state.withLock { $0.isAwaiting ? $0.since + limit - elapsed() : limit }
            if left <= .zero { return }
            try await clock.sleep(for: left)
        }
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
