// MARK: Beginning and end

extension StompSession {
    /// Opens the session; call it once the WebSocket is open.
    ///
    /// - Throws: `unsendableHeader` when a header of CONNECT holds CR, LF or NUL; nothing has been sent then.
    public mutating func connect(at now: Duration) throws(StompSessionError) -> [Action] {
        guard case .idle = state else { throw .alreadyStarted }
        let frame = configuration.connectFrame
        if let name = HeaderEscaping(version: .v1_2, command: .connect).firstUnsendable(frame.headers) {
            throw .unsendableHeader(name: name)
        }
        state = .connecting
        return [.send(frame)]
    }

    /// Leaves the session: DISCONNECT, its receipt or a limit, then `close`. Nothing is sent after DISCONNECT.
    public mutating func disconnect(at now: Duration) -> [Action] {
        switch state {
        case .idle, .connecting, .failing:
            return end(.disconnected)
        case .disconnecting, .closed:
            return []
        case .established(let established):
            let receipt = makeReceiptID()
            state = .disconnecting(established, receipt: receipt)
            return timers.cancel(.heartBeat) + [
                .send(StompFrame(.disconnect, headers: ["receipt": receipt.rawValue])),
                timers.schedule(.disconnect, at: now + configuration.disconnectTimeout),
            ]
        }
    }
}

// MARK: Subscriptions

extension StompSession {
    /// Subscribes. The id must not be in use; brokers answer a repeated one with an ERROR.
    public mutating func subscribe(
        id: String,
        destination: String,
        headers: StompHeaders = [:],
        acknowledgement: StompAcknowledgementMode = .auto,
        receipt: ReceiptID? = nil,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try request(receipt: receipt, at: now) { session throws(StompSessionError) in
            guard session.subscriptions[id] == nil else { throw .duplicateSubscription(id: id) }
            if acknowledgement == .clientIndividual, session.version < .v1_1 {
                throw .notInVersion("client-individual acknowledgement", session.version)
            }
            let own: StompHeaders = ["id": id, "destination": destination, "ack": acknowledgement.rawValue]
            return StompFrame(.subscribe, headers: own.adding(headers))
        } then: { session in
            session.subscriptions[id] = acknowledgement
        }
    }

    /// Ends a subscription; messages already on their way may still come.
    public mutating func unsubscribe(
        id: String,
        headers: StompHeaders = [:],
        receipt: ReceiptID? = nil,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try request(receipt: receipt, at: now) { session throws(StompSessionError) in
            guard session.subscriptions[id] != nil else { throw .unknownSubscription(id: id) }
            let own: StompHeaders = ["id": id]
            return StompFrame(.unsubscribe, headers: own.adding(headers))
        } then: { session in
            session.subscriptions[id] = nil
        }
    }
}

// MARK: Messages

extension StompSession {
    /// Sends a SEND frame. A `receipt` header that the caller wrote is waited for as well.
    public mutating func send(
        _ frame: StompFrame,
        receipt: ReceiptID? = nil,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        guard frame.command == .send else { throw .commandNotAllowed(frame.command) }
        return try request(receipt: receipt, at: now) { session throws(StompSessionError) in
            if let transaction = frame.headers["transaction"], !session.transactions.contains(transaction) {
                throw .unknownTransaction(transaction)
            }
            return frame
        }
    }

    /// Acknowledges a message, and in `client` mode all before it.
    public mutating func acknowledge(
        _ message: StompMessageReference,
        transaction: String? = nil,
        receipt: ReceiptID? = nil,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try answer(.ack, message, transaction: transaction, receipt: receipt, at: now)
    }

    /// Tells the server that a message was not consumed. Not in 1.0.
    public mutating func negativeAcknowledge(
        _ message: StompMessageReference,
        transaction: String? = nil,
        receipt: ReceiptID? = nil,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try answer(.nack, message, transaction: transaction, receipt: receipt, at: now)
    }

