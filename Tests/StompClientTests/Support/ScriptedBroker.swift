import Stomp
import TestSupport
import Testing
import Transport

/// The far end of one connection, played by a test: a server that speaks STOMP, over WebSocket or plain, as it is told.
actor ScriptedBroker {
    /// What the client sent; nil is the end of what it sends.
    typealias Received = BrokerWire.Received

    nonisolated let peer: MemoryPeer
    private let wire: BrokerWire
    private var inbox: [Received] = []

    init(_ peer: MemoryPeer, isPlain: Bool = false) {
        self.peer = peer
        wire = BrokerWire(isPlain: isPlain)
    }

    /// Waits for the next connection, accepts CONNECT without a WebSocket, and answers with CONNECTED.
    static func connectedPlain(on transport: MemoryTransport, heartBeat: String? = "0,0") async throws -> ScriptedBroker
    {
        let broker = ScriptedBroker(try await transport.nextConnection(), isPlain: true)
        _ = try await broker.frame(.connect)
        await broker.acceptConnect(heartBeat: heartBeat)
        return broker
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
    func acceptUpgrade(subprotocol: String? = "v12.stomp") async throws {
        try await upgradeRequest()
        peer.send(wire.acceptance(subprotocol: subprotocol))
    }

    /// Reads the upgrade request and accepts it, with a text message in the same bytes.
    func acceptUpgrade(with text: String) async throws {
        try await upgradeRequest()
        peer.send(wire.acceptance() + wire.text(text))
    }

    /// Reads the upgrade request and accepts it with compression.
    func acceptCompressedUpgrade() async throws {
        try await upgradeRequest()
        peer.send(wire.compressedAcceptance())
    }

    /// Reads the upgrade request and leaves it unanswered.
    func upgradeRequest() async throws {
        let head = try await peer.read(through: Array("\r\n\r\n".utf8))
        try #require(try wire.receive(head) == [.upgradeRequest])
    }

    func acceptConnect(heartBeat: String? = "0,0", version: String = "1.2") {
        var headers: StompHeaders = ["version": version, "server": "Scripted/1.0"]
        if let heartBeat { headers.append("heart-beat", heartBeat) }
        send(StompFrame(.connected, headers: headers))
    }

    /// The path and query that the client asked for.
    var target: String? { wire.target }

    /// The size of each message that the client has sent.
    var messageSizes: [Int] { wire.messageSizes }

    // MARK: What the client sent

    /// Waits for the next thing the client sends; nil when it closed the socket.
    func next() async throws -> Received? {
        while inbox.isEmpty {
            let bytes = try await peer.nextBytes()
            guard !bytes.isEmpty else { return nil }
            inbox += try wire.receive(bytes)
        }
        return inbox.removeFirst()
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
        let received: Received?
    }

    // MARK: What the client gets

    func send(_ frame: StompFrame) {
        send([frame])
    }

    /// Sends frames in one chunk, each as a message of its own.
    func send(_ frames: [StompFrame]) {
        peer.send(wire.bytes(of: frames))
    }

    /// Sends frames in one message.
    func sendTogether(_ frames: [StompFrame], isText: Bool) {
        peer.send(wire.oneMessage(of: frames, isText: isText))
    }

    /// Sends a frame in binary messages of this many bytes.
    func sendInPieces(_ frame: StompFrame, of size: Int) {
        peer.send(wire.pieces(of: frame, size: size))
    }

    /// Sends a text message as it is.
    func send(text: String) {
        peer.send(wire.text(text))
    }

    func message(to subscription: String, _ body: String, destination: String = "/topic/a") {
        send(.message(to: subscription, body, destination: destination))
    }

    /// Waits for a ping, and returns what must be answered.
    func ping() async throws -> [UInt8] {
        let received = try await next()
        guard case .ping(let payload) = received else { throw Unexpected(received: received) }
        return payload
    }

    func pong(_ payload: [UInt8]) {
        peer.send(wire.pong(payload))
    }

    func close(code: UInt16, reason: String) {
        peer.send(wire.close(code: code, reason: reason))
    }
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
