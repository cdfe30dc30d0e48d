import Glibc

/// The network as the kernel tells of it: routes and addresses through rtnetlink(7), sleep through timerfd_create(2).
/// Neither costs anything while nothing changes. A system that offers neither is silent.
public final class SystemNetworkMonitor: NetworkMonitor {
    /// The monitor of this process.
    public static let shared = SystemNetworkMonitor()

    private struct State {
        var lastID = 0
        var listeners: [Int: AsyncStream<NetworkChange>.Continuation] = [:]
        var picture = NetworkPicture()
        var reading = ClockReading()
        /// Held as long as the process lives, once anybody has asked.
        var watches: [EventDescriptor]?
    }

    private let state = Locked(State())

    private init() {}

    public func changes() -> AsyncStream<NetworkChange> {
        let (stream, listener) = AsyncStream.makeStream(of: NetworkChange.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastID += 1
            state.listeners[state.lastID] = listener
            if state.watches == nil { begin(&state) }
            return state.lastID
        }
        listener.onTermination = { [state] _ in
            state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    private func begin(_ state: inout State) {
        state.picture = .now()
        state.reading = .now()
        let network = EventDescriptor.network { [weak self] in self?.networkMoved() }
        let clock = EventDescriptor.clock { [weak self] in self?.clockJumped() }
        state.watches = [network, clock].compactMap(\.self)
    }

    /// The kernel tells much that changes nothing for a connection, such as an address whose lifetime is renewed.
    private func networkMoved() {
        let picture = NetworkPicture.now()
        tell(.rerouted) { state in
            defer { state.picture = picture }
            return state.picture != picture
        }
    }

    private func clockJumped() {
        let reading = ClockReading.now()
        tell(.woke) { state in
            defer { state.reading = reading }
            return reading.hasSlept(since: state.reading)
        }
    }

    private func tell(_ change: NetworkChange, if isChange: (inout State) -> Bool) {
        let listeners = state.withLock { isChange(&$0) ? Array($0.listeners.values) : [] }
        for listener in listeners { listener.yield(change) }
    }
}
