import Testing

@testable import WebSocket

@Suite struct HandshakeTests {
    @Test("a client and a server of ours agree on subprotocol and compression, and the rest of the span is left alone")
    func agreement() throws {
        var client = try WebSocketClientHandshake(
            host: "localhost:15674",
            path: "/ws",
            subprotocols: ["v12.stomp", "v11.stomp"],
            offersCompression: true,
            nonce: Array(0..<16)
        )
        var server = WebSocketServerHandshake()
        let request = try #require(try server.receive((client.requestBytes + [0x81]).span))
        #expect(request.consumed == client.requestBytes.count)
        #expect(request.subprotocols == ["v12.stomp", "v11.stomp"])
        let offer = try #require(request.compressionOffers.first)
        let agreed = PermessageDeflate(accepting: offer)
        let response = request.accept(subprotocol: "v12.stomp", compression: (agreed, offer))
        let accepted = try #require(try client.receive((response + [0x81, 0x00]).span))
        #expect(accepted == .init(subprotocol: "v12.stomp", compression: agreed, consumed: response.count))
    }
}
