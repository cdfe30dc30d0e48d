// MARK: Frames

extension StompSession {
    /// Takes a frame; a MESSAGE is cheaper by `receivedMessages`, and the same.
    public mutating func received(_ frame: StompFrame, at now: Duration) -> [Action] {
        switch state {
        case .idle: end(.protocolViolation("\(frame.command.rawValue) came before CONNECT was sent"))
        case .connecting: receivedWhileConnecting(frame, at: now)
        case .established: receivedWhileEstablished(frame, at: now)
        case .disconnecting(_, let receipt): receivedWhileDisconnecting(frame, receipt: receipt)
        case .failing, .closed: []
        }
    }

    /// Takes note that one or more MESSAGE frames came in a row.
    public mutating func receivedMessages(at now: Duration) -> [Action] {
        switch state {
        case .idle, .connecting: end(.protocolViolation("MESSAGE came before CONNECTED"))
        case .established, .disconnecting: [.deliverMessages]
        case .failing, .closed: []
        }
    }

    private mutating func receivedWhileConnecting(_ frame: StompFrame, at now: Duration) -> [Action] {
        switch frame.command {
        case .connected:
            return establish(frame, at: now)
        case .error:
            let error = StompServerError(frame)
            return fail(.refused(error), error, at: now)
        case .connect, .stomp, .send, .subscribe, .unsubscribe, .ack, .nack, .begin, .commit, .abort, .disconnect,
            .message, .receipt:
            return end(.protocolViolation("\(frame.command.rawValue) came before CONNECTED"))
        }
    }

    private mutating func receivedWhileEstablished(_ frame: StompFrame, at now: Duration) -> [Action] {
        switch frame.command {
        case .message:
            return [.deliverMessages]
        case .receipt:
            return receivedReceipt(frame)
        case .error:
            let error = StompServerError(frame)
            return fail(.serverError(error), error, at: now)
        case .connected:
            return end(.protocolViolation("a second CONNECTED came"))
        case .connect, .stomp, .send, .subscribe, .unsubscribe, .ack, .nack, .begin, .commit, .abort, .disconnect:
            return end(.protocolViolation("the server sent \(frame.command.rawValue), which only a client may"))
        }
    }

    private mutating func receivedWhileDisconnecting(_ frame: StompFrame, receipt: ReceiptID) -> [Action] {
        switch frame.command {
        case .message:
            return [.deliverMessages]
        case .receipt:
            let isGoodbye = frame.headers["receipt-id"] == receipt.rawValue
            return isGoodbye ? end(.disconnected) : receivedReceipt(frame)
        case .error:
            // Spring answers a DISCONNECT it does not like with "Session closed."
            return refuseReceipt(StompServerError(frame)) + [.serverError(StompServerError(frame))] + end(.disconnected)
        case .connected, .connect, .stomp, .send, .subscribe, .unsubscribe, .ack, .nack, .begin, .commit, .abort,
            .disconnect:
            return end(.disconnected)
        }
    }
}

// MARK: What frames come to

extension StompSession {
    /// STOMP 1.2 "CONNECTED Frame"; no `version` means 1.0.
    private mutating func establish(_ frame: StompFrame, at now: Duration) -> [Action] {
        let name = frame.headers["version"] ?? StompVersion.v1_0.rawValue
        guard let version = StompVersion(rawValue: name), configuration.acceptedVersions.contains(version) else {
            return end(.versionNotOffered(name))
        }
        let header = version >= .v1_1 ? frame.headers["heart-beat"] : nil
        let theirs = header.map(HeartBeatOffer.init(headerValue:))
        let heartBeats = HeartBeats(ours: configuration.heartBeatOffer, theirs: (theirs ?? nil) ?? .none, at: now)
        state = .established(
            Established(
                version: version,
                heartBeats: heartBeats,
                receipts: PendingReceipts(timeout: configuration.receiptTimeout)
            )
        )
        var actions: [Action] = [.connected(Connected(frame, version, heartBeats))]
        if let header, theirs == .some(nil) { actions.append(.notice(.malformedHeartBeat(header))) }
        if let due = heartBeats.sendDue { actions.append(timers.schedule(.heartBeat, at: due)) }
        if let due = heartBeats.silenceDue { actions.append(timers.schedule(.silence, at: due)) }
        return actions
    }

    private mutating func receivedReceipt(_ frame: StompFrame) -> [Action] {
        guard let id = frame.headers["receipt-id"].map(ReceiptID.init(rawValue:)) else {
            return [.notice(.receiptWithoutID)]
        }
        var isWaitedFor = false
        sinceEstablished { isWaitedFor = $0.receipts.received(id) }
        guard isWaitedFor else { return [.notice(.unexpectedReceipt(id))] }
        return [.receipt(id)] + (pendingReceiptCount == 0 ? timers.cancel(.receipts) : [])
    }

