import Transport

/// Whether the server takes anything new.
final class ServerState: Sendable {
    private let stopping = Locked(false)

    /// Whether it is being stopped.
    var isStopping: Bool { stopping.withLock { $0 } }

    /// Takes nothing new from now on.
    func stop() { stopping.withLock { $0 = true } }
}
