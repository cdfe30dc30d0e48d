/// Why a connection did not become a WebSocket.
public enum WebSocketHandshakeError: Error, Sendable, Equatable {
    /// What was asked for can't be put into a request: `detail` names it. Nothing may be sent.
    case badRequest(detail: String)
    /// The server answered with another status than 101. `headers` holds `Location`, `WWW-Authenticate`, `Retry-After`
    /// and `Content-Type` where they came, `body` the start of what followed.
    case refused(status: Int, reason: String, headers: [HTTPField], body: [UInt8])
    /// The server sends the client elsewhere; redirects are not followed (RFC 6455 §4.1).
    case redirected(status: Int, location: String)
    /// What came is not HTTP/1; `start` holds its first bytes.
    case notHTTP(start: [UInt8])
    /// The response is HTTP, but not one that a WebSocket server gives: `detail` says why.
    case badResponse(detail: String)
    /// `Sec-WebSocket-Accept` is missing or does not belong to our key: something between us and the server answered.
    case badAcceptKey
    /// The server chose a subprotocol that was not offered.
    case badSubprotocol(String)
    /// The server uses an extension, or parameters of one, that were not offered.
    case badExtension(String)
    /// The header of the response is longer than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The stream ended before the response was complete.
    case ended
}
