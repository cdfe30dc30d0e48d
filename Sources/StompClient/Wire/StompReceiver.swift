import Stomp
import WebSocket

/// Feeds WebSocket payloads, or a stream's bytes, to the STOMP parser and keeps what else came with them, until the
/// connection takes it.
struct StompReceiver: WebSocketReceiver, Sendable {
    /// Frames parsed since they were last taken.
    private var batch = StompFrameBatch()
    private var lent = LentBatches()
    /// The payload of the last ping; only that one need be answered (RFC 6455 §5.5.3).
    private var ping: [UInt8]?
    /// The peer's close frame.
    private(set) var close: WebSocketClose?
    /// Why nothing more can be parsed; the frames before it are in the batch.
    private(set) var failure: ConnectionFailure?

    private var parser: StompFrameParser
    private let sockJSPath: String
    /// What has come of a SockJS frame; nil where STOMP comes as it is.
    private var sockJSText: [UInt8]?
    private var isAtMessageStart = false
    /// Whether a byte of a stream has come.
    private var hasBegun = false
    /// Whether a frame has been parsed, after which SockJS is out of the question.
    private var hasParsed = false

    init(limits: StompParserLimits, sockJSPath: String, usesSockJS: Bool = false) {
        parser = StompFrameParser(version: .v1_2, limits: limits, adoptsVersion: true)
        self.sockJSPath = sockJSPath
        sockJSText = usesSockJS ? [] : nil
    }

    /// The bytes of the frames parsed since they were last taken.
    var byteCount: Int { batch.byteCount }
    /// Whether nothing but frames has come since they were last taken.
    var holdsFramesOnly: Bool { ping == nil && close == nil && failure == nil }

    /// Hands over the frames parsed so far; the next batch has room for as many bytes.
    mutating func takeBatch() -> StompFrameBatch {
        guard !batch.isEmpty || batch.heartBeats > 0 else { return StompFrameBatch() }
        var next = lent.next(reserving: batch.byteCount)
        lent.lend(batch)
        swap(&next, &batch)
        return next
    }

    /// Whether memory is kept for more of what came.
    var keepsMemory: Bool { !lent.isEmpty }

    /// Gives back memory that is kept for more, unless much came since the last call; whether all of it is given back.
    mutating func giveBackMemory() -> Bool {
        guard lent.giveBack() else { return false }
        if batch.isEmpty, batch.heartBeats == 0 { batch = StompFrameBatch() }
        return true
    }

    /// Hands over the ping to answer, if one came.
    mutating func takePing() -> [UInt8]? {
        defer { ping = nil }
        return ping
    }

    mutating func messageBegan(_ kind: WebSocketMessageKind) {
        isAtMessageStart = true
    }

    mutating func messageContinued(_ payload: Span<UInt8>) {
        guard failure == nil, close == nil, payload.count > 0 else { return }
        if sockJSText != nil {
            payload.withUnsafeBufferPointer { bytes in unsafe sockJSText?.append(contentsOf: bytes) }
            return
        }
        if isAtMessageStart, !hasParsed, payload[0].beginsSockJSFrame {
            failure = .sockJS(tryPath: sockJSPath)
            return
        }
        isAtMessageStart = false
        parse(payload)
    }

    /// Takes bytes of a stream that carries frames without a WebSocket.
    mutating func streamContinued(_ bytes: Span<UInt8>) {
        guard failure == nil, bytes.count > 0 else { return }
        if !hasBegun, let stranger = Stranger(bytes) {
            failure = .notSTOMP(detail: stranger.sentence)
            return
        }
        hasBegun = true
        parse(bytes)
    }

    private mutating func parse(_ payload: Span<UInt8>) {
        do throws(StompParseError) {
            try parser.parse(payload, into: &batch)
        } catch {
            failure = .protocolViolation(detail: "the server sent a frame that can't be read: \(error)")
        }
        if !batch.isEmpty { hasParsed = true }
    }

    mutating func messageEnded() {
        guard let text = sockJSText, !text.isEmpty, failure == nil, close == nil else { return }
        sockJSText = []
        switch SockJSFrame(text) {
        case .open, .heartBeat: break
        case .messages(let texts): for text in texts where failure == nil { parse(text.span) }
        case .close(let code, let reason): close = WebSocketClose(code: code, reason: reason)
        case nil:
            failure = .protocolViolation(detail: "what came is no SockJS frame; leave sockjs out of the profile")
        }
    }

    mutating func messageArrived(_ kind: WebSocketMessageKind, _ payload: Span<UInt8>) {
        isAtMessageStart = true
        messageContinued(payload)
        messageEnded()
    }

    mutating func pinged(_ payload: Span<UInt8>) {
        ping = payload.withUnsafeBufferPointer { unsafe Array($0) }
    }

    mutating func ponged(_ payload: Span<UInt8>) {}

    mutating func closed(_ close: WebSocketClose) {
        self.close = close
    }
}

extension UInt8 {
    /// `o`, `h`, `a[...]` and `c[...]` are SockJS frames; no STOMP command begins with a small letter.
    fileprivate var beginsSockJSFrame: Bool {
        switch self {
        case UInt8(ascii: "o"), UInt8(ascii: "h"), UInt8(ascii: "a"), UInt8(ascii: "c"): true
        default: false
        }
    }
}
