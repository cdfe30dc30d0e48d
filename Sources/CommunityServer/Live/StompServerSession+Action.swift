import Community
import Stomp

extension StompServerSession {
    /// What whoever holds the socket is to do.
    enum Action: Sendable, Equatable {
        /// Look at the token, then call `admitted` or `refused`.
        case authenticate(token: String?)
        /// The connection is this member's from now on.
        case admitted(LiveMember)
        /// What comes next is to be read by the rules of this version.
        case read(StompVersion)
        /// Send this frame.
        case send(StompFrame)
        /// Send an end of line.
        case sendHeartBeat
        /// Carry out the command, then call `performed`.
        case perform(Command)
        /// Whether events are wanted has changed.
        case subscribed(toEvents: Bool)
        /// Call `timerFired` at that time; a timer of the same name is replaced.
        case schedule(Timer, at: Duration)
        /// Forget the timer.
        case cancel(Timer)
        /// Somebody was turned away; for the figures.
        case refused(ServerFigures.Refusal)
        /// Close the WebSocket once everything before has gone out. Always the last action of a session.
        case close(code: UInt16, reason: String)
    }

    /// A SEND that can be carried out.
    struct Command: Sendable, Equatable {
        var destination: CommandDestination
        var id: String
        var body: [UInt8]
    }

    /// The timers of a session, one of each at most.
    enum Timer: Sendable, Hashable, CaseIterable {
        /// CONNECT did not come.
        case connect
        /// Something must be sent soon.
        case heartBeat
        /// The client may have fallen silent.
        case silence
        /// The access token expires.
        case expiry
    }
}
