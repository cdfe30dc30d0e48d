import Testing

@testable import WebSocket

/// RFC 6455 §4.1.
@Suite("Opening handshake of a client")
struct WebSocketClientHandshakeTests {
    typealias Failure = WebSocketHandshakeError

    /// The nonce of RFC 6455 §1.3; its key is dGhlIHNhbXBsZSBub25jZQ==.
    private static let nonce = Array("the sample nonce".utf8)
    private static let acceptance = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    private func handshake(
        subprotocols: [String] = ["v12.stomp", "v11.stomp", "v10.stomp"],
        headers: [(name: String, value: String)] = [],
        host: String = "chat.example:15674",
        path: String = "/ws?room=1",
        offersCompression: Bool = true,
        headLimit: Int = 2_000,
        bodyLimit: Int = 100
    ) throws(Failure) -> WebSocketClientHandshake {
        try WebSocketClientHandshake(
            host: host,
            path: path,
            subprotocols: subprotocols,
            headers: headers,
            offersCompression: offersCompression,
            nonce: Self.nonce,
            headLimit: headLimit,
            bodyLimit: bodyLimit
        )
    }

    /// A response of lines; `\r\n` and the empty line are added.
    private func response(
        _ status: String = "101 Switching Protocols",
        upgrade: [String] = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: \(acceptance)"],
        adding lines: [String] = []
    ) -> [UInt8] {
        Array((["HTTP/1.1 \(status)"] + upgrade + lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    private enum Result: Equatable {
        case accepted(WebSocketClientHandshake.Accepted, left: [UInt8])
        case failed(Failure)
        case waiting
    }

    /// Feeds pieces, then, if asked to, says that the stream ended.
    private func result(
        _ pieces: [ArraySlice<UInt8>],
        of handshake: WebSocketClientHandshake,
        thenEnds: Bool = false
    ) -> Result {
        var handshake = handshake
        for (index, piece) in pieces.enumerated() {
            do throws(Failure) {
                guard var accepted = try handshake.receive(Array(piece).span) else { continue }
                let left = Array(piece.dropFirst(accepted.consumed)) + pieces[(index + 1)...].flatMap { $0 }
                accepted.consumed = 0
                return .accepted(accepted, left: left)
            } catch {
                return .failed(error)
            }
        }
        return thenEnds ? .failed(handshake.ended()) : .waiting
    }

    private func expect(
        _ bytes: [UInt8],
        of handshake: WebSocketClientHandshake,
        thenEnds: Bool = false,
        give expected: Result,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for pieces in Cuts.all(of: bytes) {
            let result = result(pieces, of: handshake, thenEnds: thenEnds)
            #expect(result == expected, "\(pieces.prefix(10).map(\.count))", sourceLocation: sourceLocation)
            if result != expected { return }
        }
    }

    @Test("the request has all that a server needs, and the fields asked for")
    func request() throws {
        let text = String(
            decoding: try handshake(headers: [("Authorization", "Bearer abc")]).requestBytes,
            as: UTF8.self
        )
        #expect(
            text == """
                GET /ws?room=1 HTTP/1.1\r
                Host: chat.example:15674\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Protocol: v12.stomp, v11.stomp, v10.stomp\r
                Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r
                Authorization: Bearer abc\r
                \r\n
                """
        )
        let plain = try handshake(subprotocols: [], offersCompression: false).requestBytes
        #expect(!String(decoding: plain, as: UTF8.self).contains("Sec-WebSocket-Protocol"))
        #expect(!String(decoding: plain, as: UTF8.self).contains("Sec-WebSocket-Extensions"))
    }

    @Test(
        "what would break the request apart is refused before anything is sent",
        arguments: [
            ("X-A", "b\r\nEvil: 1"), ("X-A", "b\nc"), ("X-A", "b\u{0}"), ("X-A", "b\u{7F}"), ("X\r\nA", "b"), ("", "b"),
            ("X A", "b"), ("X:", "b"), ("Ключ", "b"), ("Host", "other"), ("sec-websocket-key", "x"),
            ("Content-Length", "1"),
        ]
    )
    func badHeaders(name: String, value: String) {
        #expect(throws: Failure.self) { try handshake(headers: [(name, value)]) }
    }

    @Test("a path, host or subprotocol that does not fit into a request is refused")
    func badParts() {
        for path in ["", "ws", "/a b", "/a\r\nX: y", "/é"] {
            #expect(throws: Failure.self) { try handshake(path: path) }
        }
        for host in ["", "a b", "a\r\nX: y", "é.example"] {
            #expect(throws: Failure.self) { try handshake(host: host) }
        }
        for name in ["", "a b", "a,b", "a\r\n"] {
            #expect(throws: Failure.self) { try handshake(subprotocols: [name]) }
        }
    }

    @Test("an acceptance is taken, however its names and tokens are written, and what follows is left for the decoder")
    func accepted() throws {
        let frames: [UInt8] = [0x81, 0x02, 0x68, 0x69]
        let variants = [
            ["Upgrade: websocket", "Connection: Upgrade"], ["UPGRADE:WebSocket  ", "connection:\tkeep-alive, UPGRADE"],
            ["Connection: keep-alive", "Connection: upgrade", "Upgrade: h2c, websocket"],
        ]
        for variant in variants {
            let bytes = response(upgrade: variant, adding: ["SEC-WEBSOCKET-ACCEPT:  \(Self.acceptance)", "Server:"])
            expect(bytes + frames, of: try handshake(), give: .accepted(.init(consumed: 0), left: frames))
        }
    }

    @Test("one of the subprotocols offered may come back, none, or plain stomp")
    func subprotocols() throws {
        for name in ["v12.stomp", "v10.stomp", "stomp"] {
            let bytes = response(adding: ["Sec-WebSocket-Protocol: \(name)"])
            expect(bytes, of: try handshake(), give: .accepted(.init(subprotocol: name, consumed: 0), left: []))
        }
        for lines in [["v13.stomp"], ["V12.STOMP"], ["v12.stomp, v11.stomp"], ["v12.stomp", "v11.stomp"], [""]] {
            let bytes = response(adding: lines.map { "Sec-WebSocket-Protocol: \($0)" })
            let error = Failure.badSubprotocol(lines.joined(separator: ", "))
            expect(bytes, of: try handshake(), give: .failed(error))
        }
    }

    @Test("compression comes as agreed, and no other extension passes")
    func extensions() throws {
        let bytes = response(adding: ["Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10"])
        let agreed = PermessageDeflate(serverMaxWindowBits: 10)
        expect(bytes, of: try handshake(), give: .accepted(.init(compression: agreed, consumed: 0), left: []))
        for text in [
            "x-webkit-deflate-frame", "permessage-deflate; x", "permessage-deflate, permessage-deflate",
            "permessage-deflate, foo", "permessage-deflate; client_max_window_bits=99", "Permessage-Deflate",
        ] {
            let bytes = response(adding: ["Sec-WebSocket-Extensions: \(text)"])
            expect(bytes, of: try handshake(), give: .failed(.badExtension(text)))
        }
        let plain = try handshake(offersCompression: false)
        expect(bytes, of: plain, give: .failed(.badExtension("permessage-deflate; server_max_window_bits=10")))
    }

    @Test("an accept key that is missing, wrong or there twice is refused")
    func acceptKey() throws {
        for lines in [
            [], ["Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOO="], ["Sec-WebSocket-Accept:"],
            ["Sec-WebSocket-Accept: \(Self.acceptance)", "Sec-WebSocket-Accept: \(Self.acceptance)"],
        ] {
            let bytes = response(upgrade: ["Upgrade: websocket", "Connection: Upgrade"], adding: lines)
            expect(bytes, of: try handshake(), give: .failed(.badAcceptKey))
        }
    }

    @Test("a 101 without the upgrade, or in HTTP/1.0, is a bad response")
    func incompleteUpgrade() throws {
        let key = "Sec-WebSocket-Accept: \(Self.acceptance)"
        for lines in [
            ["Connection: Upgrade", key], ["Upgrade: websocket", key],
            ["Upgrade: websockets", "Connection: Upgrade", key],
        ] {
            guard case .failed(.badResponse) = result([response(upgrade: lines)[...]], of: try handshake()) else {
                Issue.record("\(lines) passed")
                continue
            }
        }
        let old = Array("HTTP/1.0 101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\(key)\r\n\r\n".utf8)
        expect(old, of: try handshake(), give: .failed(.badResponse(detail: "the upgrade came as HTTP/1.0")))
    }

    @Test("a header line that is no field is a bad response; a folded one is joined")
    func lines() throws {
        for line in ["no colon", ": empty", "name with space: x", "X-Nul: a\u{0}b", "X-Cr: a\rb", "Na\u{7F}me: x"] {
            guard case .failed(.badResponse) = result([response(adding: [line])[...]], of: try handshake()) else {
                Issue.record("\(line) passed")
                continue
            }
        }
        let folded = response(adding: ["Sec-WebSocket-Protocol:", "  v12.stomp", "X-Long: a", "\tb"])
        expect(folded, of: try handshake(), give: .accepted(.init(subprotocol: "v12.stomp", consumed: 0), left: []))
    }

    @Test("lines that end in a bare line feed are read")
    func lineFeeds() throws {
        let text = String(decoding: response(), as: UTF8.self).replacing("\r\n", with: "\n")
        expect(Array(text.utf8), of: try handshake(), give: .accepted(.init(consumed: 0), left: []))
    }

    @Test("interim responses are passed over")
    func interim() throws {
        let bytes =
            response("100 Continue", upgrade: []) + response("103 Early Hints", upgrade: ["Link: </a>"]) + response()
        expect(bytes, of: try handshake(), give: .accepted(.init(consumed: 0), left: []))
    }

    @Test(
        "what is not HTTP is told from the first bytes, and they are kept",
        arguments: ["SSH-2.0-OpenSSH\r\n", "\u{15}\u{3}\u{1}", "HTTX", "HTTP/2", "\r\nHTTP/1.1"]
    )
    func notHTTP(text: String) throws {
        guard case .failed(.notHTTP(let start)) = result([Array(text.utf8)[...]], of: try handshake()) else {
            Issue.record("\(text) passed")
            return
        }
        #expect(!start.isEmpty && Array(text.utf8).starts(with: start))
        let byByte = Array(text.utf8).map { [$0][...] }
        guard case .failed(.notHTTP) = result(byByte, of: try handshake()) else {
            Issue.record("\(text) passed byte by byte")
            return
        }
    }

    @Test(
        "a status line that is none is not HTTP",
        arguments: ["HTTP/1.1", "HTTP/1.1 OK", "HTTP/1.1 1", "HTTP/1.1 99 x", "HTTP/1.12 200 x", "HTTP/1.1  101 x"]
    )
    func badStatusLine(line: String) throws {
        let bytes = Array("\(line)\r\n\r\n".utf8)
        expect(bytes, of: try handshake(), give: .failed(.notHTTP(start: bytes)))
    }

    @Test("a header past the limit is refused, one at the limit is not")
    func limit() throws {
        let bytes = response()
        expect(bytes, of: try handshake(headLimit: bytes.count), give: .accepted(.init(consumed: 0), left: []))
        expect(bytes, of: try handshake(headLimit: bytes.count - 1), give: .failed(.tooLarge(limit: bytes.count - 1)))
        let endless = response(adding: [String](repeating: "X: y", count: 10_000))
        let outcome = result([endless[...]], of: try handshake())
        #expect(outcome == .failed(.tooLarge(limit: 2_000)))
        let interim = [[UInt8]](repeating: response("100 Continue", upgrade: []), count: 1_000).flatMap { $0 }
        #expect(result([interim[...]], of: try handshake()) == .failed(.tooLarge(limit: 2_000)))
    }

    @Test("a redirect is not followed but told")
    func redirect() throws {
        for status in [301, 302, 303, 307, 308] {
            let bytes = response(
                "\(status) Moved",
                upgrade: ["Location: https://chat.example/login", "Content-Length: 5"]
            )
            let error = Failure.redirected(status: status, location: "https://chat.example/login")
            expect(bytes + Array("hello".utf8), of: try handshake(), give: .failed(error))
        }
    }

    @Test("a stream that ends before the header does is told so")
    func endsEarly() throws {
        expect([], of: try handshake(), thenEnds: true, give: .failed(.ended))
        expect(Array(response().dropLast()), of: try handshake(), thenEnds: true, give: .failed(.ended))
    }
}
