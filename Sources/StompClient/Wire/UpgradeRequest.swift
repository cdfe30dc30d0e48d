import Stomp
import WebSocket

/// The request for the WebSocket, and what its refusals mean.
struct UpgradeRequest: Sendable {
    static let subprotocols = ["v12.stomp", "v11.stomp", "v10.stomp"]

    let address: ServerAddress
    let headers: [(name: String, value: String)]

    func handshake(offersCompression: Bool) throws(ConnectionFailure) -> WebSocketClientHandshake {
        var generator = SystemRandomNumberGenerator()
        let nonce = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        do throws(WebSocketHandshakeError) {
            return try WebSocketClientHandshake(
                host: address.hostHeader,
                path: address.requestTarget,
                subprotocols: Self.subprotocols,
                // ActiveMQ answers `stomp` whatever was offered.
                alsoAcceptedSubprotocols: ["stomp"],
                headers: headers,
                offersCompression: offersCompression,
                nonce: nonce
            )
        } catch {
            throw failure(for: error)
        }
    }

    /// What the end of the handshake means for the connection.
    func failure(for error: WebSocketHandshakeError) -> ConnectionFailure {
        switch error {
        case .badRequest(let detail):
            return .badURL(address.text, reason: detail)
        case .refused(let status, _, _, let body):
            let text = String(decoding: body, as: UTF8.self)
            // A SockJS server answers an upgrade at its base path with 400, and a plain GET with a greeting.
            if status == 400 || status == 200, text.mentions("SockJS") || text.hasPrefix("Can \"Upgrade\" only") {
                return .sockJS(tryPath: address.sockJSWebSocketPath)
            }
            return .upgradeRefused(status: status, body: text)
        case .redirected(let status, let location):
            return .redirected(status: status, location: location)
        case .notHTTP(let start) where start.first == 0x15:
            // A TLS alert (RFC 8446 §5.1): the port expects TLS and got plain HTTP.
            return .notWebSocket(detail: "it answered in TLS, so the URL begins with wss://")
        case .notHTTP(let start) where start.starts(with: Array("ERROR".utf8)):
            return .notWebSocket(detail: "it answered with a STOMP frame, so the URL begins with stomp+tcp://")
        case .notHTTP(let start):
            return .notWebSocket(
                detail: "it answered \(String(decoding: start.prefix(32), as: UTF8.self).debugDescription)"
            )
        case .badResponse(let detail):
            return .notWebSocket(detail: detail)
        case .badAcceptKey:
            return .notWebSocket(
                detail: "the Sec-WebSocket-Accept header is missing or wrong; a proxy may have answered"
            )
        case .badSubprotocol(let name):
            return .notWebSocket(
                detail: "the server chose the subprotocol \(name.debugDescription), which is not STOMP"
            )
        case .badExtension(let name):
            return .notWebSocket(
                detail: "the server uses the extension \(name.debugDescription), which was not offered"
            )
        case .tooLarge(let limit):
            return .notWebSocket(detail: "the header of its answer is longer than \(limit) bytes")
        case .ended:
            return .lost(detail: "the server ended the connection during the WebSocket upgrade")
        }
    }
}
