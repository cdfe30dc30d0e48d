import WebSocket

/// Sends back each message and pong what the peer sends, until either side closes.
struct EchoConversation: ~Copyable {
    /// Large enough for the longest messages of the suite, 16 MiB, with room to spare.
    static let limits = WebSocketLimits(frameSize: 64 << 20, messageSize: 64 << 20)

    private var decoder: WebSocketDecoder
    private var receiver: EchoReceiver

    init(role: WebSocketRole, compression: PermessageDeflate?) {
        decoder = WebSocketDecoder(role: role, limits: Self.limits, compression: compression)
        receiver = EchoReceiver(encoder: WebSocketEncoder(role: role, compression: compression))
    }

    /// Runs over an open WebSocket; `early` came behind the handshake.
    ///
    /// - Returns: how many messages were echoed, and the text of the last one.
    mutating func run(
        over socket: borrowing Socket,
        early: [UInt8]
    ) throws(EchoFailure) -> (messages: Int, lastText: String?) {
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        try take(early.span, over: socket)
        while !receiver.isClosed {
            let count = try socket.read(into: &buffer)
            guard count > 0 else { throw .endedEarly }
            try take(buffer.span.extracting(first: count), over: socket)
        }
        Self.linger(on: socket, buffer: &buffer)
        return (receiver.messages, receiver.lastText)
    }

    private mutating func take(_ bytes: Span<UInt8>, over socket: borrowing Socket) throws(EchoFailure) {
        do throws(WebSocketError) {
            try decoder.decode(bytes, into: &receiver)
        } catch {
            // What came before the fault is answered, then the connection is failed (RFC 6455 §7.1.7).
            try? receiver.encoder.close(
                code: error.closeCode,
                reason: error.reason,
                mask: .random(in: 0 ... .max),
                into: &receiver.output
            )
            try socket.write(receiver.output)
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            Self.linger(on: socket, buffer: &buffer)
            throw .protocolError(error)
        }
        if !receiver.output.isEmpty {
            try socket.write(receiver.output)
            receiver.output.removeAll(keepingCapacity: receiver.output.capacity <= 1 << 20)
        }
    }

    /// Ends the stream so that the peer still gets what was written: bytes left unread would turn the end into a reset.
    private static func linger(on socket: borrowing Socket, buffer: inout [UInt8]) {
        socket.endWriting()
        socket.limitWaits(seconds: 2)
        var left = 64 << 20
        while left > 0, let count = try? socket.read(into: &buffer), count > 0 { left -= count }
    }
}

/// Collects a message and writes its echo.
private struct EchoReceiver: WebSocketReceiver, ~Copyable {
    var encoder: WebSocketEncoder
    var output: [UInt8] = []
    private(set) var isClosed = false
    private(set) var messages = 0
    private(set) var lastText: String?
    private var kind = WebSocketMessageKind.text
    private var payload: [UInt8] = []

    init(encoder: consuming WebSocketEncoder) {
        self.encoder = encoder
    }

    mutating func messageBegan(_ kind: WebSocketMessageKind) {
        self.kind = kind
        payload.removeAll(keepingCapacity: payload.capacity <= 1 << 20)
    }

    mutating func messageContinued(_ piece: Span<UInt8>) {
        piece.withUnsafeBufferPointer { payload.append(contentsOf: $0) }
    }

    mutating func messageEnded() {
        messages += 1
        lastText = kind == .text && payload.count < 100 ? String(decoding: payload, as: UTF8.self) : nil
        let message = payload
        encoder.message(message.span, kind: kind, mask: .random(in: 0 ... .max), into: &output)
    }

    mutating func pinged(_ payload: Span<UInt8>) {
        encoder.pong(payload, mask: .random(in: 0 ... .max), into: &output)
    }

    mutating func ponged(_ payload: Span<UInt8>) {}

    mutating func closed(_ close: WebSocketClose) {
        isClosed = true
        // RFC 6455 §5.5.1: the code is echoed; one that came is one that may be sent.
        try? encoder.close(code: close.code, reason: close.reason, mask: .random(in: 0 ... .max), into: &output)
    }
}
