import Community
import Stomp

// MARK: Frames of the client
extension StompServerSession {
    mutating func handle(_ frame: StompFrame) -> [Action] {
        switch (frame.command, state) {
        case (.connect, .waiting), (.stomp, .waiting):
            return connect(frame)
        case (_, .waiting):
            return fail("\(frame.command.rawValue) came before CONNECT", answering: frame)
        case (.connect, _), (.stomp, _):
            return fail("CONNECT came a second time", answering: frame)
        case (.subscribe, _):
            return subscribe(frame)
        case (.unsubscribe, _):
            return unsubscribe(frame)
        case (.send, _):
            return send(frame)
        case (.ack, _), (.nack, _):
            // Events are kept by the community, not by the queue: there is nothing to acknowledge, and no harm in it.
            return receipt(frame.headers["receipt"])
        case (.disconnect, _):
            return receipt(frame.headers["receipt"]) + end(code: 1000, reason: "")
        case (.begin, _), (.commit, _), (.abort, _):
            return fail("there are no transactions here", answering: frame)
        case (.connected, _), (.message, _), (.receipt, _), (.error, _):
            return fail("only a server may send \(frame.command.rawValue)", answering: frame)
        }
    }

    /// STOMP 1.2 "Protocol Negotiation": without `accept-version` it is 1.0.
    private mutating func connect(_ frame: StompFrame) -> [Action] {
        let accepted = frame.headers["accept-version"].map { list in
            list.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
        }
        let common = (accepted ?? ["1.0"]).compactMap(StompVersion.init(rawValue:)).max()
        guard let version = common else {
            var frame = Self.error(.failure(code: "STOMP400", message: "This server speaks STOMP 1.0, 1.1 and 1.2."))
            frame.headers.append("version", "1.0,1.1,1.2")
            return [.refused(.protocolError)] + end(with: frame, code: 1002, reason: "No common version")
        }
        let offer = version >= .v1_1 ? frame.headers["heart-beat"].flatMap(HeartBeatOffer.init(headerValue:)) : nil
        state = .connecting(Welcome(version: version, offer: offer ?? .none))
        return [.read(version), .authenticate(token: Self.token(frame.headers["Authorization"]))]
    }

    /// RFC 6750 §2.1; the scheme in any case (RFC 9110 §11.1).
    private static func token(_ authorization: String?) -> String? {
        guard let parts = authorization?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return String(parts[1].drop { $0 == " " })
    }

    private mutating func subscribe(_ frame: StompFrame) -> [Action] {
        guard case .established(var established) = state else { return [] }
        let destination = frame.headers["destination"] ?? ""
        guard let queue = LiveQueue(rawValue: destination) else {
            return fail(
                "there is no queue “\(Self.short(destination))” to subscribe to",
                answering: frame,
                code: "STOMP403"
            )
        }
        // STOMP 1.0 has no need of an id.
        guard let id = frame.headers["id"] ?? (established.version == .v1_0 ? "" : nil) else {
            return fail("SUBSCRIBE lacks its id", answering: frame)
        }
        guard !established.subscriptions.contains(where: { $0.id == id && (!id.isEmpty || $0.queue == queue) }) else {
            return fail("there is a subscription “\(Self.short(id))” already", answering: frame)
        }
        guard established.subscriptions.count < configuration.subscriptionLimit else {
            return fail("more than \(configuration.subscriptionLimit) subscriptions", answering: frame)
        }
        established.subscriptions.append(Subscription(id: id, queue: queue))
        state = .established(established)
        return [.subscribed(toEvents: !subscriptions(to: .events).isEmpty)] + receipt(frame.headers["receipt"])
    }

    private mutating func unsubscribe(_ frame: StompFrame) -> [Action] {
        guard case .established(var established) = state else { return [] }
        let index =
            if let id = frame.headers["id"] {
                established.subscriptions.firstIndex { $0.id == id }
            } else {
                established.subscriptions.firstIndex { $0.queue.rawValue == frame.headers["destination"] }
            }
        guard let index else { return fail("there is no such subscription to end", answering: frame) }
        established.subscriptions.remove(at: index)
        state = .established(established)
        return [.subscribed(toEvents: !subscriptions(to: .events).isEmpty)] + receipt(frame.headers["receipt"])
    }

