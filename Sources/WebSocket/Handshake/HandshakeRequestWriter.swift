/// Writes the client's request (RFC 6455 §4.1).
struct HandshakeRequestWriter {
    var host: String
    var path: String
    var subprotocols: [String]
    var headers: [HTTPField]
    var compressionOffers: [PermessageDeflate.Offer]
    var key: String

    /// Fields the handshake sets itself.
    private static let reserved: Set<String> = [
        "host", "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol",
        "sec-websocket-extensions", "content-length", "transfer-encoding",
    ]

    /// The request; throws when one of its parts would break it.
    func bytes() throws(WebSocketHandshakeError) -> [UInt8] {
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .badRequest(detail: "the path must begin with / and hold no spaces or unescaped characters")
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .badRequest(detail: "the host must be ASCII without spaces")
        }
        for name in subprotocols where name.isEmpty || !name.utf8.allSatisfy(HTTPSyntax.isToken) {
            throw .badRequest(detail: "a subprotocol must be a token")
        }
        for field in headers {
            guard field.isValid else {
                throw .badRequest(detail: "the header \(field.name.debugDescription) has a bad name or value")
            }
            guard !Self.reserved.contains(field.name.lowercased()) else {
                throw .badRequest(detail: "the header \(field.name) is set by the handshake itself")
            }
        }
        var lines = [
            "GET \(path) HTTP/1.1",
            "Host: \(host)",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)",
            "Sec-WebSocket-Version: 13",
        ]
        if !subprotocols.isEmpty { lines.append("Sec-WebSocket-Protocol: \(subprotocols.joined(separator: ", "))") }
        if !compressionOffers.isEmpty {
            let offers = compressionOffers.map(\.headerValue).joined(separator: ", ")
            lines.append("Sec-WebSocket-Extensions: \(offers)")
        }
        lines += headers.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
