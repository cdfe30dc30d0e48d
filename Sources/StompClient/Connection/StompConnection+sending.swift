public import FoundationEssentials
public import Stomp

// MARK: Messages

extension StompConnection {
    /// Sends a message, or keeps it for the next session; returns once it is queued.
    ///
    /// What was queued while there was no session goes out after the subscriptions of the next one, before anything newer.
    ///
    /// - Throws: `SendError`: `queueFull`, `badHeader`, or `cancelled` after `disconnect()`.
    public func send(destination: String, headers: [String: String] = [:], body: Data) async throws {
        var all: StompHeaders = ["destination": destination]
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) where name != "destination" {
            all.append(name, value)
        }
        try await send(StompFrame(.send, headers: all, body: [UInt8](body)))
    }

    /// Sends a SEND frame, or keeps it for the next session; returns once it is queued.
    public func send(_ frame: StompFrame) async throws(SendError) {
        let frame = addressed(frame)
        if case .ended = phase { throw .cancelled }
        if case .leaving = phase { throw .cancelled }
        try checkSendable(frame.body)
        if let link, link.session.isConnected {
            await link.waitForRoom(settings.sendQueueLimit)
        }
        guard let link, link.session.isConnected else {
            guard parked.append(frame) else { throw .queueFull(limit: parked.limit) }
            return
        }
        try submit(on: link) { session, now throws(StompSessionError) in try session.send(frame, at: now) }
    }

    /// Sends a SEND frame on the session that is up; returns once it is queued.
    ///
    /// - Throws: `SendError`: `notConnected` when there is no session, `badHeader`.
    public func sendNow(_ frame: StompFrame) async throws(SendError) {
        let frame = addressed(frame)
        try checkSendable(frame.body)
        if let link, link.session.isConnected { await link.waitForRoom(settings.sendQueueLimit) }
        try request { session, now throws(StompSessionError) in try session.send(frame, at: now) }
    }

    /// Sends a message and waits for the server's RECEIPT.
    ///
    /// - Parameters:
    ///   - destination: where to, as the server spells it.
    ///   - headers: further headers of the SEND frame.
    ///   - body: the bytes; `content-length` is added.
    ///   - queued: called once the message is queued: what is sent after that stays behind it.
    /// - Throws: `notConnected` at once when there is no session; otherwise how the receipt ended.
    public func sendConfirmed(
        destination: String,
        headers: StompHeaders = [:],
        body: [UInt8],
        queued: @Sendable () -> Void = {}
    ) async throws(SendError) {
        try checkSendable(body)
        if let link, link.session.isConnected { await link.waitForRoom(settings.sendQueueLimit) }
        guard let link, link.session.isConnected else { throw .notConnected }
        var all: StompHeaders = ["destination": destination]
        all.entries += headers.entries.filter { $0.name != "destination" }
        let frame = addressed(StompFrame(.send, headers: all, body: body))
        let receipt = link.session.makeReceiptID()
        try submit(on: link) { session, now throws(StompSessionError) in
            try session.send(frame, receipt: receipt, at: now)
        }
        queued()
        try await withTaskCancellationHandler {
            await withCheckedContinuation { receipts.expect(receipt, sentTo: destination, $0) }
        } onCancel: {
            Task { await self.abandon(receipt) }
        }.get()
    }

    private func checkSendable(_ body: [UInt8]) throws(SendError) {
        guard settings.usesSockJS, String(validating: body, as: UTF8.self) == nil else { return }
        throw .notSendable(detail: "SockJS carries texts alone, and this is none")
    }

    /// A frame for a stream says so, or the broker takes it for another queue's.
    private func addressed(_ frame: StompFrame) -> StompFrame {
        guard settings.usesStreams, let name = frame.headers["destination"] else { return frame }
        let destination = StreamQueue.destination(name)
        var frame = frame
        if destination != name {
            for index in frame.headers.entries.indices where frame.headers.entries[index].name == "destination" {
                frame.headers.entries[index].value = destination
            }
        }
        if StreamQueue.isQueue(destination), frame.headers["x-queue-type"] == nil {
            frame.headers.entries += StreamQueue.headers.entries
        }
        return frame
    }

    private func abandon(_ receipt: ReceiptID) {
        receipts.ended(receipt, by: .cancelled)
    }

    /// Sends what was kept; what the new session can't send is dropped, since nobody waits for it.
    func transmitParked(_ frame: StompFrame, on link: Link) {
        do throws(SendError) {
            try submit(on: link) { session, now throws(StompSessionError) in try session.send(frame, at: now) }
        } catch {
            emit(.serverError(message: "a queued message could not be sent", body: "\(error)"))
        }
    }
}

