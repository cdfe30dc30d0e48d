import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Testing
import Transport
import WebSocket

// Spring's simple broker: it confirms DISCONNECT and nothing else, beats no heart unless told to, takes no message
// longer than 64 KiB, and greets a WebSocket at the path of its SockJS endpoint with 400.
@Suite("A server like Spring", .timeLimit(.minutes(10)))
struct SpringTests {
    private func connected(_ fixture: Fixture) async throws -> ScriptedBroker {
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        // It chooses the first of the client's list that it knows.
        try await broker.acceptUpgrade(subprotocol: "v12.stomp")
        _ = try await broker.frame(.connect)
        // No server, no session.
        await broker.send(StompFrame(.connected, headers: ["version": "1.2", "heart-beat": "0,0", "user-name": "kim"]))
        #expect(await fixture.events.nextConnected() == StompServer(name: nil, version: .v1_2))
        return broker
    }

    @Test("loses no subscription though it confirms none, also after the time for receipts")
    func noReceipts() async throws {
        let fixture = try Fixture { $0.receiptTimeout = .seconds(5) }
        let broker = try await connected(fixture)
        let id = await fixture.connection.subscribe(destination: "/topic/a")
        _ = try await broker.frame(.subscribe)
        try await fixture.clock.timer(at: .seconds(5))
        fixture.clock.advance(by: .seconds(6))
        await broker.message(to: id.rawValue, "still there")
        #expect(await fixture.events.nextMessages() == ["still there"])
        await #expect(throws: SendError.receiptTimedOut(after: .seconds(5))) {
            async let sent: Void = fixture.connection.sendConfirmed(destination: "/app/a", body: [])
            _ = try await broker.frame(.send)
            try await fixture.clock.timer(at: .seconds(11))
            fixture.clock.advance(by: .seconds(5))
            try await sent
        }
        await fixture.finish()
    }

    @Test("may be silent for hours when it agreed on no heart-beats")
    func silence() async throws {
        let fixture = try Fixture()
        let broker = try await connected(fixture)
        let id = await fixture.connection.subscribe(destination: "/topic/a")
        _ = try await broker.frame(.subscribe)
        fixture.clock.advance(by: .seconds(7200))
        await broker.message(to: id.rawValue, "late")
        #expect(await fixture.events.nextMessages() == ["late"])
        await fixture.finish()
    }

    @Test("gets its farewell confirmed, and the connection ends in order")
    func farewell() async throws {
        let fixture = try Fixture()
        let broker = try await connected(fixture)
        async let end: Void = fixture.connection.disconnect()
        let frame = try await broker.frame(.disconnect)
        let id = try #require(frame.headers["receipt"])
        await broker.send(StompFrame(.receipt, headers: ["receipt-id": id]))
        await end
        // No time had to pass.
        #expect(fixture.clock.now.offset == .zero)
    }

    @Test("gets frames in pieces that its buffer holds, and they are whole again")
    func pieces() async throws {
        let fixture = try Fixture { $0.splitsFramesAt = 8 * 1024 }
        let broker = try await connected(fixture)
        let body = Array(String(repeating: "메시지 ", count: 6000).utf8)
        try await fixture.connection.sendNow(StompFrame(.send, headers: ["destination": "/app/a"], body: body))
        #expect(try await broker.frame(.send).body == body)
        #expect(await broker.messageSizes.allSatisfy { $0 <= 8 * 1024 })
        await fixture.finish()
    }

    @Test("closes with 1009 what is too long for it: the client says so and comes back")
    func tooLong() async throws {
        let fixture = try Fixture()
        let broker = try await connected(fixture)
        await broker.close(code: 1009, reason: "The decoded text message was too big")
        let failure = await fixture.events.nextFailure()
        #expect(failure == .closedByServer(code: 1009, reason: "The decoded text message was too big"))
        await fixture.finish()
    }

    @Test("answers an upgrade at the path of SockJS with 400, and the client names the path beside it")
    func sockJSPath() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.upgradeRequest()
        broker.peer.send(WebSocketServerHandshake.refuse(status: 400, body: "Can \"Upgrade\" only to \"WebSocket\"."))
        #expect(await fixture.events.nextFailure() == .sockJS(tryPath: "/ws/websocket"))
        await fixture.finish()
    }

    @Test("may hand out messages in another order than they were sent, and none is lost")
    func order() async throws {
        let fixture = try Fixture()
        let broker = try await connected(fixture)
        let id = await fixture.connection.subscribe(destination: "/topic/a")
        _ = try await broker.frame(.subscribe)
        await broker.send(["3", "1", "2"].map { .message(to: id.rawValue, $0) })
        #expect(await fixture.events.nextMessages() == ["3", "1", "2"])
        await fixture.finish()
    }

    @Test("closes with 1002 after an ERROR: one that ends the session, not the client")
    func error() async throws {
        let fixture = try Fixture()
        let broker = try await connected(fixture)
        await broker.send(StompFrame(.error, headers: ["message": "잘못된 요청\\cx"], body: []))
        await broker.close(code: 1002, reason: "")
        let failure = await fixture.events.nextFailure()
        guard case .serverError(let message, _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(message.hasPrefix("잘못된 요청"))
        await fixture.finish()
    }

    @Test("may send its first bytes together with its answer to the upgrade")
    func together() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade(with: "\n")
        _ = try await broker.frame(.connect)
        await broker.acceptConnect()
        #expect(await fixture.events.nextConnected() != nil)
        await fixture.finish()
    }
}
