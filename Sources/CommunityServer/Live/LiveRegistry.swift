import Community
import Transport

/// Whose connections there are: what turns members into connections.
final class LiveRegistry: Sendable {
    private struct Entry {
        var sessionID: String
        var wantsEvents = false
    }

    private struct State {
        var members: [Int64: [UInt64: Entry]] = [:]
        var listeners: [Int64: AsyncStream<LiveEvent>.Continuation] = [:]
    }

    private let state = Locked(State())

    /// Whether anybody is connected.
    var isEmpty: Bool { state.withLock { $0.members.isEmpty } }

    /// A connection has become a member's.
    func add(_ connection: UInt64, of member: LiveMember) {
        state.withLock { $0.members[member.memberID, default: [:]][connection] = Entry(sessionID: member.sessionID) }
    }

    /// A connection wants events, or no longer.
    func set(_ connection: UInt64, of memberID: Int64, wantsEvents: Bool) {
        state.withLock { $0.members[memberID]?[connection]?.wantsEvents = wantsEvents }
    }

    /// A connection is gone.
    func remove(_ connection: UInt64, of memberID: Int64) {
        state.withLock { state in
            state.members[memberID]?[connection] = nil
            if state.members[memberID]?.isEmpty == true { state.members[memberID] = nil }
        }
    }

    /// The connections that are to get an event for these members, and the programs here that are.
    func subscribers(
        of members: some Sequence<Int64>
    ) -> (connections: [UInt64], listeners: [AsyncStream<LiveEvent>.Continuation]) {
        let members = Array(members)
        return state.withLock { state in
            var connections: [UInt64] = []
            var listeners: [AsyncStream<LiveEvent>.Continuation] = []
            for member in members {
                for (connection, entry) in state.members[member] ?? [:] where entry.wantsEvents {
                    connections.append(connection)
                }
                if let listener = state.listeners[member] { listeners.append(listener) }
            }
            return (connections, listeners)
        }
    }

    /// The connections of a member that came in by one session, or all of them.
    func connections(of memberID: Int64, sessionID: String?) -> [UInt64] {
        state.withLock { state in
            (state.members[memberID] ?? [:]).filter { sessionID == nil || $0.value.sessionID == sessionID }.map(\.key)
        }
    }

    /// The events of a member, for a program inside the server; of more than 256 that wait the oldest are dropped. One
    /// listener a member.
    func events(of memberID: Int64) -> AsyncStream<LiveEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveEvent.self, bufferingPolicy: .bufferingNewest(256))
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: memberID) }
        }
        state.withLock { $0.listeners[memberID] = continuation }
        return stream
    }
}
