import FoundationEssentials
import Testing
import Transport

@testable import StompClient

@Suite struct ServerAddressTests {
    private func address(_ text: String) throws -> ServerAddress {
        try ServerAddress(try #require(URL(string: text)))
    }

    @Test(
        "a URL gives endpoint, Host header and request target",
        arguments: [
            ("ws://h/ws", "h", 80, false, "h", "/ws"),
            ("wss://h", "h", 443, true, "h", "/"),
            ("ws://127.0.0.1:15674/ws?a=1", "127.0.0.1", 15674, false, "127.0.0.1:15674", "/ws?a=1"),
            ("WSS://h:443/x", "h", 443, true, "h", "/x"),
            ("ws://[::1]:9/ws", "::1", 9, false, "[::1]:9", "/ws"),
            ("ws://h/%ED%95%9C", "h", 80, false, "h", "/%ED%95%9C"),
            ("stomp+tcp://h", "h", 61613, false, "h", "/"),
            ("stomp+ssl://h", "h", 61614, true, "h", "/"),
            ("stomp+tcp://h:9", "h", 9, false, "h:9", "/"),
        ]
    )
    func parts(url: String, host: String, port: Int, secure: Bool, header: String, target: String) throws {
        let address = try address(url)
        #expect(address.endpoint.host == host)
        #expect(address.endpoint.port == port)
        #expect(address.endpoint.isSecure == secure)
        #expect(address.hostHeader == header)
        #expect(address.requestTarget == target)
    }

    @Test("a STOMP port takes frames without WebSocket, and TLS to it does not speak of HTTP")
    func stompPort() throws {
        let plain = try address("stomp+ssl://h")
        #expect(plain.carrier == .stream)
        #expect(!plain.endpoint.offersHTTP)
        #expect(plain.text == "stomp+ssl://h")
        let webSocket = try address("wss://h")
        #expect(webSocket.carrier == .webSocket)
        #expect(webSocket.endpoint.offersHTTP)
    }

    @Test("a URL that can't be used says why", arguments: ["http://h/", "ws:///x", "ws://h:99999/"])
    func refused(url: String) {
        #expect(throws: ConnectionFailure.self) { try address(url) }
    }

    @Test("a token in the query can't break out of it")
    func query() throws {
        var address = try address("ws://h/ws?a=1")
        address.addQuery(name: "token", value: "a b\r\n&c=한")
        #expect(address.requestTarget == "/ws?a=1&token=a%20b%0D%0A%26c%3D%ED%95%9C")
    }

    @Test(
        "the WebSocket of a base URL keeps host and port",
        arguments: [
            ("http://h:8080", "ws://h:8080/ws/websocket"),
            ("https://h/", "wss://h/ws/websocket"),
            ("https://h/api/", "wss://h/api/ws/websocket"),
            ("http://127.0.0.1:15674/ws", "ws://127.0.0.1:15674/ws"),
            ("https://h/ws/websocket", "wss://h/ws/websocket"),
            ("ws://h/anything", "ws://h/anything"),
        ]
    )
    func webSocketURL(base: String, expected: String) throws {
        #expect(StompConnection.webSocketURL(base: try #require(URL(string: base))).absoluteString == expected)
    }
}