    private mutating func send(_ frame: StompFrame) -> [Action] {
        guard case .established(var established) = state else { return [] }
        guard frame.headers["transaction"] == nil else {
            return fail("there are no transactions here", answering: frame)
        }
        let receipt = frame.headers["receipt"]
        let id = frame.headers[LiveQueue.commandIdHeader]
        func refusal(_ status: Int, _ message: String) -> CommandRefused {
            CommandRefused(commandId: id, status: status, code: "COMMAND\(status)", message: ServerText(message))
        }
        let destination = frame.headers["destination"] ?? ""
        guard let command = CommandDestination(destination) else {
            return refuse(refusal(404, "There is no destination “\(Self.short(destination))”."), receipt: receipt)
        }
        guard let id, Self.isLowerCaseUUID(id) else {
            let message = "The header \(LiveQueue.commandIdHeader) has to be a UUID in lower case."
            return refuse(refusal(400, message), receipt: receipt)
        }
        established.running = Running(receipt: receipt)
        state = .established(established)
        return [.perform(Command(destination: command, id: id, body: frame.body))]
    }

    /// RFC 9562 §4, without the capitals it also allows.
    private static func isLowerCaseUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            switch (index, byte) {
            case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")), (23, UInt8(ascii: "-")): true
            case (8, _), (13, _), (18, _), (23, _): false
            case (_, UInt8(ascii: "0")...UInt8(ascii: "9")), (_, UInt8(ascii: "a")...UInt8(ascii: "f")): true
            default: false
            }
        }
    }
}

// MARK: Frames of the server
extension StompServerSession {
    /// STOMP 1.2 "CONNECTED Frame".
    func connected(_ version: StompVersion, _ member: LiveMember) -> StompFrame {
        StompFrame(
            .connected,
            headers: [
                "version": version.rawValue, "heart-beat": configuration.heartBeatOffer.headerValue,
                "server": "bobbin-server/0.1.0", "session": configuration.sessionID, "user-name": "\(member.memberID)",
            ]
        )
    }

    func receipt(_ id: String?) -> [Action] {
        id.map { [.send(StompFrame(.receipt, headers: ["receipt-id": $0]))] } ?? []
    }

    /// Says on the error queue that a command was refused, and that the frame has been dealt with. Where nobody listens
    /// to the error queue a RECEIPT would be a lie: then it is an ERROR.
    mutating func refuse(_ body: CommandRefused, receipt id: String?) -> [Action] {
        guard case .established(var established) = state else { return [] }
        // A refusal can always be written.
        let bytes = (try? WireJSON.write(body)) ?? []
        let listeners = subscriptions(to: .errors)
        guard !listeners.isEmpty else {
            guard let id else { return [] }
            var frame = Self.error(.failure(code: body.code, message: body.message))
            frame.body = bytes
            frame.headers.append("receipt-id", id)
            return end(with: frame, code: 1008, reason: "Command refused")
        }
        var actions: [Action] = []
        for listener in listeners {
            established.refusals += 1
            var headers: StompHeaders = [
                "message-id": "refusal-\(established.refusals)", "destination": LiveQueue.errors.rawValue,
                "content-type": "application/json",
            ]
            if !listener.isEmpty { headers.append("subscription", listener) }
            actions.append(.send(StompFrame(.message, headers: headers, body: bytes)))
        }
        state = .established(established)
        return actions + receipt(id)
    }

    /// STOMP 1.2 "ERROR": says what was wrong, then closes.
    mutating func fail(_ sentence: String, answering frame: StompFrame? = nil, code: String = "STOMP400") -> [Action] {
        var error = Self.error(.failure(code: code, message: ServerText(sentence)))
        if let id = frame?.headers["receipt"] { error.headers.append("receipt-id", id) }
        return [.refused(.protocolError)] + end(with: error, code: 1002, reason: sentence)
    }

    static func error(_ envelope: Envelope<NoResult>) -> StompFrame {
        let body = (try? WireJSON.write(envelope)) ?? []
        // Before the version is agreed on nothing is escaped, so nothing that would need it may stand there.
        let message = short(String(envelope.message.text.map { $0.isNewline ? " " : $0 }))
        return StompFrame(.error, headers: ["message": message, "content-type": "application/json"], body: body)
    }

    /// Foreign text for a header: not too long, and nothing that ends a line.
    static func short(_ text: String) -> String {
        let printable = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
        return String(printable.prefix(120)) + (printable.count > 120 ? "…" : "")
    }

    mutating func end(with frame: StompFrame, code: UInt16, reason: String) -> [Action] {
        let actions = end(code: code, reason: reason)
        return actions.isEmpty ? [] : [.send(frame)] + actions
    }

    mutating func end(code: UInt16, reason: String) -> [Action] {
        if case .closed = state { return [] }
        state = .closed
        return Timer.allCases.map { .cancel($0) } + [.close(code: code, reason: reason)]
    }
}
