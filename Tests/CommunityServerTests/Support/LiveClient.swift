import Stomp
import Transport
import WebSocket

@testable import CommunityServer

/// A client that does exactly what a test says, over a real socket.
final class LiveClient {
    /// What came.
    enum Event: Equatable {
        case frame(StompFrame)
        case ping
        case closed(WebSocketClose)
        case ended
    }

    private let stream: any ByteStream
    private let buffer = ReadBuffer()
    private var decoder = WebSocketDecoder(role: .client)
    private var receiver = Receiver()
    private var encoder = WebSocketEncoder(role: .client)
    private var received: [Event] = []

    private init(_ stream: any ByteStream) {
        self.stream = stream
    }

    deinit { stream.close() }

    /// Opens a WebSocket.
    static func open(
        _ port: UInt16,
        transport: any Transport = CurlTransport(),
        isSecure: Bool = false,
        path: String = "/ws"
    ) async throws -> LiveClient {
        let endpoint = Endpoint(host: "127.0.0.1", port: Int(port), isSecure: isSecure)
        let client = LiveClient(try await transport.connect(to: endpoint))
        var handshake = try WebSocketClientHandshake(
            host: "127.0.0.1:\(port)",
            path: path,
            subprotocols: ["v12.stomp"],
            offersCompression: true,
            nonce: Array(0..<16)
        )
        try await client.stream.write(handshake.requestBytes)
        var accepted: WebSocketClientHandshake.Accepted?
        while accepted == nil {
            let count = try await client.stream.read(into: client.buffer)
            guard count > 0 else { throw handshake.ended() }
            accepted = try client.buffer.withBytes(count) { bytes throws(WebSocketHandshakeError) in
                try handshake.receive(bytes)
            }
            if let accepted {
                client.buffer.withBytes(count) { client.take($0.extracting(droppingFirst: accepted.consumed)) }
            }
        }
        return client
    }

    /// Opens one and signs in as that member.
    static func connected(_ port: UInt16, member: Int, subscribed: Bool = true) async throws -> LiveClient {
        let client = try await open(port)
        try await client.send(.connect, ["accept-version": "1.2", "Authorization": "Bearer \(member)"])
        _ = try await client.frame(.connected)
        guard subscribed else { return client }
        try await client.send(
            .subscribe,
            ["id": "ev", "destination": "/user/queue/community/threads/events", "receipt": "sub-ev"]
        )
        try await client.send(.subscribe, ["id": "er", "destination": "/user/queue/errors", "receipt": "sub-er"])
        _ = try await client.frame(.receipt)
        _ = try await client.frame(.receipt)
        return client
    }

    func send(_ command: StompCommand, _ headers: StompHeaders = [:], body: String = "") async throws {
        let frame = StompFrame(command, headers: headers, body: Array(body.utf8))
        try await send(text: StompFrameWriter.bytes(of: frame, version: .v1_2))
    }

    /// Sends a command to a thread.
    func command(_ id: String, thread: String = "1", receipt: String? = nil, body: String = "{}") async throws {
        var headers: StompHeaders = ["destination": "/app/community/threads/\(thread)/messages", "x-command-id": id]
        if let receipt { headers.append("receipt", receipt) }
        try await send(.send, headers, body: body)
    }

    func send(text: [UInt8]) async throws {
        var bytes: [UInt8] = []
        encoder.message(text.span, kind: .text, mask: 0x1234_5678, into: &bytes)
        try await stream.write(bytes)
    }

    func send(raw: [UInt8]) async throws { try await stream.write(raw) }

    func close(code: UInt16) async throws {
        var bytes: [UInt8] = []
        try encoder.close(code: code, mask: 0, into: &bytes)
        try await stream.write(bytes)
    }

    /// The next frame, which has to be of this command; heart-beats and pings are passed over.
    func frame(_ command: StompCommand) async throws -> StompFrame {
        while true {
            switch try await next() {
            case .frame(let frame) where frame.command == command: return frame
            case .ping: continue
            case let other: throw Unexpected(event: other)
            }
        }
    }

    /// How the server closes; frames before it are passed over.
    func close() async throws -> WebSocketClose {
        while true {
            switch try await next() {
            case .closed(let close): return close
            case .ended: throw Unexpected(event: .ended)
            case .frame, .ping: continue
            }
        }
    }

    func next() async throws -> Event {
        while received.isEmpty {
            guard let count = try? await stream.read(into: buffer), count > 0 else { return .ended }
            buffer.withBytes(count) { take($0) }
        }
        return received.removeFirst()
    }

    struct Unexpected: Error { var event: Event }

    private func take(_ bytes: Span<UInt8>) {
        try? decoder.decode(bytes, into: &receiver)
        received += receiver.events
        receiver.events = []
    }

    private struct Receiver: WebSocketReceiver {
        var events: [Event] = []
        private var parser = StompFrameParser(adoptsVersion: true)

        mutating func messageBegan(_ kind: WebSocketMessageKind) {}
        mutating func messageEnded() {}
        mutating func pinged(_ payload: Span<UInt8>) { events.append(.ping) }
        mutating func ponged(_ payload: Span<UInt8>) {}
        mutating func closed(_ close: WebSocketClose) { events.append(.closed(close)) }
        mutating func messageContinued(_ payload: Span<UInt8>) {
            var batch = StompFrameBatch()
            try? parser.parse(payload, into: &batch)
            events += batch.map { .frame($0.frame) }
        }
    }
}
