import Stomp
import Transport
import WebSocket

extension StompConnection {
    /// Serves one link from the upgrade, where there is one, to its end.
    func serve(_ link: Link, _ request: UpgradeRequest?) async throws(ConnectionFailure) -> Never {
        start(.signIn, on: link, after: settings.signInTimeout)
        if let request { try await upgrade(link, request) }
        perform(try begin(&link.session), on: link)
        while true {
            let count = try await read(link)
            guard count > 0 else {
                let detail = "the server ended the connection"
                throw .lost(detail: link.carrier == .webSocket ? detail + " without a close frame" : detail)
            }
            if link.isProbed { link.answered() }
            try await take(0..<count, from: link)
            link.roomNeeded(after: count)
        }
    }

    /// How long nothing much comes until memory for more is given back.
    private static let pause = Duration.seconds(2)

    /// Gives memory back that a flood has taken, or waits once more where it goes on.
    func paused(on link: Link) {
        link.cancel(.pause)
        if !link.receiver.giveBackMemory() { start(.pause, on: link, after: Self.pause) }
    }

    private func read(_ link: Link) async throws(ConnectionFailure) -> Int {
        do throws(TransportError) {
            return try await link.stream.read(into: link.buffer)
        } catch {
            throw link.failure ?? ConnectionFailure(error)
        }
    }

    // MARK: Upgrade

    /// Asks for the WebSocket and reads the answer; bytes behind it go on to the decoder.
    private func upgrade(_ link: Link, _ request: UpgradeRequest) async throws(ConnectionFailure) {
        var handshake = try request.handshake(offersCompression: settings.offersCompression)
        await write(handshake.requestBytes, to: link)
        while true {
            let count: Int
            do throws(ConnectionFailure) {
                count = try await read(link)
            } catch {
                // A refusal whose body never ended says more than the time-out does.
                if case .refused = handshake.ended() { throw request.failure(for: handshake.ended()) }
                throw error
            }
            guard count > 0 else { throw request.failure(for: handshake.ended()) }
            let accepted: WebSocketClientHandshake.Accepted?
            do throws(WebSocketHandshakeError) {
                accepted = try link.buffer.withBytes(count) { bytes throws(WebSocketHandshakeError) in
                    try handshake.receive(bytes)
                }
            } catch {
                throw request.failure(for: error)
            }
            guard let accepted else { continue }
            link.upgraded(accepted.compression, settings)
            return try await take(accepted.consumed..<count, from: link)
        }
    }

    // MARK: Incoming bytes

    /// Takes what was read, in steps between which the consumer may make it wait.
    private func take(_ range: Range<Int>, from link: Link) async throws(ConnectionFailure) {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end {
            let step = start..<start + min(end - start, link.longestStep)
            let violation = decode(step, from: link)
            start = step.upperBound
            if start == end, violation == nil, link.takesMore {
                (start, end) = (0, link.stream.readNow(into: link.buffer))
                if end > 0 { continue }
            }
            do throws(ConnectionFailure) {
                try act(on: violation, from: link)
            } catch {
                await link.writer?.value
                throw error
            }
            if queue.isFull {
                link.session.readingPaused(at: ticker.now())
                await waitForConsumer()
                perform(link.session.readingResumed(at: ticker.now()), on: link)
            }
            // A read that need not wait does not suspend; timers and senders get their turn here.
            await Task.yield()
        }
    }

    /// Decodes a part of what was read.
    private func decode(_ range: Range<Int>, from link: Link) -> WebSocketError? {
        link.session.receivedBytes(at: ticker.now())
        return link.buffer.withBytes(range.upperBound) { bytes in
            do throws(WebSocketError) {
                try link.decode(bytes.extracting(range))
                return nil
            } catch {
                return error
            }
        }
    }

    /// Acts on what was decoded: the frames first, then what ended the stream behind them.
    private func act(on violation: WebSocketError?, from link: Link) throws(ConnectionFailure) {
        deliver(link.receiver.takeBatch(), of: link)
        if link.receiver.keepsMemory, !link.isUnderWay(.pause) { start(.pause, on: link, after: Self.pause) }
        if let ping = link.receiver.takePing() { enqueue(on: link) { $0.pong(ping) } }
        if let violation {
            sayGoodbye(to: link, code: violation.closeCode, reason: violation.reason)
            throw .protocolViolation(detail: violation.reason)
        }
        if let failure = link.receiver.failure {
            sayGoodbye(to: link, code: 1002, reason: "not STOMP")
            throw failure
        }
        if let close = link.receiver.close {
            sayGoodbye(to: link, code: close.code, reason: "")
            throw .closedByServer(code: close.code.map(Int.init), reason: close.reason)
        }
        if let failure = link.failure { throw failure }
    }

    /// Hands runs of messages to the consumer as they are, and every other frame to the session machine.
    private func deliver(_ batch: StompFrameBatch, of link: Link) {
        if settings.tracesFrames { traceReceived(batch) }
        var start = 0
        for index in 0..<batch.count where batch.command(at: index) != .message {
            deliverMessages(batch.slice(start..<index), of: link)
            perform(link.session.received(batch[index].frame, at: ticker.now()), on: link)
            start = index + 1
        }
        deliverMessages(start == 0 ? batch : batch.slice(start..<batch.count), of: link)
    }

    private func deliverMessages(_ messages: StompFrameBatch, of link: Link) {
        guard !messages.isEmpty else { return }
        let actions = link.session.receivedMessages(at: ticker.now())
        guard case .deliverMessages? = actions.first else { return perform(actions, on: link) }
        // A message proves that its subscription was accepted, on servers that answer SUBSCRIBE with nothing.
        if book.hasUnconfirmed, let id = messages[0].header("subscription") {
            book.confirmed(SubscriptionID(rawValue: id))
        }
        guard book.hasStreams else { return emit(.messages(messages)) }
        let (new, acknowledged) = book.received(messages)
        if !new.isEmpty { emit(.messages(new)) }
        for message in acknowledged { acknowledgeStream(message, on: link) }
    }

    private func traceReceived(_ batch: StompFrameBatch) {
        var frames = batch.map { TracedFrame(frame: $0.frame, direction: .received) }
        if batch.heartBeats > 0 {
            frames.append(TracedFrame(frame: nil, direction: .received, count: batch.heartBeats))
        }
        if !frames.isEmpty { emit(.trace(frames)) }
    }

    func traceSent(_ frame: StompFrame?) {
        if settings.tracesFrames { emit(.trace([TracedFrame(frame: frame, direction: .sent)])) }
    }

    // MARK: Outgoing bytes

    /// Queues what `encode` appends and sees to it that it is sent.
    func enqueue(on link: Link, _ encode: (inout Outgoing) -> Void) {
        link.enqueue(encode, writer: { Task { await self.drain(link) } })
        link.session.sentBytes(at: ticker.now())
    }

    private func drain(_ link: Link) async {
        while let bytes = link.nextBytes() { await write(bytes, to: link) }
    }

    private func write(_ bytes: [UInt8], to link: Link) async {
        do throws(TransportError) {
            try await link.stream.write(bytes)
        } catch {
            link.drop(ConnectionFailure(error))
        }
    }
}
