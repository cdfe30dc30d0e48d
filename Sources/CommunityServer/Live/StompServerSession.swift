import Community
import Stomp

/// One STOMP session as the server sees it, from the WebSocket's opening to its close, as a value: it decides, and
/// whoever holds the socket carries out the actions, in their order.
///
/// Frames are worked through one after the other: while a command or the sign-in is under way, those behind it wait,
/// so that a RECEIPT also speaks for everything before it (STOMP 1.2 "RECEIPT"). Time comes in as the duration since an
/// origin of the caller's choice, never going back.
struct StompServerSession: Sendable {
    let configuration: Configuration
    var state = State.waiting
    private var pending: [StompFrame] = []
    private var pendingBytes = 0
    private var isDraining = false

    /// What a session is set up with.
    struct Configuration: Sendable {
        /// The session's name in CONNECTED.
        var sessionID = ""
        /// How often the server can send, and wants to receive, heart-beats.
        var heartBeatOffer = HeartBeatOffer(sends: .seconds(10), wants: .seconds(10))
        /// How long CONNECT may take to come.
        var connectTimeout = Duration.seconds(15)
        /// Subscriptions of one connection, at most.
        var subscriptionLimit = 8
        /// Frames, and their bodies' bytes, that wait behind a command before nothing more is read.
        var pendingFrameLimit = 32
        var pendingByteLimit = 256 << 10
    }

    enum State: Sendable {
        /// CONNECT has not come.
        case waiting
        /// The token is being looked at.
        case connecting(Welcome)
        case established(Established)
        case closed
    }

    /// What CONNECT asked for.
    struct Welcome: Sendable {
        var version: StompVersion
        var offer: HeartBeatOffer
    }

    /// What a session has from CONNECTED on.
    struct Established: Sendable {
        let version: StompVersion
        let member: LiveMember
        var heartBeats: HeartBeats
        var subscriptions: [Subscription] = []
        /// The command under way.
        var running: Running?
        /// Numbers the messages of the error queue.
        var refusals = 0
    }

    struct Subscription: Sendable, Equatable {
        /// Empty where 1.0 had none.
        var id: String
        var queue: LiveQueue
    }

    struct Running: Sendable, Equatable {
        var receipt: String?
    }

    /// Makes a session that waits for CONNECT.
    init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// The first action: CONNECT may not take for ever.
    func begin(at now: Duration) -> [Action] {
        [.schedule(.connect, at: now + configuration.connectTimeout)]
    }
}

// MARK: What it is

extension StompServerSession {
    /// Whether more may be read from the socket.
    var wantsInput: Bool {
        if case .closed = state { return false }
        return !isDraining && pending.count < configuration.pendingFrameLimit
            && pendingBytes < configuration.pendingByteLimit
    }

    /// Who it is, once that is known.
    var member: LiveMember? {
        if case .established(let established) = state { established.member } else { nil }
    }

    /// The subscriptions to a queue, by their ids.
    func subscriptions(to queue: LiveQueue) -> [String] {
        guard case .established(let established) = state else { return [] }
        return established.subscriptions.filter { $0.queue == queue }.map(\.id)
    }

    private var isBusy: Bool {
        switch state {
        case .waiting: false
        case .connecting, .closed: true
        case .established(let established): established.running != nil
        }
    }
}

// MARK: What happens to it

extension StompServerSession {
    /// Takes a frame; it may have to wait for its turn.
    mutating func received(_ frame: StompFrame, at now: Duration) -> [Action] {
        if case .closed = state { return [] }
        guard !isDraining else { return [] }
        pending.append(frame)
        pendingBytes += frame.body.count
        return proceed(at: now)
    }

    /// The bytes can't be followed any further.
    mutating func received(_ error: StompParseError) -> [Action] {
        fail("\(error)")
    }

