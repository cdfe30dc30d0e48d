/// What a decoder reports, in the order of the wire. The spans are only valid during the call.
public protocol WebSocketReceiver: ~Copyable {
    /// A text or binary message begins.
    mutating func messageBegan(_ kind: WebSocketMessageKind)
    /// More of the message's payload, unmasked and inflated. A message may come in any number of pieces.
    mutating func messageContinued(_ payload: Span<UInt8>)
    /// The message is complete; a text message was valid UTF-8.
    mutating func messageEnded()
    /// A message that is all there, in place of the three above for it; left out, those are called.
    mutating func messageArrived(_ kind: WebSocketMessageKind, _ payload: Span<UInt8>)
    /// A ping came, even between fragments; answer with a pong of the same payload (RFC 6455 §5.5.2).
    mutating func pinged(_ payload: Span<UInt8>)
    /// A pong came.
    mutating func ponged(_ payload: Span<UInt8>)
    /// A close frame came; nothing is decoded after it (RFC 6455 §5.5.1).
    mutating func closed(_ close: WebSocketClose)
}

extension WebSocketReceiver where Self: ~Copyable {
    public mutating func messageArrived(_ kind: WebSocketMessageKind, _ payload: Span<UInt8>) {
        messageBegan(kind)
        messageContinued(payload)
        messageEnded()
    }
}

/// The two kinds of message.
public enum WebSocketMessageKind: Sendable, Equatable {
    case text
    case binary
}

/// The status and reason of a close frame (RFC 6455 §7.1.5, §7.1.6).
public struct WebSocketClose: Sendable, Equatable {
    /// The status code, absent when the frame had no body.
    public var code: UInt16?
    /// The reason, empty when none was given; at most 123 bytes of UTF-8.
    public var reason: String

    /// Makes a close status.
    public init(code: UInt16?, reason: String = "") {
        self.code = code
        self.reason = reason
    }
}
