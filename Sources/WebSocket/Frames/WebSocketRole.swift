/// The side of the connection a codec stands on; a client masks what it sends (RFC 6455 §5.3).
public enum WebSocketRole: Sendable {
    case client
    case server
}