    private mutating func answer(
        _ command: StompCommand,
        _ message: StompMessageReference,
        transaction: String?,
        receipt: ReceiptID?,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try request(receipt: receipt, at: now) { session throws(StompSessionError) in
            if command == .nack, session.version == .v1_0 { throw .notInVersion("NACK", session.version) }
            if let subscription = message.subscription, session.subscriptions[subscription] == .auto {
                throw .notAcknowledgeable(missing: "ack")
            }
            var headers = try message.headers(for: session.version)
            if let transaction {
                guard session.transactions.contains(transaction) else { throw .unknownTransaction(transaction) }
                headers.append("transaction", transaction)
            }
            return StompFrame(command, headers: headers)
        }
    }
}

// MARK: Transactions

extension StompSession {
    /// Begins a transaction.
    public mutating func begin(
        transaction: String,
        receipt: ReceiptID? = nil,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try request(receipt: receipt, at: now) { session throws(StompSessionError) in
            guard !session.transactions.contains(transaction) else { throw .duplicateTransaction(transaction) }
            return StompFrame(.begin, headers: ["transaction": transaction])
        } then: { session in
            session.transactions.insert(transaction)
        }
    }

    /// Commits a transaction.
    public mutating func commit(
        transaction: String,
        receipt: ReceiptID? = nil,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try finish(.commit, transaction, receipt: receipt, at: now)
    }

    /// Aborts a transaction.
    public mutating func abort(
        transaction: String,
        receipt: ReceiptID? = nil,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try finish(.abort, transaction, receipt: receipt, at: now)
    }

    private mutating func finish(
        _ command: StompCommand,
        _ transaction: String,
        receipt: ReceiptID?,
        at now: Duration
    ) throws(StompSessionError) -> [Action] {
        try request(receipt: receipt, at: now) { session throws(StompSessionError) in
            guard session.transactions.contains(transaction) else { throw .unknownTransaction(transaction) }
            return StompFrame(command, headers: ["transaction": transaction])
        } then: { session in
            session.transactions.remove(transaction)
        }
    }
}

// MARK: One way for all requests

extension StompSession {
    /// Makes a frame, checks that it can be sent and that its receipt can be waited for, and only then changes the
    /// session.
    private mutating func request(
        receipt: ReceiptID?,
        at now: Duration,
        _ make: (borrowing Established) throws(StompSessionError) -> StompFrame,
        then change: (inout Established) -> Void = { _ in }
    ) throws(StompSessionError) -> [Action] {
        let configuration = configuration
        let (frame, due) = try whileEstablished { established throws(StompSessionError) -> (StompFrame, Duration?) in
            var frame = try make(established)
            if let receipt { frame.headers.setReceipt(receipt) }
            try configuration.check(frame, established.version)
            if let id = frame.headers["receipt"].map(ReceiptID.init(rawValue:)) {
                try configuration.check(id, established.receipts)
                established.receipts.expect(id, at: now)
            }
            change(&established)
            return (frame, established.receipts.due)
        }
        guard let due, !timers.isArmed(.receipts) else { return [.send(frame)] }
        return [.send(frame), timers.schedule(.receipts, at: due)]
    }
}

extension StompSession.Configuration {
    fileprivate func check(_ frame: StompFrame, _ version: StompVersion) throws(StompSessionError) {
        do throws(StompWriteError) {
            try StompFrameWriter.check(frame, version: version, omitsContentLength: omitsContentLength)
        } catch {
            throw StompSessionError(error)
        }
    }

    fileprivate func check(_ id: ReceiptID, _ receipts: PendingReceipts) throws(StompSessionError) {
        if receipts.contains(id) { throw .duplicateReceipt(id) }
        if receipts.count >= receiptLimit { throw .tooManyReceipts(limit: receiptLimit) }
    }
}

extension StompHeaders {
    fileprivate mutating func setReceipt(_ id: ReceiptID) {
        entries.removeAll { $0.name == "receipt" }
        append("receipt", id.rawValue)
    }
}