    /// The token of CONNECT is good, for so long.
    mutating func admitted(_ member: LiveMember, for lifetime: Duration, at now: Duration) -> [Action] {
        guard case .connecting(let welcome) = state else { return [] }
        let heartBeats = HeartBeats(ours: configuration.heartBeatOffer, theirs: welcome.offer, at: now)
        state = .established(Established(version: welcome.version, member: member, heartBeats: heartBeats))
        var actions: [Action] = [
            .cancel(.connect), .admitted(member), .send(connected(welcome.version, member)),
            .schedule(.expiry, at: now + lifetime),
        ]
        if let due = heartBeats.sendDue { actions.append(.schedule(.heartBeat, at: due)) }
        if let due = heartBeats.silenceDue { actions.append(.schedule(.silence, at: due)) }
        return actions + proceed(at: now)
    }

    /// The token of CONNECT is no good.
    mutating func refused(_ refusal: ConnectRefused) -> [Action] {
        guard case .connecting = state else { return [] }
        return [.refused(.token)] + end(with: Self.error(refusal.envelope), code: 1008, reason: "Sign-in refused")
    }

    /// The command under way has ended; its events have been handed out before.
    mutating func performed(_ refusal: CommandRefusal?, at now: Duration) -> [Action] {
        guard case .established(var established) = state, let running = established.running else { return [] }
        established.running = nil
        state = .established(established)
        let actions = refusal.map { refuse($0.body, receipt: running.receipt) } ?? receipt(running.receipt)
        return actions + proceed(at: now)
    }

    /// A timer is due; one that was set anew or forgotten is of no account.
    mutating func timerFired(_ timer: Timer, at now: Duration) -> [Action] {
        switch (timer, state) {
        case (.connect, .waiting), (.connect, .connecting):
            return fail("no CONNECT came in time")
        case (.expiry, .established):
            // The contract's words, which clients know.
            return end(code: 1008, reason: "Access token expired")
        case (.heartBeat, .established(let established)):
            guard let due = established.heartBeats.sendDue else { return [] }
            if due > now { return [.schedule(.heartBeat, at: due)] }
            sentBytes(at: now)
            return [.sendHeartBeat] + heartBeatSchedule
        case (.silence, .established(let established)):
            guard let due = established.heartBeats.silenceDue else { return [] }
            if due > now { return [.schedule(.silence, at: due)] }
            return end(code: 1002, reason: "No heart-beat came for \(established.heartBeats.patience)")
        case (.connect, _), (.expiry, _), (.heartBeat, _), (.silence, _):
            return []
        }
    }

    /// Bytes came.
    mutating func receivedBytes(at now: Duration) {
        changeHeartBeats { $0.received(at: now) }
    }

    /// Bytes went out.
    mutating func sentBytes(at now: Duration) {
        changeHeartBeats { $0.sent(at: now) }
    }

    /// Nothing is read for now, so silence says nothing.
    mutating func pausedReading(at now: Duration) {
        changeHeartBeats { $0.pause(at: now) }
    }

    /// Reading goes on.
    mutating func resumedReading(at now: Duration) -> [Action] {
        var due: Duration?
        changeHeartBeats { heartBeats in
            heartBeats.resume(at: now)
            due = heartBeats.silenceDue
        }
        return due.map { [.schedule(.silence, at: $0)] } ?? []
    }

    /// Begins nothing new; what is under way ends as usual.
    mutating func drain() {
        isDraining = true
        pending = []
        pendingBytes = 0
    }

    /// Ends it with a close of its own words.
    mutating func leave(code: UInt16, reason: String) -> [Action] { end(code: code, reason: reason) }

    /// The connection is gone.
    mutating func lost() { state = .closed }

    private var heartBeatSchedule: [Action] {
        guard case .established(let established) = state, let due = established.heartBeats.sendDue else { return [] }
        return [.schedule(.heartBeat, at: due)]
    }

    private mutating func changeHeartBeats(_ change: (inout HeartBeats) -> Void) {
        guard case .established(var established) = state else { return }
        // The one reference left, so that nothing is copied.
        state = .closed
        change(&established.heartBeats)
        state = .established(established)
    }

    private mutating func proceed(at now: Duration) -> [Action] {
        var actions: [Action] = []
        while !isBusy, !pending.isEmpty {
            let frame = pending.removeFirst()
            pendingBytes -= frame.body.count
            actions += handle(frame)
        }
        return actions
    }
}
