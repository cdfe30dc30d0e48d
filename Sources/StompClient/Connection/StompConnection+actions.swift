import Stomp
import Transport
import WebSocket

extension StompConnection {
    /// Carries out what the session machine decided.
    func perform(_ actions: [StompSession.Action], on link: Link) {
        for action in actions { perform(action, on: link) }
    }

    private func perform(_ action: StompSession.Action, on link: Link) {
        switch action {
        case .send(let frame):
            transmit(frame, on: link)
        case .sendHeartBeat:
            traceSent(nil)
            enqueue(on: link) { $0.message(StompFrameWriter.heartBeat) }
        case .schedule(let timer, let deadline):
            start(.session(timer), on: link, after: deadline - ticker.now())
        case .cancel(let timer):
            link.cancel(.session(timer))
        case .connected(let connected):
            sessionBegan(link, connected)
        case .receipt(let id):
            if let subscription = receipts.received(id) { book.confirmed(subscription) }
            emit(.receipt(id: id.rawValue))
        case .receiptTimedOut(let id):
            receipts.ended(id, by: .receiptTimedOut(after: settings.receiptTimeout))
        case .receiptLost(let id):
            receipts.ended(id, by: .receiptLost(link.failure))
        case .deliverMessages:
            // Only a driver that feeds messages one by one is told so.
            break
        case .receiptRefused:
            // Told with the ERROR itself, which may be about a subscription.
            break
        case .serverError(let error):
            refused(by: error, on: link)
        case .notice:
            break
        case .close(let reason):
            close(link, for: reason)
        }
    }

    // MARK: The session's begin

    /// Every subscription first, then the report, then what was sent meanwhile.
    private func sessionBegan(_ link: Link, _ connected: StompSession.Connected) {
        link.cancel(.signIn)
        link.sessionBegan()
        let server = StompServer(name: connected.server, version: connected.version)
        for entry in book.entries { transmitSubscribe(entry, on: link) }
        emit(reconnect.isReconnect ? .reconnected(server) : .connected(server))
        reconnect.connected(at: ticker.now())
        for frame in parked.removeAll() { transmitParked(frame, on: link) }
    }

    // MARK: Errors

    /// An ERROR came: whoever drew it is told, and a subscription that did is not sent again.
    private func refused(by error: StompServerError, on link: Link) {
        link.drewError()
        guard link.hasSession else { return }
        emit(.serverError(message: error.message, body: error.body))
        if let entry = book.quarantine(for: error, namedByReceipt: receipts.subscription(of: error.receiptID)) {
            let reason = [error.message, error.body].filter { !$0.isEmpty }.joined(separator: ": ")
            emit(.subscriptionRefused(entry.id, destination: entry.destination, reason: reason))
        } else {
            receipts.refuse(for: error)
        }
        receipts.loseAll(to: .serverError(message: error.message, body: error.body))
    }

    // MARK: The session's end

    private func close(_ link: Link, for reason: StompSession.CloseReason) {
        if let failure = ConnectionFailure(reason) { link.fails(failure) }
        switch reason {
        case .silent, .lost:
            // A peer that says nothing would not answer a close frame either.
            link.stream.close()
        case .disconnected, .refused, .serverError:
            sayGoodbye(to: link, code: 1000, reason: "")
        case .versionNotOffered, .protocolViolation:
            sayGoodbye(to: link, code: 1002, reason: "STOMP protocol error")
        }
    }

    /// Sends a close frame and drops the socket behind it, at the latest after a second: it waits for nobody.
    func sayGoodbye(to link: Link, code: UInt16?, reason: String) {
        guard !link.isClosing else { return }
        enqueue(on: link) { $0.close(code: code, reason: reason) }
        link.closeWhenWritten()
        // A reader that waits for the consumer has to notice.
        makeRoom()
        start(.goodbye, on: link, after: .seconds(1))
    }

    // MARK: Timers

    func start(_ timer: LinkTimer, on link: Link, after wait: Duration) {
        link.start(
            timer,
            Task { [ticker, weak link] in
                guard (try? await ticker.sleep(max(.zero, wait))) != nil, let link, !Task.isCancelled else { return }
                self.fired(timer, on: link)
            }
        )
    }

    private func fired(_ timer: LinkTimer, on link: Link) {
        guard !link.hasEnded else { return }
        switch timer {
        case .signIn: link.drop(.timedOut(step: link.step, after: settings.signInTimeout))
        case .goodbye: link.stream.close()
        case .probe: probeEnded(on: link)
        case .pause: paused(on: link)
        case .session(let timer): perform(link.session.timerFired(timer, at: ticker.now()), on: link)
        }
    }
}
