import Testing
import WebSocket

/// RFC 6455 §4.2.
@Suite("Opening handshake of a server")
struct WebSocketServerHandshakeTests {
    private static let lines = [
        "GET /chat?x=1 HTTP/1.1", "Host: server.example.com", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ]

    /// The usual request with the line that begins as `line` does left out, and `line` in its place.
    private func request(replacing line: String? = nil, with replacement: [String] = [], adding: [String] = [])
        -> [UInt8]
    {
        var lines = Self.lines
        if let line, let index = lines.firstIndex(where: { $0.hasPrefix(line) }) {
            lines.replaceSubrange(index...index, with: replacement)
        }
        return Array((lines + adding + ["", ""]).joined(separator: "\r\n").utf8)
    }

    private func outcome(
        _ pieces: [ArraySlice<UInt8>],
        headLimit: Int = 2_000
    ) -> Result<WebSocketRequest?, WebSocketRequestError> {
        var handshake = WebSocketServerHandshake(headLimit: headLimit)
        for piece in pieces {
            do throws(WebSocketRequestError) {
                if let request = try handshake.receive(Array(piece).span) { return .success(request) }
            } catch {
                return .failure(error)
            }
        }
        return .success(nil)
    }

    private func expect(
        _ bytes: [UInt8],
        fails error: WebSocketRequestError,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for pieces in Cuts.all(of: bytes) {
            #expect(outcome(pieces) == .failure(error), sourceLocation: sourceLocation)
        }
        let text = String(decoding: error.responseBytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 \(error.status) "), sourceLocation: sourceLocation)
    }

    @Test("a request is read, and answered as RFC 6455 §1.3 shows, however it is cut")
    func accepted() throws {
        let bytes = request(
            adding: [
                "Origin: http://example.com", "Sec-WebSocket-Protocol: v12.stomp, v11.stomp",
                "sec-websocket-protocol: v10.stomp",
                "Sec-WebSocket-Extensions: foo, permessage-deflate; unknown, permessage-deflate; client_max_window_bits",
            ]
        )
        for pieces in Cuts.all(of: bytes) {
            let request = try #require(try outcome(pieces).get())
            #expect(request.path == "/chat?x=1")
            #expect(request.host == "server.example.com")
            #expect(request.headers.contains(HTTPField(name: "Origin", value: "http://example.com")))
            #expect(request.subprotocols == ["v12.stomp", "v11.stomp", "v10.stomp"])
            #expect(request.compressionOffers == [.init()])
            #expect(request.consumed == pieces.last?.count)
            let answer = String(decoding: request.accept(subprotocol: "v11.stomp"), as: UTF8.self)
            #expect(
                answer == """
                    HTTP/1.1 101 Switching Protocols\r
                    Upgrade: websocket\r
                    Connection: Upgrade\r
                    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
                    Sec-WebSocket-Protocol: v11.stomp\r
                    \r\n
                    """
            )
        }
    }

    @Test("what came behind the request is left for the decoder")
    func leftover() throws {
        let bytes = request() + [0x81, 0x80]
        let request = try #require(try outcome([bytes[...]]).get())
        #expect(request.consumed == bytes.count - 2)
    }

    @Test("fields that are missing, repeated or wrong are named")
    func badFields() {
        expect(request(replacing: "Host"), fails: .badField(name: "Host"))
        expect(request(adding: ["Host: other"]), fails: .badField(name: "Host"))
        expect(request(replacing: "Host", with: ["Host:"]), fails: .badField(name: "Host"))
        expect(request(replacing: "Sec-WebSocket-Key"), fails: .badField(name: "Sec-WebSocket-Key"))
        for key in ["", "short==", "dGhlIHNhbXBsZSBub25jZSE=", "dGhlIHNhbXBsZSBub25jZQ=!", "dGhlIHNhbXBsZSBub 5jZQ=="] {
            let bytes = request(replacing: "Sec-WebSocket-Key", with: ["Sec-WebSocket-Key: \(key)"])
            expect(bytes, fails: .badField(name: "Sec-WebSocket-Key"))
        }
        expect(request(adding: ["Sec-WebSocket-Protocol: a b"]), fails: .badField(name: "Sec-WebSocket-Protocol"))
        expect(request(adding: ["Sec-WebSocket-Extensions: ;"]), fails: .badField(name: "Sec-WebSocket-Extensions"))
    }

