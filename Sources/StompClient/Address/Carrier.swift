/// What carries STOMP frames to a server and back.
enum Carrier: Sendable {
    /// Messages of a WebSocket.
    case webSocket
    /// The stream itself, as the specification's own examples have it: plain TCP or TLS.
    case stream
}
