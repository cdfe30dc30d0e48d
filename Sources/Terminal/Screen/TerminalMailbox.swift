import Synchronization

/// Events on their way from the terminal's thread to the one who handles them.
final class TerminalMailbox: Sendable {
    /// The events at which keys are left in the terminal until some were taken.
    static let limit = 1024

    private struct State {
        var events: [TerminalEvent] = []
        var waiter: CheckedContinuation<[TerminalEvent]?, Never>?
        var hasEnded = false
    }

    private let state = Mutex(State())

    var isFull: Bool { state.withLock { $0.events.count >= Self.limit } }

    /// Adds events. Of sizes only the newest counts, and a signal that waits already is not added again.
    func put(_ events: [TerminalEvent]) {
        guard !events.isEmpty else { return }
        let (waiter, batch) = state.withLock {
            state -> (CheckedContinuation<[TerminalEvent]?, Never>?, [TerminalEvent]) in
            guard !state.hasEnded else { return (nil, []) }
            for event in events {
                switch event {
                case .key: break
                case .resized: state.events.removeAll { if case .resized = $0 { true } else { false } }
                default: if state.events.contains(event) { continue }
                }
                state.events.append(event)
            }
            guard let waiter = state.waiter else { return (nil, []) }
            state.waiter = nil
            defer { state.events = [] }
            return (waiter, state.events)
        }
        waiter?.resume(returning: batch)
    }

    /// Waits for events and takes all there are; nil after the end.
    func take() async -> [TerminalEvent]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: [TerminalEvent]?? = state.withLock { state in
                    if !state.events.isEmpty {
                        defer { state.events = [] }
                        return .some(state.events)
                    }
                    if state.hasEnded || Task.isCancelled { return .some(nil) }
                    precondition(state.waiter == nil, "the terminal's events have one reader")
                    state.waiter = continuation
                    return .none
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
    }

    /// No more events come; what waits can still be taken.
    func end() {
        let waiter = state.withLock { state in
            state.hasEnded = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }
}
