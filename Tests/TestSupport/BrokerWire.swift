import Foundation
public import Stomp
import WebSocket

/// The wire of a server that speaks STOMP, over WebSocket or plain: bytes in, frames out, and back.
public final class BrokerWire {
    /// What the client sent.
    public enum Received: Sendable, Equatable {
        case upgradeRequest
        case frame(StompFrame)
        case heartBeat
        case ping([UInt8])
        case close(code: UInt16?)
    }

    private var handshake: WebSocketServerHandshake? = WebSocketServerHandshake()
    private var request: WebSocketRequest?
    private var decoder = WebSocketDecoder(role: .server)
    private var encoder = WebSocketEncoder(role: .server)
    private var inbox = Inbox()
    private let isPlain: Bool

    /// - Parameter isPlain: frames go over the stream itself.
    public init(isPlain: Bool = false) {
        self.isPlain = isPlain
    }

    /// The path and query the client asked for.
    public var target: String? { request?.path }

    /// A header of the client's request for the WebSocket.
    public func requestHeader(_ name: String) -> String? {
        request?.headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Takes bytes of the client.
    public func receive(_ bytes: [UInt8]) throws -> [Received] {
        if isPlain {
            inbox.parse(bytes.span)
            return try takeItems()
        }
        if handshake != nil {
            request = try handshake?.receive(bytes.span)
            guard request != nil else { return [] }
            handshake = nil
            inbox.usesSockJS = isSockJS
            // A client waits for the answer before it sends more.
            return [.upgradeRequest]
        }
        try decoder.decode(bytes.span, into: &inbox)
        return try takeItems()
    }

    private func takeItems() throws -> [Received] {
        if let failure = inbox.failure { throw failure }
        defer { inbox.items = [] }
        return inbox.items
    }

    /// The answer that accepts the upgrade, with compression.
    public func compressedAcceptance() -> [UInt8] {
        encoder = WebSocketEncoder(role: .server, compression: PermessageDeflate())
        decoder = WebSocketDecoder(role: .server, compression: PermessageDeflate())
        // Its last letter is the empty line.
        let answer = String(decoding: acceptance(), as: UTF8.self)
        return Array((answer.dropLast() + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n").utf8)
    }

    /// The answer that accepts the upgrade, and where SockJS is spoken the frame that opens its session.
    public func acceptance(subprotocol: String? = "v12.stomp") -> [UInt8] {
        (request?.accept(subprotocol: subprotocol) ?? []) + (isSockJS ? text("o") : [])
    }

    /// Whether the client asked for a SockJS session: `/ws/{server}/{session}/websocket`.
    public var isSockJS: Bool {
        let parts = (target ?? "").prefix { $0 != "?" }.split(separator: "/")
        return parts.count > 3 && parts.last == "websocket" && parts[parts.count - 3].allSatisfy(\.isNumber)
    }

    /// Frames, each as a message of its own.
    public func bytes(of frames: [StompFrame]) -> [UInt8] {
        var bytes: [UInt8] = []
        for frame in frames {
            // A frame that can't be written is a fault of the test, which then waits in vain.
            guard let written = try? StompFrameWriter.bytes(of: frame, version: .v1_2) else { continue }
            if isPlain {
                bytes += written
            } else if isSockJS {
                let json = (try? JSONEncoder().encode([String(decoding: written, as: UTF8.self)])) ?? Data()
                bytes += text("a" + String(decoding: json, as: UTF8.self))
            } else {
                encoder.message(written.span, kind: .binary, mask: 0, into: &bytes)
            }
        }
        return bytes
    }

    /// Frames that travel as one message, as servers send them that gather what waits.
    public func oneMessage(of frames: [StompFrame], isText: Bool) -> [UInt8] {
        let written = frames.flatMap { (try? StompFrameWriter.bytes(of: $0, version: .v1_2)) ?? [] }
        var bytes: [UInt8] = []
        encoder.message(written.span, kind: isText ? .text : .binary, mask: 0, into: &bytes)
        return bytes
    }

    /// A frame in messages of this many bytes.
    public func pieces(of frame: StompFrame, size: Int) -> [UInt8] {
        let written = (try? StompFrameWriter.bytes(of: frame, version: .v1_2)) ?? []
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: written.count, by: size) {
            let piece = Array(written[start..<min(start + size, written.count)])
            encoder.message(piece.span, kind: .binary, mask: 0, into: &bytes)
        }
        return bytes
    }

    /// The size of each message that has come, in bytes.
    public var messageSizes: [Int] { inbox.sizes }

    /// A text message as it is.
    public func text(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        encoder.message(Array(text.utf8).span, kind: .text, mask: 0, into: &bytes)
        return bytes
    }

    /// The answer to a ping.
    public func pong(_ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        encoder.pong(payload.span, mask: 0, into: &bytes)
        return bytes
    }

    /// A close frame.
    public func close(code: UInt16, reason: String) -> [UInt8] {
        var bytes: [UInt8] = []
        try? encoder.close(code: code, reason: reason, mask: 0, into: &bytes)
        return bytes
    }
}

extension BrokerWire {
    private struct Inbox: WebSocketReceiver {
        var items: [Received] = []
        var failure: StompParseError?
        var usesSockJS = false
        /// The sizes of the messages that have come, whole.
        var sizes: [Int] = []
        private var parser = StompFrameParser(version: .v1_2)
        private var text: [UInt8] = []

        mutating func messageBegan(_ kind: WebSocketMessageKind) { sizes.append(0) }
        mutating func messageContinued(_ payload: Span<UInt8>) {
            sizes[sizes.count - 1] += payload.count
            if usesSockJS { text += payload.indices.map { payload[$0] } } else { parse(payload) }
        }
        mutating func messageEnded() {
            guard usesSockJS else { return }
            let frames = (try? JSONDecoder().decode([String].self, from: Data(text))) ?? []
            text = []
            for frame in frames { parse(Array(frame.utf8).span) }
        }
        fileprivate mutating func parse(_ payload: Span<UInt8>) {
            var batch = StompFrameBatch()
            do throws(StompParseError) {
                try parser.parse(payload, into: &batch)
            } catch {
                failure = error
            }
            items += Array(repeating: .heartBeat, count: batch.heartBeats)
            items += batch.map { .frame($0.frame) }
        }
        mutating func pinged(_ payload: Span<UInt8>) { items.append(.ping(payload.indices.map { payload[$0] })) }
        mutating func ponged(_ payload: Span<UInt8>) {}
        mutating func closed(_ close: WebSocketClose) { items.append(.close(code: close.code)) }
    }
}

/// Answers a client's frames as a broker would, unless a test wants otherwise.
public enum BrokerAnswer {
    /// CONNECTED, RECEIPT where one is asked for, nothing else.
    public static func usual(to frame: StompFrame) -> [StompFrame] {
        switch frame.command {
        case .connect, .stomp:
            [StompFrame(.connected, headers: ["version": "1.2", "server": "Scripted/1.0", "heart-beat": "0,0"])]
        default:
            frame.headers["receipt"].map { [StompFrame(.receipt, headers: ["receipt-id": $0])] } ?? []
        }
    }

    /// MESSAGE frames for a subscription.
    public static func messages(to subscription: String, _ bodies: [[UInt8]]) -> [StompFrame] {
        bodies.enumerated().map { index, body in
            StompFrame(
                .message,
                headers: ["subscription": subscription, "message-id": "m\(index)", "destination": "/topic/a"],
                body: body
            )
        }
    }

    /// ERROR as RabbitMQ words it.
    public static func error(_ message: String, body: String = "", about frame: StompFrame? = nil) -> StompFrame {
        var headers: StompHeaders = ["message": message, "content-type": "text/plain"]
        if let receipt = frame?.headers["receipt"] { headers.append("receipt-id", receipt) }
        return StompFrame(.error, headers: headers, body: Array(body.utf8))
    }
}
