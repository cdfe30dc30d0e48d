/// The heart-beats of one session: when to send one, and when the silence of the other side is too long; the same for
/// both sides.
///
/// Traffic only notes its time; a timer that fires too early is set again for what is left. So a message costs no timer.
package struct HeartBeats: Sendable {
    /// The longest silence we promised; zero for no promise.
    package let sendInterval: Duration
    /// The longest silence the other side promised; zero for no promise.
    package let receiveInterval: Duration

    private var lastSent: Duration
    private var lastReceived: Duration
    private var pausedSince: Duration?

    /// The rates that two offers come to: none where one side says zero, else the slower of the two.
    package init(ours: HeartBeatOffer, theirs: HeartBeatOffer, at now: Duration) {
        sendInterval = Self.agree(ours.sends, theirs.wants)
        receiveInterval = Self.agree(theirs.sends, ours.wants)
        lastSent = now
        lastReceived = now
    }

    private static func agree(_ sends: Duration, _ wants: Duration) -> Duration {
        sends == .zero || wants == .zero ? .zero : max(sends, wants)
    }

    package mutating func sent(at now: Duration) { lastSent = now }
    package mutating func received(at now: Duration) { lastReceived = now }
}

// MARK: Sending

extension HeartBeats {
    /// When something must be sent unless something else is before, or nil for never.
    ///
    /// At 65 % of the interval: ActiveMQ cuts a client at once the interval, and Artemis may hold a client to a shorter
    /// one than was agreed (`20000,0` answered by `0,15000`).
    package var sendDue: Duration? { sendInterval == .zero ? nil : lastSent + sendInterval * 65 / 100 }
}

// MARK: Receiving

extension HeartBeats {
    /// The silence after which the other side is given up.
    package var patience: Duration { receiveInterval * 2 }

    /// When the other side will have been silent for too long, or nil while that can't happen.
    package var silenceDue: Duration? { receiveInterval == .zero || pausedSince != nil ? nil : lastReceived + patience }

    /// Nothing is read from now on, so silence says nothing.
    package mutating func pause(at now: Duration) {
        if pausedSince == nil { pausedSince = now }
    }

    /// Reading goes on; the time without it does not count.
    package mutating func resume(at now: Duration) {
        guard let since = pausedSince else { return }
        pausedSince = nil
        lastReceived += now - max(since, lastReceived)
    }
}
