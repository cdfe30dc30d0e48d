/// What happened to this machine that may have cut its connections, or made new ones possible.
public enum NetworkChange: Sendable, Equatable {
    /// Its addresses or routes are not what they were.
    case rerouted
    /// It has slept.
    case woke
}

/// Tells of changes of the network.
public protocol NetworkMonitor: Sendable {
    /// What happens from now on. Each call gives a stream of its own; of changes that nobody has taken the latest is kept.
    func changes() -> AsyncStream<NetworkChange>
}
