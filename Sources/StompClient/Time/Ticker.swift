/// A clock as the machines see it: time since it was made, and a way to wait.
struct Ticker: Sendable {
    /// The time since the ticker was made.
    let now: @Sendable () -> Duration
    /// Waits; throws only when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: any Clock<Duration>) {
        self = Ticker.opened(clock)
    }

    private init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    private static func opened<C: Clock<Duration>>(_ clock: C) -> Ticker {
        let start = clock.now
        return Ticker(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
        )
    }
}