    @Test("without an upgrade, and with another version, the client is told what is spoken here")
    func upgradeRequired() {
        expect(request(replacing: "Upgrade"), fails: .noUpgrade)
        expect(request(replacing: "Connection", with: ["Connection: keep-alive"]), fails: .noUpgrade)
        expect(request(replacing: "Sec-WebSocket-Version"), fails: .badVersion)
        expect(request(replacing: "Sec-WebSocket-Version", with: ["Sec-WebSocket-Version: 8"]), fails: .badVersion)
        let answer = String(decoding: WebSocketRequestError.badVersion.responseBytes, as: UTF8.self)
        #expect(answer.contains("\r\nSec-WebSocket-Version: 13\r\n"))
        #expect(answer.hasPrefix("HTTP/1.1 426 "))
    }

    @Test("a request line that is wrong is refused")
    func requestLine() {
        expect(request(replacing: "GET", with: ["POST /chat HTTP/1.1"]), fails: .badMethod("POST"))
        for line in ["GET /chat HTTP/1.0", "GET /chat HTTP/2"] {
            expect(request(replacing: "GET", with: [line]), fails: .malformed(detail: "WebSocket needs HTTP/1.1."))
        }
        for line in ["GET chat HTTP/1.1", "GET /\u{1} HTTP/1.1", "GET /é HTTP/1.1"] {
            expect(request(replacing: "GET", with: [line]), fails: .malformed(detail: "The path is malformed."))
        }
        for line in ["GET /chat", "GET  /chat HTTP/1.1", "GET /chat HTTP/1.1 x", "GET /a b HTTP/1.1"] {
            expect(request(replacing: "GET", with: [line]), fails: .malformed(detail: "The request line is malformed."))
        }
    }

    @Test("a line that is no field, or folded, is refused")
    func lines() {
        for line in ["no colon", "Bad Name: x", "X: a\u{0}b"] {
            expect(request(adding: [line]), fails: .malformed(detail: "a header line is malformed: \(line)"))
        }
        expect(request(adding: ["X: a", " b"]), fails: .malformed(detail: "a header field goes on in the next line"))
    }

    @Test("a TLS client, or anything else that is not HTTP, is refused at its first byte")
    func notHTTP() {
        expect([0x16, 0x03, 0x01, 0x02], fails: .malformed(detail: "This is not HTTP."))
    }

    @Test("a header past the limit is refused")
    func limit() {
        let bytes = request()
        #expect((try? outcome([bytes[...]], headLimit: bytes.count).get()) != nil)
        #expect(outcome([bytes[...]], headLimit: bytes.count - 1) == .failure(.tooLarge(limit: bytes.count - 1)))
    }

    @Test("a refusal carries its status, fields and body")
    func refusal() {
        let bytes = WebSocketServerHandshake.refuse(
            status: 503,
            headers: [HTTPField(name: "Retry-After", value: "5")],
            body: "full"
        )
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                HTTP/1.1 503 Service Unavailable\r
                Connection: close\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Length: 4\r
                Retry-After: 5\r
                \r
                full
                """
        )
    }

    @Test("a client and a server of ours agree on subprotocol and compression")
    func agreement() throws {
        var client = try WebSocketClientHandshake(
            host: "localhost",
            path: "/ws",
            subprotocols: ["v12.stomp"],
            offersCompression: true,
            nonce: Array(0..<16)
        )
        let request = try #require(try outcome([client.requestBytes[...]]).get())
        let offer = try #require(request.compressionOffers.first)
        let agreed = PermessageDeflate(accepting: offer, preferred: .init(clientMaxWindowBits: 10))
        let response = request.accept(subprotocol: "v12.stomp", compression: (agreed, offer))
        let accepted = try #require(try client.receive(response.span))
        #expect(accepted.subprotocol == "v12.stomp")
        #expect(accepted.compression == agreed)
        #expect(accepted.consumed == response.count)
    }
}