// MARK: Subscriptions

extension StompConnection {
    /// Subscribes now and after every reconnect, each time exactly once; a queue that is a stream, and is not
    /// acknowledged by hand, from its `x-stream-offset`, else from now on.
    ///
    /// - Returns: the value of the `subscription` header of its messages.
    @discardableResult
    public func subscribe(
        destination: String,
        headers: StompHeaders = [:],
        acknowledgement: StompAcknowledgementMode = .auto
    ) async -> SubscriptionID {
        let destination = settings.usesStreams ? StreamQueue.destination(destination) : destination
        // Whoever acknowledges for himself also resumes for himself.
        if acknowledgement == .auto, StreamQueue.isQueue(destination),
            settings.usesStreams || headers["x-queue-type"] == "stream"
        {
            let start = headers["x-stream-offset"].flatMap { StreamStart(headerValue: $0) }
            return await subscribe(stream: destination, from: start ?? .next, headers: headers)
        }
        let entry = book.add(destination: destination, headers: headers, acknowledgement: acknowledgement)
        if let link, link.session.isConnected { transmitSubscribe(entry, on: link) }
        return entry.id
    }

    /// Reads a stream of RabbitMQ, from a place in it on, and after every reconnect behind the last message: each comes
    /// once. A stream that is not there is made.
    ///
    /// Messages are acknowledged as they are read, so that the broker sends no more ahead than `prefetch`; their
    /// `x-stream-offset` header says where they stand.
    ///
    /// - Parameters:
    ///   - destination: `/queue/NAME`, or `/amq/queue/NAME` for one that must be there.
    ///   - start: where the first reading begins; later ones go on behind the last message.
    ///   - headers: further headers; a `prefetch-count` takes the place of `prefetch`, an `x-stream-offset` is left out.
    ///   - prefetch: how many messages the broker sends ahead.
    /// - Returns: the value of the `subscription` header of its messages.
    @discardableResult
    public func subscribe(
        stream destination: String,
        from start: StreamStart,
        headers: StompHeaders = [:],
        prefetch: Int = 500
    ) async -> SubscriptionID {
        let wanted = headers["prefetch-count"].flatMap { Int($0) } ?? prefetch
        let entry = book.add(
            destination: destination,
            headers: StompHeaders(headers.entries.filter { !StreamReading.ownHeaders.contains($0.name) }),
            acknowledgement: .client,
            stream: StreamReading(from: start, prefetch: wanted)
        )
        if let link, link.session.isConnected { transmitSubscribe(entry, on: link) }
        return entry.id
    }

    /// Ends a subscription; messages already on their way may still come.
    public func unsubscribe(_ id: SubscriptionID) async {
        guard book.remove(id) != nil, let link, link.session.isConnected else { return }
        // It was sent on this session, so it can be taken back.
        try? submit(on: link) { session, now throws(StompSessionError) in
            try session.unsubscribe(id: id.rawValue, at: now)
        }
    }

    func transmitSubscribe(_ entry: SubscriptionBook.Entry, on link: Link) {
        let receipt = settings.confirmsSubscriptions ? link.session.makeReceiptID() : nil
        do throws(SendError) {
            try submit(on: link) { session, now throws(StompSessionError) in
                try session.subscribe(
                    id: entry.id.rawValue,
                    destination: entry.destination,
                    headers: entry.subscribeHeaders,
                    acknowledgement: entry.acknowledgement,
                    receipt: receipt,
                    at: now
                )
            }
            book.sent(entry.id)
            if let receipt { receipts.expect(receipt, for: entry.id) }
        } catch {
            book.remove(entry.id)
            emit(.subscriptionRefused(entry.id, destination: entry.destination, reason: "it can't be sent: \(error)"))
        }
    }
}

