/// A client's request for a WebSocket, complete and valid (RFC 6455 §4.2.1).
public struct WebSocketRequest: Sendable, Equatable {
    /// The path with its query, as it was sent.
    public let path: String
    /// The value of `Host`.
    public let host: String
    /// All header fields in their order.
    public let headers: [HTTPField]
    /// The subprotocols the client offers, its favourite first.
    public let subprotocols: [String]
    /// The offers of permessage-deflate that can be accepted, the client's favourite first.
    public let compressionOffers: [PermessageDeflate.Offer]
    /// How many bytes of the span last received belong to the request; the rest is for the decoder.
    public let consumed: Int
    private let key: String

    init(head bytes: ArraySlice<UInt8>, consumed: Int) throws(WebSocketRequestError) {
        let head: HTTPHead
        do throws(HTTPHead.Fault) {
            head = try HTTPHead(bytes, joiningFoldedFields: false)
        } catch {
            throw .malformed(detail: error.detail)
        }
        path = try Self.path(head.startLine)
        headers = head.fields
        self.consumed = consumed
        host = try Self.only("Host", in: headers)
        guard headers.contains("websocket", in: "Upgrade"), headers.contains("upgrade", in: "Connection") else {
            throw .noUpgrade
        }
        guard headers.values(of: "Sec-WebSocket-Version") == ["13"] else { throw .badVersion }
        key = try Self.only("Sec-WebSocket-Key", in: headers)
        guard HandshakeKey.isValid(key) else { throw .badField(name: "Sec-WebSocket-Key") }
        subprotocols = headers.elements(of: "Sec-WebSocket-Protocol")
        guard subprotocols.allSatisfy({ $0.utf8.allSatisfy(HTTPSyntax.isToken) }) else {
            throw .badField(name: "Sec-WebSocket-Protocol")
        }
        var offers: [PermessageDeflate.Offer] = []
        for text in headers.elements(of: "Sec-WebSocket-Extensions") {
            guard let element = ExtensionElement(text) else { throw .badField(name: "Sec-WebSocket-Extensions") }
            if let offer = PermessageDeflate.Offer(element) { offers.append(offer) }
        }
        compressionOffers = offers
    }

    /// The response that opens the WebSocket.
    ///
    /// - Parameters:
    ///   - subprotocol: one of those the client offers, or nil.
    ///   - compression: what to agree on, made with `PermessageDeflate(accepting:preferred:)`, and the offer it answers.
    public func accept(
        subprotocol: String? = nil,
        compression: (agreed: PermessageDeflate, offer: PermessageDeflate.Offer)? = nil
    ) -> [UInt8] {
        var lines = [
            "HTTP/1.1 101 Switching Protocols",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(HandshakeKey.accept(for: key))",
        ]
        if let subprotocol {
            precondition(subprotocols.contains(subprotocol), "the client did not offer this subprotocol")
            lines.append("Sec-WebSocket-Protocol: \(subprotocol)")
        }
        if let compression {
            lines.append("Sec-WebSocket-Extensions: \(compression.agreed.response(to: compression.offer))")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// RFC 9112 §3: method SP request-target SP HTTP-version.
    private static func path(_ startLine: String) throws(WebSocketRequestError) -> String {
        let parts = startLine.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].hasPrefix("HTTP/"), parts[0].utf8.allSatisfy(HTTPSyntax.isToken) else {
            throw .malformed(detail: "The request line is malformed.")
        }
        guard parts[2] == "HTTP/1.1" else { throw .malformed(detail: "WebSocket needs HTTP/1.1.") }
        guard parts[0] == "GET" else { throw .badMethod(String(parts[0])) }
        guard parts[1].utf8.first == UInt8(ascii: "/"), parts[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .malformed(detail: "The path is malformed.")
        }
        return String(parts[1])
    }

    private static func only(_ name: String, in fields: [HTTPField]) throws(WebSocketRequestError) -> String {
        let values = fields.values(of: name)
        guard values.count == 1, !values[0].isEmpty else { throw .badField(name: name) }
        return values[0]
    }
}
