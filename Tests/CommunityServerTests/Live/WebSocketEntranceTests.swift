import Testing
import WebSocket

@testable import CommunityServer

@Suite("WebSocketEntrance: the handshake over HTTP")
struct WebSocketEntranceTests {
    private func answer(
        _ target: String = "/ws",
        method: String = "GET",
        without missing: String? = nil,
        _ changes: [String: String] = [:]
    ) throws -> WebSocketEntrance.Answer? {
        var fields = [
            "Host": "a", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        if let missing { fields[missing] = nil }
        fields.merge(changes) { $1 }
        return WebSocketEntrance.answer(
            RequestHead(
                method: method,
                target: try #require(RequestTarget(target)),
                rawTarget: target,
                fields: fields.map { ($0.key, $0.value) },
                peerAddress: ""
            )
        )
    }

    @Test(
        "both paths open, and the accept value is RFC 6455's own example",
        arguments: ["/ws", "/ws/websocket", "/ws?a=1"]
    )
    func opens(target: String) throws {
        #expect(
            try answer(target)
                == .opened(headers: [
                    HTTPField(name: "Upgrade", value: "websocket"),
                    HTTPField(name: "Sec-WebSocket-Accept", value: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
                ])
        )
    }

    @Test("other paths are for others", arguments: ["/", "/ws/", "/wss", "/api/v1/ws"])
    func others(target: String) throws {
        #expect(try answer(target) == nil)
    }

    @Test(
        "the newest subprotocol on offer is chosen",
        arguments: [
            ("v10.stomp, v11.stomp, v12.stomp", "v12.stomp"), ("v11.stomp", "v11.stomp"), ("stomp", "stomp"),
            ("mqtt, v10.stomp", "v10.stomp"),
        ]
    )
    func subprotocols(offered: String, chosen: String) throws {
        guard case .opened(let headers) = try answer("/ws", ["Sec-WebSocket-Protocol": offered]) else {
            Issue.record("it is not opened")
            return
        }
        #expect(headers.contains(HTTPField(name: "Sec-WebSocket-Protocol", value: chosen)))
    }

    @Test(
        "what is no handshake is refused with the status that says why",
        arguments: [
            ("Upgrade", [:], 426), ("Connection", [:], 426), ("Sec-WebSocket-Key", [:], 400),
            ("Sec-WebSocket-Version", [:], 426), ("", ["Sec-WebSocket-Version": "8"], 426),
            ("", ["Sec-WebSocket-Key": "short"], 400), ("", ["Sec-WebSocket-Protocol": "mqtt"], 400),
        ] as [(String, [String: String], Int)]
    )
    func refused(missing: String, changes: [String: String], status: Int) throws {
        guard case .refused(let found, _, _) = try answer(without: missing, changes) else {
            Issue.record("it is opened")
            return
        }
        #expect(found == status)
        guard case .refused(405, _, _) = try answer(method: "POST") else {
            Issue.record("POST opens it")
            return
        }
    }
}
