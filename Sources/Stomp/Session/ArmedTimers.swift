/// Which timers run, so that none is cancelled twice or left behind.
struct ArmedTimers: Sendable {
    private var armed: Set<StompSession.Timer> = []

    /// Starts a timer or moves it.
    mutating func schedule(_ timer: StompSession.Timer, at time: Duration) -> StompSession.Action {
        armed.insert(timer)
        return .schedule(timer, at: time)
    }

    func isArmed(_ timer: StompSession.Timer) -> Bool { armed.contains(timer) }

    /// Notes that a timer fired; false when it was not running and the call is stale.
    mutating func fired(_ timer: StompSession.Timer) -> Bool { armed.remove(timer) != nil }

    /// Stops a timer if it runs.
    mutating func cancel(_ timer: StompSession.Timer) -> [StompSession.Action] {
        armed.remove(timer) == nil ? [] : [.cancel(timer)]
    }

    /// Stops all that run.
    mutating func cancelAll() -> [StompSession.Action] {
        StompSession.Timer.allCases.flatMap { cancel($0) }
    }
}
