import WebSocket

/// The door to the live side: what a request for a WebSocket is answered with (RFC 6455 §4.2).
enum WebSocketEntrance {
    /// Where it is; the second is the name that SockJS servers give it.
    private static let paths = ["/ws", "/ws/websocket"]
    /// STOMP's subprotocols, the newest first. Which version is spoken is CONNECT's business.
    private static let subprotocols = ["v12.stomp", "v11.stomp", "v10.stomp", "stomp"]

    /// What is agreed on.
    enum Answer: Equatable {
        case opened(headers: [HTTPField])
        case refused(status: Int, detail: String, headers: [HTTPField])
    }

    /// Looks at a request; nil when it is for something else.
    static func answer(_ head: RequestHead) -> Answer? {
        guard paths.contains(head.target.path) else { return nil }
        // The codec reads bytes, so that all its checks hold here too.
        var lines = ["\(head.method) \(head.rawTarget) HTTP/1.1"]
        lines += head.fields.map { "\($0.name): \($0.value)" }
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        var handshake = WebSocketServerHandshake(headLimit: 64 << 10)
        do throws(WebSocketRequestError) {
            guard let request = try handshake.receive(bytes.span) else { return nil }
            let offered = request.subprotocols
            let chosen = subprotocols.first { offered.contains($0) }
            guard chosen != nil || offered.isEmpty else {
                let detail = "Of the subprotocols offered none is spoken here; offer \(subprotocols[0])."
                return .refused(status: 400, detail: detail, headers: [])
            }
            return .opened(headers: fields(of: request.accept(subprotocol: chosen)))
        } catch {
            return .refused(status: error.status, detail: error.detail, headers: headers(of: error))
        }
    }

    /// The header fields of a response; what HTTP adds by itself is left out.
    private static func fields(of response: [UInt8]) -> [HTTPField] {
        String(decoding: response, as: UTF8.self).split(separator: "\r\n").dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0] != "Connection" else { return nil }
            return HTTPField(name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
        }
    }

    private static func headers(of error: WebSocketRequestError) -> [HTTPField] {
        switch error {
        case .badMethod: [HTTPField(name: "Allow", value: "GET")]
        case .noUpgrade: [HTTPField(name: "Upgrade", value: "websocket")]
        case .badVersion: [HTTPField(name: "Sec-WebSocket-Version", value: "13")]
        case .malformed, .badField, .tooLarge: []
        }
    }
}
