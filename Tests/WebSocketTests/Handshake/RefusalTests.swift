import Testing
import WebSocket

/// What a client keeps of an upgrade that is refused (RFC 9112 §6).
@Suite("Refused upgrades")
struct RefusalTests {
    private func outcome(_ pieces: [ArraySlice<UInt8>], thenEnds: Bool) throws -> WebSocketHandshakeError? {
        var handshake = try WebSocketClientHandshake(
            host: "localhost",
            path: "/",
            subprotocols: [],
            offersCompression: false,
            nonce: [UInt8](repeating: 0, count: 16),
            bodyLimit: 20
        )
        for piece in pieces {
            do throws(WebSocketHandshakeError) {
                #expect(try handshake.receive(Array(piece).span) == nil)
            } catch {
                #expect(handshake.ended() == error)
                return error
            }
        }
        return thenEnds ? handshake.ended() : nil
    }

    private func expect(
        _ text: String,
        thenEnds: Bool = false,
        gives body: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for pieces in Cuts.all(of: Array(text.utf8)) {
            let error = try outcome(pieces, thenEnds: thenEnds)
            let expected = body.map {
                WebSocketHandshakeError.refused(
                    status: 403,
                    reason: "Forbidden now",
                    headers: [HTTPField(name: "WWW-Authenticate", value: "Bearer")],
                    body: Array($0.utf8)
                )
            }
            #expect(error == expected, sourceLocation: sourceLocation)
            if error != expected { return }
        }
    }

    private static let head = "HTTP/1.1 403 Forbidden now\r\nWWW-Authenticate: Bearer\r\nX-Other: 1\r\n"

    @Test("a body of known length is waited for, and nothing behind it")
    func length() throws {
        try expect(Self.head + "Content-Length: 5\r\n\r\nhello, and more", gives: "hello")
        try expect(Self.head + "Content-Length: 0\r\n\r\n", gives: "")
        try expect(Self.head + "Content-Length: 9\r\n\r\nhello", gives: nil)
        try expect(Self.head + "Content-Length: 9\r\n\r\nhello", thenEnds: true, gives: "hello")
    }

    @Test("a chunked body is put together")
    func chunks() throws {
        let chunked = Self.head + "Transfer-Encoding: gzip, Chunked\r\n\r\n"
        try expect(chunked + "3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n", gives: "hello")
        try expect(chunked + "00A\r\n0123456789\r\n0\r\n", gives: "0123456789")
        try expect(chunked + "3\r\nhel\r\n", thenEnds: true, gives: "hel")
        try expect(chunked + "3\r\nhel\r\nzz\r\n", gives: "hel")
        try expect(chunked + "FFFFFFFFFFFFFFFFF\r\nhel", gives: "")
    }

    @Test("a body without a length ends with the stream")
    func untilEnd() throws {
        try expect(Self.head + "\r\nhello", gives: nil)
        try expect(Self.head + "\r\nhello", thenEnds: true, gives: "hello")
        try expect(Self.head + "Content-Length: x\r\n\r\nhello", thenEnds: true, gives: "hello")
    }

    @Test("of a long body the start is kept, and the rest not waited for")
    func longBody() throws {
        try expect(
            Self.head + "Content-Length: 1000000\r\n\r\n0123456789012345678901234",
            gives: "01234567890123456789"
        )
        try expect(Self.head + "\r\n0123456789012345678901234", gives: "01234567890123456789")
        let chunked = Self.head + "Transfer-Encoding: chunked\r\n\r\n"
        try expect(chunked + "19\r\n0123456789012345678901234\r\n", gives: "01234567890123456789")
    }

    @Test("statuses without a body are reported at once", arguments: [204, 304])
    func noBody(status: Int) throws {
        let error = try outcome([Array("HTTP/1.1 \(status) None\r\n\r\n".utf8)[...]], thenEnds: false)
        #expect(error == .refused(status: status, reason: "None", headers: [], body: []))
    }

    @Test("a plain 200 is a refusal too, and a reason may be missing")
    func success() throws {
        let error = try outcome([Array("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n".utf8)[...]], thenEnds: false)
        #expect(error == .refused(status: 200, reason: "", headers: [], body: []))
    }
}
