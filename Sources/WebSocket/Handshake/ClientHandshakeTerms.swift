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
