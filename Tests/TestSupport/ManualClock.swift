import Transport

/// A clock that stands still until a test moves it.
///
/// A test waits for the timer it expects, then moves the clock:
/// ```swift
/// let timer = try await clock.nextTimer()
/// clock.advance(to: timer)
/// ```
public final class ManualClock: Clock, Sendable {
    /// A point on the clock.
    public struct Instant: InstantProtocol, Sendable {
        /// Time since the clock was made.
        public var offset: Duration = .zero

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let id: Int
        let condition: @Sendable ([Instant]) -> Bool
        let continuation: CheckedContinuation<[Instant], any Error>
    }

    private struct State {
        var now = Instant()
        var nextID = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []

        /// The deadlines slept for, soonest first.
        var deadlines: [Instant] { sleepers.map(\.deadline).sorted() }

        mutating func makeID() -> Int {
            nextID += 1
            return nextID
        }

        /// Takes the watchers whose condition holds now.
        mutating func takeSatisfied() -> [Watcher] {
            let deadlines = deadlines
            let satisfied = watchers.filter { $0.condition(deadlines) }
            watchers.removeAll { $0.condition(deadlines) }
            return satisfied
        }
    }

    // The thread sanitizer can't follow `Mutex`.
    private let state = Locked(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The deadlines slept for, soonest first.
    public var deadlines: [Instant] {
        state.withLock { $0.deadlines }
    }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enum Outcome { case cancelled, passed, waits([Watcher], [Instant]) }
                let outcome = state.withLock { state -> Outcome in
                    // The handler below runs after the flag is set and takes this lock: one of the two sees the other.
                    if Task.isCancelled { return .cancelled }
                    if deadline <= state.now { return .passed }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return .waits(state.takeSatisfied(), state.deadlines)
                }
                switch outcome {
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .passed: continuation.resume()
                case .waits(let watchers, let deadlines):
                    for watcher in watchers { watcher.continuation.resume(returning: deadlines) }
                }
            }
        } onCancel: {
            let (sleeper, watchers, deadlines) = state.withLock { state -> (Sleeper?, [Watcher], [Instant]) in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return (nil, [], []) }
                let sleeper = state.sleepers.remove(at: index)
                return (sleeper, state.takeSatisfied(), state.deadlines)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
            for watcher in watchers { watcher.continuation.resume(returning: deadlines) }
        }
    }
}

// MARK: Waiting for timers

extension ManualClock {
    /// Waits until somebody sleeps, and returns the soonest deadline; at once if somebody sleeps already.
    @discardableResult
    public func nextTimer() async throws -> Instant {
        try await timers { !$0.isEmpty }[0]
    }

    /// Waits until somebody sleeps until exactly `deadline`.
    public func timer(at deadline: Instant) async throws {
        _ = try await timers { $0.contains(deadline) }
    }

    /// Waits until somebody sleeps until exactly `offset` after the clock was made.
    public func timer(at offset: Duration) async throws {
        try await timer(at: Instant(offset: offset))
    }

    /// Waits until the deadlines slept for, soonest first, are as `condition` says, and returns them.
    @discardableResult
    public func timers(where condition: @escaping @Sendable ([Instant]) -> Bool) async throws -> [Instant] {
        let id = state.withLock { $0.makeID() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enum Outcome { case cancelled, holds([Instant]), waits }
                let outcome = state.withLock { state -> Outcome in
                    if Task.isCancelled { return .cancelled }
                    let deadlines = state.deadlines
                    if condition(deadlines) { return .holds(deadlines) }
                    state.watchers.append(Watcher(id: id, condition: condition, continuation: continuation))
                    return .waits
                }
                switch outcome {
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .holds(let deadlines): continuation.resume(returning: deadlines)
                case .waits: break
                }
            }
        } onCancel: {
            let watcher = state.withLock { state -> Watcher? in
                guard let index = state.watchers.firstIndex(where: { $0.id == id }) else { return nil }
                return state.watchers.remove(at: index)
            }
            watcher?.continuation.resume(throwing: CancellationError())
        }
    }
}

// MARK: Moving the clock

extension ManualClock {
    /// Moves the clock forward and wakes whoever's time has come, soonest first.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to `instant`, never back, and wakes whoever's time has come, soonest first.
    public func advance(to instant: Instant) {
        let (due, watchers, deadlines) = state.withLock { state -> ([Sleeper], [Watcher], [Instant]) in
            state.now = max(state.now, instant)
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= now }
            return (due, state.takeSatisfied(), state.deadlines)
        }
        for sleeper in due { sleeper.continuation.resume() }
        for watcher in watchers { watcher.continuation.resume(returning: deadlines) }
    }
}
