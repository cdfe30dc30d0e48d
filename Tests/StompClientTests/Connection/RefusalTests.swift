import Stomp
import StompClient
import TestSupport
import Testing
import Transport
import WebSocket

@Suite("A refusal says what to do", .timeLimit(.minutes(10))) struct RefusalTests {
    @Test("CR, LF or NUL in a CONNECT value is refused before a byte is sent", arguments: ["a\rb", "a\nb", "a\0b"])
    func injection(value: String) async throws {
        let fixture = try Fixture { $0.login = value }
        await fixture.connect()
        #expect(await fixture.events.nextFailure() == .badConnectHeader(name: "login"))
        #expect(fixture.transport.connectCount == 0)
        await fixture.finish()
    }

    @Test("a token with a line break is refused as well")
    func tokenInjection() async throws {
        let fixture = try Fixture(tokens: ScriptedTokens("a\nb:c"))
        await fixture.connect()
        #expect(await fixture.events.nextFailure() == .badConnectHeader(name: "Authorization"))
        #expect(fixture.transport.connectCount == 0)
        await fixture.finish()
    }

    @Test(
        "SockJS framing is answered with the path of the raw WebSocket",
        arguments: ["o", "h", #"a["CONNECTED\n\n\u0000"]"#]
    )
    func sockJS(frame: String) async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade(subprotocol: nil)
        await broker.send(text: frame)
        #expect(await fixture.events.nextFailure() == .sockJS(tryPath: "/ws/websocket"))
        await fixture.finish()
    }

    @Test("a refused upgrade keeps status and body", arguments: [401, 403, 404, 503])
    func upgrade(status: Int) async throws {
        let fixture = try Fixture { $0.attemptLimit = 1 }
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.upgradeRequest()
        broker.peer.send(WebSocketServerHandshake.refuse(status: status, body: "why"))
        #expect(await fixture.events.nextFailure() == .upgradeRefused(status: status, body: "why"))
        await fixture.finish()
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.upgradeRequest()
        broker.peer.send(Array("HTTP/1.1 302 Found\r\nLocation: https://other/\r\nContent-Length: 0\r\n\r\n".utf8))
        #expect(await fixture.events.nextFailure() == .redirected(status: 302, location: "https://other/"))
        #expect(fixture.transport.connectCount == 1)
        await fixture.finish()
    }

    @Test("an ERROR that answers CONNECT is told apart: credentials, virtual host, version")
    func connectError() async throws {
        let answers: [(StompFrame, ConnectionFailure)] = [
            (
                StompFrame(
                    .error,
                    headers: ["message": "Bad CONNECT"],
                    body: Array("Access refused for user 'x'".utf8)
                ),
                .authentication(detail: "Bad CONNECT: Access refused for user 'x'")
            ),
            (
                StompFrame(
                    .error,
                    headers: ["message": "Bad CONNECT"],
                    body: Array("Virtual host 'x' access denied".utf8)
                ),
                .connectRefused(message: "Bad CONNECT", body: "Virtual host 'x' access denied")
            ),
            (
                StompFrame(.error, headers: ["message": "Version mismatch"], body: Array("9.9".utf8)),
                .noCommonVersion(offered: "9.9")
            ),
        ]
        for (answer, failure) in answers {
            let fixture = try Fixture()
            await fixture.connect()
            let broker = try await ScriptedBroker.next(on: fixture.transport)
            try await broker.acceptUpgrade()
            _ = try await broker.frame(.connect)
            await broker.send(answer)
            broker.peer.endStream()
            #expect(await fixture.events.nextFailure() == failure)
            try await fixture.transport.waitUntilNothingIsOpen()
            await fixture.finish()
        }
    }

    @Test("close codes come with their reason, and the close is answered", arguments: [1002, 1007, 4500] as [UInt16])
    func closeCode(code: UInt16) async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await broker.close(code: code, reason: "why")
        #expect(await fixture.events.nextFailure() == .closedByServer(code: Int(code), reason: "why"))
        #expect(try await broker.next() == .close(code: code))
        await fixture.finish()
    }

    @Test("what is no WebSocket server is called so")
    func notWebSocket() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        broker.peer.send(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
        guard case .notWebSocket = await fixture.events.nextFailure() else {
            Issue.record("an SSH server was taken for something else")
            return
        }
        await fixture.finish()
    }

    @Test("a port that expects TLS is told by its alert")
    func plainToTLS() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        broker.peer.send([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46])
        let expected = ConnectionFailure.notWebSocket(detail: "it answered in TLS, so the URL begins with wss://")
        #expect(await fixture.events.nextFailure() == expected)
        await fixture.finish()
    }
}
