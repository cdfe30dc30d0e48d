import Community
import Transport

/// Whose connections there are: what turns members into connections.
final class LiveRegistry: Sendable {
    private struct Entry {
        var sessionID: String
        var wantsEvents = false
    }

    /// A session that was ended; a sign-in that was under way then must not outlive it.
    private struct End {
        var memberID: Int64
        var sessionID: String?
    }

    /// How many ends are remembered: sign-ins take a moment, and ends are rare.
    private static let endLimit = 256

    private struct State {
        var ends: [End] = []
        var endCount = 0
        var members: [Int64: [UInt64: Entry]] = [:]
        var listeners: [Int64: AsyncStream<LiveEvent>.Continuation] = [:]
    }

    private let state = Locked(State())

    /// Whether anybody is connected.
    var isEmpty: Bool { state.withLock { $0.members.isEmpty } }

    /// Where the ends stand; to be asked before a token is looked at.
    var endMark: Int { state.withLock { $0.endCount } }

    /// A connection has become a member's; false when their session was ended since `mark`.
    func add(_ connection: UInt64, of member: LiveMember, since mark: Int) -> Bool {
        state.withLock { state in
            let missed = state.endCount - mark
            // With more than are remembered nobody knows: who is turned away comes back.
            let isEnded =
                missed > state.ends.count
                || state.ends.suffix(missed).contains { end in
                    end.memberID == member.memberID && (end.sessionID ?? member.sessionID) == member.sessionID
                }
            guard !isEnded else { return false }
            state.members[member.memberID, default: [:]][connection] = Entry(sessionID: member.sessionID)
            return true
        }
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

    /// Ends a session of a member, or all of them, and returns their connections. Sign-ins under way end with it.
    func end(memberID: Int64, sessionID: String?) -> [UInt64] {
        state.withLock { state in
            state.endCount += 1
            state.ends.append(End(memberID: memberID, sessionID: sessionID))
            if state.ends.count > Self.endLimit { state.ends.removeFirst() }
            return (state.members[memberID] ?? [:]).filter { sessionID == nil || $0.value.sessionID == sessionID }
                .map(\.key)
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
