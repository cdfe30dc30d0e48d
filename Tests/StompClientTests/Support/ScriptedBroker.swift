import Stomp
import Testing
import Transport
import WebSocket

/// The far end of one connection, played by a test: a WebSocket server that speaks STOMP as it is told.
actor ScriptedBroker {
    /// What the client sent.
    enum Received: Equatable {
        case frame(StompFrame)
        case heartBeat
        case close(code: UInt16?)
        /// The client closed the socket.
        case end
    }

    nonisolated let peer: MemoryPeer
    private var decoder = WebSocketDecoder(role: .server)
    private var encoder = WebSocketEncoder(role: .server)
    private var inbox = Inbox()

    init(_ peer: MemoryPeer) {
        self.peer = peer
    }

    /// Waits for the next connection and plays it.
    static func next(on transport: MemoryTransport) async throws -> ScriptedBroker {
        ScriptedBroker(try await transport.nextConnection())
    }

    /// Waits for the next connection, accepts the upgrade and CONNECT, and answers with CONNECTED.
    @discardableResult
    static func connected(
        on transport: MemoryTransport,
        heartBeat: String? = "0,0",
        version: String = "1.2"
    ) async throws -> ScriptedBroker {
        let broker = try await next(on: transport)
        try await broker.acceptUpgrade()
        _ = try await broker.frame(.connect)
        await broker.acceptConnect(heartBeat: heartBeat, version: version)
        return broker
    }

    /// Reads the upgrade request and accepts it.
    @discardableResult
    func acceptUpgrade(subprotocol: String? = "v12.stomp") async throws -> WebSocketRequest {
        let request = try await upgradeRequest()
        peer.send(request.accept(subprotocol: subprotocol))
        return request
    }

    /// Reads the upgrade request and leaves it unanswered.
    func upgradeRequest() async throws -> WebSocketRequest {
        let head = try await peer.read(through: Array("\r\n\r\n".utf8))
        var handshake = WebSocketServerHandshake()
        return try #require(try handshake.receive(head.span))
    }

    func acceptConnect(heartBeat: String? = "0,0", version: String = "1.2") {
        var headers: StompHeaders = ["version": version, "server": "Scripted/1.0"]
        if let heartBeat { headers.append("heart-beat", heartBeat) }
        send(StompFrame(.connected, headers: headers))
    }

    // MARK: What the client sent

    /// Waits for the next thing the client sends.
    func next() async throws -> Received {
        while inbox.items.isEmpty {
            let bytes = try await peer.nextBytes()
            guard !bytes.isEmpty else { return .end }
            try decoder.decode(bytes.span, into: &inbox)
            if let failure = inbox.failure { throw failure }
        }
        return inbox.items.removeFirst()
    }

    /// Waits for the next frame, which must have this command; heart-beats before it don't count.
    func frame(_ command: StompCommand) async throws -> StompFrame {
        while true {
            switch try await next() {
            case .frame(let frame):
                try #require(frame.command == command, "\(frame)")
                return frame
            case .heartBeat: continue
            case let other: throw Unexpected(received: other)
            }
        }
    }

    struct Unexpected: Error {
        let received: Received
    }

    // MARK: What the client gets

    func send(_ frame: StompFrame) {
        send([frame])
    }

    /// Sends frames in one chunk, each as a message of its own.
    func send(_ frames: [StompFrame]) {
        var bytes: [UInt8] = []
        for frame in frames {
            // A frame that can't be written is a fault of the test, which then waits in vain.
            guard let written = try? StompFrameWriter.bytes(of: frame, version: .v1_2) else { continue }
            encoder.message(written.span, kind: .text, mask: 0, into: &bytes)
        }
        peer.send(bytes)
    }

    /// Sends a text message as it is.
    func send(text: String) {
        var bytes: [UInt8] = []
        encoder.message(Array(text.utf8).span, kind: .text, mask: 0, into: &bytes)
        peer.send(bytes)
    }

    func message(to subscription: String, _ body: String, destination: String = "/topic/a") {
        send(.message(to: subscription, body, destination: destination))
    }

    func close(code: UInt16, reason: String) throws {
        var bytes: [UInt8] = []
        try encoder.close(code: code, reason: reason, mask: 0, into: &bytes)
        peer.send(bytes)
    }
}

/// Collects what the decoder reports.
private struct Inbox: WebSocketReceiver {
    var items: [ScriptedBroker.Received] = []
    var failure: StompParseError?
    private var parser = StompFrameParser(version: .v1_2)

    mutating func messageBegan(_ kind: WebSocketMessageKind) {}
    mutating func messageContinued(_ payload: Span<UInt8>) {
        var batch = StompFrameBatch()
        do throws(StompParseError) {
            try parser.parse(payload, into: &batch)
        } catch {
            failure = error
        }
        items += Array(repeating: .heartBeat, count: batch.heartBeats)
        items += batch.map { .frame($0.frame) }
    }
    mutating func messageEnded() {}
    mutating func pinged(_ payload: Span<UInt8>) {}
    mutating func ponged(_ payload: Span<UInt8>) {}
    mutating func closed(_ close: WebSocketClose) { items.append(.close(code: close.code)) }
}

extension StompFrame {
    static func message(to subscription: String, _ body: String, destination: String = "/topic/a") -> StompFrame {
        StompFrame(
            .message,
            headers: ["subscription": subscription, "message-id": "m", "destination": destination],
            body: Array(body.utf8)
        )
    }
}
