import Transport

/// A network that changes when a test says so.
final class ScriptedNetwork: NetworkMonitor {
    private let stream: AsyncStream<NetworkChange>
    private let continuation: AsyncStream<NetworkChange>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func changes() -> AsyncStream<NetworkChange> { stream }

    func change(_ change: NetworkChange = .rerouted) {
        continuation.yield(change)
    }
}
