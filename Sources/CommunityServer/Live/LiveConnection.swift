import Stomp

/// One WebSocket of the live side. It belongs to its loop's thread, which alone touches it.
final class LiveConnection {
    /// How far its end has come.
    enum Phase {
        case open
        /// Our close is under way or out, and the client's is waited for.
        case closing
        /// The client has closed too: the rest goes out, then it ends.
        case leaving
    }

    let id: UInt64
    let socket: UpgradedSocket
    var reader = SocketReader()
    var session: StompServerSession
    var outbox = Outbox(limit: 1 << 20)
    var phase = Phase.open
    var version = StompVersion.v1_2
    /// When the client was last heard of.
    var heardAt: Duration
    /// Whether it waits to be written to in this round.
    var isDirty = false
    /// What the system was last told to wait for.
    var interest: UInt32 = 0
    /// Whether reading is held up.
    var isPaused = false
    /// Where the ends of sessions stood when its token was looked at.
    var endMark = 0
    /// Whose it is, from sign-in until its end begins.
    var owner: LiveMember?
    /// The bytes last told to the figures.
    var countedBytes = 0
    /// Whether it is subscribed to events, as last told to the figures.
    var wantsEvents = false

    init(id: UInt64, socket: UpgradedSocket, session: StompServerSession, at now: Duration) {
        self.id = id
        self.socket = socket
        self.session = session
        heardAt = now
    }
}