    /// The server closes after an ERROR; until it has, only that is waited for.
    private mutating func fail(_ reason: CloseReason, _ error: StompServerError, at now: Duration) -> [Action] {
        let refused = refuseReceipt(error)
        let lost = loseReceipts()
        state = .failing(reason)
        return timers.cancelAll() + [.serverError(error)] + refused + lost
            + [timers.schedule(.errorClose, at: now + configuration.errorCloseTimeout)]
    }

    private mutating func refuseReceipt(_ error: StompServerError) -> [Action] {
        guard let id = error.receiptID else { return [] }
        var isWaitedFor = false
        sinceEstablished { isWaitedFor = $0.receipts.received(id) }
        return isWaitedFor ? [.receiptRefused(id, error)] : []
    }
}

extension StompSession.Connected {
    fileprivate init(_ frame: StompFrame, _ version: StompVersion, _ heartBeats: HeartBeats) {
        self.init(
            version: version,
            server: frame.headers["server"],
            sessionID: frame.headers["session"],
            userName: frame.headers["user-name"],
            heartBeatSend: heartBeats.sendInterval,
            heartBeatReceive: heartBeats.receiveInterval
        )
    }
}

// MARK: The connection

extension StompSession {
    /// Takes note of a read of any bytes; all of them are signs of life.
    public mutating func receivedBytes(at now: Duration) {
        sinceEstablished { $0.heartBeats.received(at: now) }
    }

    /// Takes note of a write of any bytes.
    public mutating func sentBytes(at now: Duration) {
        sinceEstablished { $0.heartBeats.sent(at: now) }
    }

    /// Takes note that the driver stops reading because its consumer lags: silence does not count meanwhile.
    public mutating func readingPaused(at now: Duration) {
        sinceEstablished { $0.heartBeats.pause(at: now) }
    }

    /// Takes note that the driver reads again.
    public mutating func readingResumed(at now: Duration) -> [Action] {
        var due: Duration?
        sinceEstablished {
            $0.heartBeats.resume(at: now)
            due = $0.heartBeats.silenceDue
        }
        guard let due, !timers.isArmed(.silence) else { return [] }
        return [timers.schedule(.silence, at: due)]
    }

    /// Takes the connection's end, whoever ended it.
    public mutating func closed(at now: Duration) -> [Action] {
        switch state {
        case .idle, .connecting, .established: end(.lost)
        case .disconnecting: end(.disconnected)
        case .failing(let reason): end(reason)
        case .closed: []
        }
    }
}

// MARK: Timers

extension StompSession {
    /// Takes a timer that was scheduled; one that was cancelled meanwhile does nothing.
    public mutating func timerFired(_ timer: Timer, at now: Duration) -> [Action] {
        guard timers.fired(timer) else { return [] }
        switch timer {
        case .heartBeat: return heartBeatTimerFired(at: now)
        case .silence: return silenceTimerFired(at: now)
        case .receipts: return receiptTimerFired(at: now)
        case .disconnect: return end(.disconnected)
        case .errorClose: return closed(at: now)
        }
    }

    private mutating func heartBeatTimerFired(at now: Duration) -> [Action] {
        var isDue = false
        var next: Duration?
        sinceEstablished {
            isDue = $0.heartBeats.sendDue.map { $0 <= now } ?? false
            if isDue { $0.heartBeats.sent(at: now) }
            next = $0.heartBeats.sendDue
        }
        guard let next else { return [] }
        return (isDue ? [.sendHeartBeat] : []) + [timers.schedule(.heartBeat, at: next)]
    }

    private mutating func silenceTimerFired(at now: Duration) -> [Action] {
        var due: Duration?
        var patience = Duration.zero
        sinceEstablished {
            due = $0.heartBeats.silenceDue
            patience = $0.heartBeats.patience
        }
        guard let due else { return [] }
        return due <= now ? end(.silent(after: patience)) : [timers.schedule(.silence, at: due)]
    }

    private mutating func receiptTimerFired(at now: Duration) -> [Action] {
        var expired: [ReceiptID] = []
        var next: Duration?
        sinceEstablished {
            expired = $0.receipts.expire(at: now)
            next = $0.receipts.due
        }
        return expired.map(Action.receiptTimedOut) + (next.map { [timers.schedule(.receipts, at: $0)] } ?? [])
    }
}
