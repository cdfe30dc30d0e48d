/// What a peer did wrong; after any of these the connection is closed with `closeCode`.
public enum WebSocketError: Error, Sendable, Equatable {
    /// RSV2 or RSV3 is set, or RSV1 where no negotiated extension gives it a meaning (RFC 6455 §5.2).
    case reservedBits
    /// The opcode has no meaning (RFC 6455 §5.2).
    case reservedOpcode(UInt8)
    /// A client sent a frame without a mask (RFC 6455 §5.1).
    case unmasked
    /// A server sent a masked frame (RFC 6455 §5.1).
    case masked
    /// A control frame was cut into fragments (RFC 6455 §5.5).
    case fragmentedControl
    /// A control frame has more than 125 bytes of payload (RFC 6455 §5.5).
    case longControl
    /// A continuation came though no message was under way (RFC 6455 §5.4).
    case unexpectedContinuation
    /// A new message began inside a fragmented one (RFC 6455 §5.4).
    case interruptedMessage
    /// The payload length is not in its shortest form, or its highest bit is set (RFC 6455 §5.2).
    case badLength
    /// The body of a close frame has one byte (RFC 6455 §5.5.1).
    case badCloseBody
    /// The status code of a close frame may not be sent (RFC 6455 §7.4).
    case badCloseCode(UInt16)
    /// A text message or the reason of a close frame is not UTF-8 (RFC 6455 §8.1).
    case invalidUTF8
    /// The compressed data is broken (RFC 7692 §7.2.2).
    case badCompression
    /// A frame is longer than the limit, in bytes.
    case frameTooLarge(limit: Int)
    /// A message is longer than the limit, in bytes.
    case messageTooLarge(limit: Int)

    /// The status code for the close frame that answers this error (RFC 6455 §7.4.1).
    public var closeCode: UInt16 {
        switch self {
        case .reservedBits, .reservedOpcode, .unmasked, .masked, .fragmentedControl, .longControl,
            .unexpectedContinuation, .interruptedMessage, .badLength, .badCloseBody, .badCloseCode:
            1002
        case .invalidUTF8, .badCompression:
            1007
        case .frameTooLarge, .messageTooLarge:
            1009
        }
    }

    /// What went wrong, in a few words; short enough for a close frame.
    public var reason: String {
        switch self {
        case .reservedBits: "reserved bits are set"
        case .reservedOpcode(let opcode): "opcode \(opcode) is reserved"
        case .unmasked: "frame of a client without a mask"
        case .masked: "frame of a server with a mask"
        case .fragmentedControl: "control frame in fragments"
        case .longControl: "control frame longer than 125 bytes"
        case .unexpectedContinuation: "continuation without a message"
        case .interruptedMessage: "new message inside a fragmented one"
        case .badLength: "payload length badly encoded"
        case .badCloseBody: "close frame with a body of one byte"
        case .badCloseCode(let code): "close code \(code) is not allowed"
        case .invalidUTF8: "text is not UTF-8"
        case .badCompression: "compressed data is broken"
        case .frameTooLarge(let limit): "frame longer than \(limit) bytes"
        case .messageTooLarge(let limit): "message longer than \(limit) bytes"
        }
    }
}