// MARK: Acknowledgements and transactions

extension StompConnection {
    /// Acknowledges a message, and in `client` mode all before it (STOMP 1.2 "ACK").
    ///
    /// - Throws: `notConnected` when its session is over; the broker will deliver it again.
    public func acknowledge(_ message: StompFrameView, transaction: String? = nil) async throws(SendError) {
        try request { session, now throws(StompSessionError) in
            try session.acknowledge(StompMessageReference(message), transaction: transaction, at: now)
        }
    }

    /// Makes room for more of a stream.
    func acknowledgeStream(_ message: StompMessageReference, on link: Link) {
        // One that can't be acknowledged, as on a server that knows no streams, says nothing of the session.
        try? submit(on: link) { session, now throws(StompSessionError) in
            try session.acknowledge(message, transaction: nil, at: now)
        }
    }

    /// Tells the server that a message was not consumed (STOMP 1.2 "NACK").
    public func negativeAcknowledge(_ message: StompFrameView, transaction: String? = nil) async throws(SendError) {
        try request { session, now throws(StompSessionError) in
            try session.negativeAcknowledge(StompMessageReference(message), transaction: transaction, at: now)
        }
    }

    /// Begins a transaction; it ends with the session at the latest (STOMP 1.2 "BEGIN").
    public func begin(transaction: String) async throws(SendError) {
        try request { session, now throws(StompSessionError) in try session.begin(transaction: transaction, at: now) }
    }

    /// Commits a transaction (STOMP 1.2 "COMMIT").
    public func commit(transaction: String) async throws(SendError) {
        try request { session, now throws(StompSessionError) in try session.commit(transaction: transaction, at: now) }
    }

    /// Aborts a transaction (STOMP 1.2 "ABORT").
    public func abort(transaction: String) async throws(SendError) {
        try request { session, now throws(StompSessionError) in try session.abort(transaction: transaction, at: now) }
    }
}

// MARK: One way for all

extension StompConnection {
    private typealias Request = (inout StompSession, Duration) throws(StompSessionError) -> [StompSession.Action]

    private func request(_ make: Request) throws(SendError) {
        guard let link, link.session.isConnected else { throw .notConnected }
        try submit(on: link, make)
    }

    /// Asks the session machine for a frame and sends it.
    private func submit(on link: Link, _ make: Request) throws(SendError) {
        let actions: [StompSession.Action]
        do throws(StompSessionError) {
            actions = try make(&link.session, ticker.now())
        } catch {
            switch error {
            case .notConnected: throw .notConnected
            case .unsendableHeader(let name): throw .badHeader(name: name)
            default: throw .notSendable(detail: "\(error)")
            }
        }
        perform(actions, on: link)
    }

    /// Writes a frame that the session machine has checked.
    func transmit(_ frame: StompFrame, on link: Link) {
        var frame = frame
        if frame.command != .connect, frame.command != .stomp {
            for header in link.frameHeaders where frame.headers[header.name] == nil {
                frame.headers.append(header.name, header.value)
            }
        }
        do throws(StompWriteError) {
            let bytes = try link.session.bytes(of: frame)
            traceSent(frame)
            enqueue(on: link) { $0.message(bytes) }
        } catch {
            link.drop(.system(detail: "a frame could not be written: \(error)"))
        }
    }

    /// The session goes on with another token: where every frame carries one, the next ones carry this.
    public func renewed(token: String) async {
        link?.frameHeaders = Credentials(token: token, settings).frameHeaders
    }

    /// Leaves the session by DISCONNECT.
    func beginDisconnect(_ link: Link) {
        perform(link.session.disconnect(at: ticker.now()), on: link)
    }
}
