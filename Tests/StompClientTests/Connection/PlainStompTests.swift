import FoundationEssentials
import Stomp
import TestSupport
import Testing
import Transport

@testable import StompClient

@Suite("STOMP without WebSocket", .timeLimit(.minutes(10))) struct PlainStompTests {
    private func fixture(_ adjust: (inout ConnectionSettings) -> Void = { _ in }) throws -> Fixture {
        try Fixture(["stomp+tcp://broker.test:61613"], adjust)
    }

    @Test("the first thing sent is CONNECT, messages come and go, and DISCONNECT ends it")
    func session() async throws {
        let fixture = try fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connectedPlain(on: fixture.transport)
        #expect(await fixture.events.nextConnected()?.version == .v1_2)
        await fixture.connection.subscribe(destination: "/topic/a")
        let subscribe = try await broker.frame(.subscribe)
        await broker.send([
            StompFrame(.receipt, headers: ["receipt-id": subscribe.headers["receipt"] ?? ""]),
            .message(to: "sub-0", "one"), .message(to: "sub-0", "두 번째"),
        ])
        #expect(await fixture.events.nextMessages() == ["one", "두 번째"])
        try await fixture.connection.send(destination: "/topic/a", body: Data("three".utf8))
        #expect(try await broker.frame(.send).body == Array("three".utf8))

        let leaving = Task { await fixture.connection.disconnect() }
        let disconnect = try await broker.frame(.disconnect)
        await broker.send(StompFrame(.receipt, headers: ["receipt-id": disconnect.headers["receipt"] ?? ""]))
        await leaving.value
        #expect(try await broker.next() == nil)
    }

    @Test("heart-beats are line feeds, and silence ends the session")
    func heartBeats() async throws {
        let fixture = try fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connectedPlain(on: fixture.transport, heartBeat: "10000,10000")
        _ = await fixture.events.nextConnected()
        let deadline = try await fixture.clock.nextTimer()
        fixture.clock.advance(to: deadline)
        #expect(try await broker.next() == .heartBeat)
        fixture.clock.advance(by: .seconds(20))
        #expect(await fixture.events.nextFailure() == .silent(after: .seconds(20)))
        await fixture.finish()
    }

    @Test("frames are taken however the stream is cut")
    func cuts() async throws {
        let fixture = try fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connectedPlain(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        let bytes = BrokerWire(isPlain: true).bytes(of: [.message(to: "sub-0", "cut")])
        for byte in bytes { broker.peer.send([byte]) }
        #expect(await fixture.events.nextMessages() == ["cut"])
        await fixture.finish()
    }

    @Test(
        "what answers but does not speak STOMP is told by its first bytes, and is not tried again",
        arguments: [
            (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), "ws://"),
            ([0x15, 0x03, 0x03, 0, 2, 2, 70], "stomp+ssl://"),
            (Array("AMQP\u{0}\u{0}\u{9}\u{1}".utf8), "61613"),
            (Array("220 mail.test ESMTP\r\n".utf8), "220 mail.test"),
        ]
    )
    func strangers(answer: [UInt8], word: String) async throws {
        let fixture = try fixture()
        await fixture.connect()
        let peer = try await fixture.transport.nextConnection()
        peer.send(answer)
        let end = await fixture.events.next { event in
            if case .disconnected(let reason, let retryIn) = event { (reason, retryIn) } else { nil }
        }
        guard case .notSTOMP(let detail)? = end?.0 else {
            Issue.record("ended by \(String(describing: end))")
            return
        }
        #expect(detail.contains(word))
        #expect(end?.1 == nil)
        await fixture.finish()
    }

    @Test("a server that answers a WebSocket's request with a STOMP frame is known by it")
    func stompForWebSocket() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.upgradeRequest()
        broker.peer.send(Array("ERROR\nmessage:Bad command\n\nGET\u{0}".utf8))
        broker.peer.endStream()
        guard case .notWebSocket(let detail)? = await fixture.events.nextFailure() else {
            Issue.record("not told")
            return
        }
        #expect(detail.contains("stomp+tcp://"))
        await fixture.finish()
    }

    @Test("a token that is to go into HTTP has no place there, and is not dropped silently")
    func token() async throws {
        let fixture = try Fixture(["stomp+tcp://broker.test"], tokens: ScriptedTokens("secret")) {
            $0.tokenPlacement = .query(name: "token")
        }
        await fixture.connect()
        guard case .badURL(let url, _)? = await fixture.events.nextFailure() else {
            Issue.record("not told")
            return
        }
        #expect(url == "stomp+tcp://broker.test")
        await fixture.finish()
    }
}
