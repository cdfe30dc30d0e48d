import Transport

/// The server's figures, counted from any thread.
final class ServerMetrics: Sendable {
    private let figures = Locked(ServerFigures())

    /// The figures as they are now.
    var now: ServerFigures { figures.withLock { $0 } }

    /// Counts.
    func count(_ change: @Sendable (inout ServerFigures) -> Void) {
        figures.withLock { change(&$0) }
    }

    /// Counts one that was turned away or cut off.
    func refused(_ reason: ServerFigures.Refusal) {
        figures.withLock { $0.refusals[reason, default: 0] += 1 }
    }
}
