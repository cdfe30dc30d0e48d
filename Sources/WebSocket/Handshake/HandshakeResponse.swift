/// The head of a server's response.
struct HandshakeResponse: Sendable, Equatable {
    var status: Int
    var reason: String
    var isHTTP11: Bool
    var head: HTTPHead

    /// Throws `notHTTP` as soon as the first bytes of a response can't be HTTP/1.
    static func checkStart(_ bytes: [UInt8]) throws(WebSocketHandshakeError) {
        let expected = Array("HTTP/1.".utf8)
        let count = min(bytes.count, expected.count)
        guard bytes[..<count] == expected[..<count] else { throw .notHTTP(start: Array(bytes.prefix(80))) }
    }

    init(_ bytes: ArraySlice<UInt8>) throws(WebSocketHandshakeError) {
        do throws(HTTPHead.Fault) {
            head = try HTTPHead(bytes, joiningFoldedFields: true)
        } catch {
            throw .badResponse(detail: error.detail)
        }
        // RFC 9112 §4: HTTP-version SP status-code SP [ reason-phrase ]; some leave the last space out.
        let parts = head.startLine.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0",
            parts[1].utf8.count == 3, let status = Int(parts[1]), status >= 100
        else { throw .notHTTP(start: Array(bytes.prefix(80))) }
        self.status = status
        isHTTP11 = parts[0] == "HTTP/1.1"
        reason = parts.count == 3 ? HTTPSyntax.trim(parts[2]) : ""
    }
}

/// What a client holds the server's acceptance against (RFC 6455 §4.1).
struct ClientHandshakeTerms: Sendable {
    struct Agreed: Equatable {
        var subprotocol: String?
        var compression: PermessageDeflate?
    }

    var acceptKey: String
    var subprotocols: [String]
    var compressionOffers: [PermessageDeflate.Offer]

    func check(_ response: HandshakeResponse) throws(WebSocketHandshakeError) -> Agreed {
        let fields = response.head.fields
        guard response.isHTTP11 else { throw .badResponse(detail: "the upgrade came as HTTP/1.0") }
        guard fields.contains("websocket", in: "Upgrade") else {
            throw .badResponse(detail: "the header Upgrade does not name websocket")
        }
        guard fields.contains("upgrade", in: "Connection") else {
            throw .badResponse(detail: "the header Connection does not name Upgrade")
        }
        guard fields.values(of: "Sec-WebSocket-Accept") == [acceptKey] else { throw .badAcceptKey }
        return Agreed(subprotocol: try subprotocol(fields), compression: try compression(fields))
    }

    private func subprotocol(_ fields: [HTTPField]) throws(WebSocketHandshakeError) -> String? {
        let values = fields.values(of: "Sec-WebSocket-Protocol")
        guard let value = values.first else { return nil }
        guard values.count == 1, subprotocols.contains(value) else {
            throw .badSubprotocol(values.joined(separator: ", "))
        }
        return value
    }

    private func compression(_ fields: [HTTPField]) throws(WebSocketHandshakeError) -> PermessageDeflate? {
        let elements = fields.elements(of: "Sec-WebSocket-Extensions")
        guard let text = elements.first else { return nil }
        guard elements.count == 1, let element = ExtensionElement(text),
            let agreed = PermessageDeflate(response: element, to: compressionOffers)
        else { throw .badExtension(elements.joined(separator: ", ")) }
        return agreed
    }
}
