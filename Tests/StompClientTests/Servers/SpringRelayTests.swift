import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Testing
import Transport
import WebSocket

// Spring in front of a broker of its own (the relay): the broker's receipts, heart-beats and errors come through, but
// not for what goes to the application, which confirms nothing; and the broker may be gone while Spring is there.
@Suite("A server like Spring with a relay", .timeLimit(.minutes(10)))
struct SpringRelayTests {
    /// Accepts the next session, as RabbitMQ behind the relay does: the client's rates come back.
    private func session(_ fixture: Fixture) async throws -> ScriptedBroker {
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade(subprotocol: "v12.stomp")
        let connect = try await broker.frame(.connect)
        let headers: StompHeaders = [
            "server": "RabbitMQ/3.10.8", "session": "session-Abc_1", "version": "1.2",
            "heart-beat": connect.headers["heart-beat"] ?? "0,0", "user-name": "kim",
        ]
        await broker.send(StompFrame(.connected, headers: headers))
        return broker
    }

    /// Refuses the next session, since the broker is gone.
    private func refusedSession(_ fixture: Fixture) async throws {
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade(subprotocol: "v12.stomp")
        _ = try await broker.frame(.connect)
        await gone(broker)
    }

    private func gone(_ broker: ScriptedBroker) async {
        await broker.send(StompFrame(.error, headers: ["message": "Broker not available.", "content-length": "0"]))
        await broker.close(code: 1002, reason: "")
    }

    private func confirm(_ frame: StompFrame, on broker: ScriptedBroker) async {
        await broker.send(StompFrame(.receipt, headers: ["receipt-id": frame.headers["receipt"] ?? ""]))
    }

    @Test("confirms what the broker takes, and not what the application takes")
    func receipts() async throws {
        let fixture = try Fixture { $0.receiptTimeout = .seconds(5) }
        await fixture.connect()
        let broker = try await session(fixture)
        _ = await fixture.events.nextConnected()
        async let toBroker: Void = fixture.connection.sendConfirmed(destination: "/topic/a", body: [])
        await confirm(try await broker.frame(.send), on: broker)
        try await toBroker
        await #expect(throws: SendError.receiptTimedOut(after: .seconds(5))) {
            async let toApplication: Void = fixture.connection.sendConfirmed(destination: "/app/a", body: [])
            _ = try await broker.frame(.send)
            try await fixture.clock.timer(at: .seconds(5))
            fixture.clock.advance(by: .seconds(5))
            try await toApplication
        }
        await fixture.finish()
    }

    @Test("may be there without its broker: the client says so and comes back when that does")
    func brokerGone() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        try await refusedSession(fixture)
        guard case .connectRefused(let message, _) = await fixture.events.nextFailure() else {
            Issue.record("no ERROR was told")
            return
        }
        #expect(message == "Broker not available.")
        fixture.clock.advance(to: try await fixture.clock.nextTimer())
        _ = try await session(fixture)
        #expect(await fixture.events.nextConnected()?.name == "RabbitMQ/3.10.8")
        await fixture.finish()
    }

    @Test("loses its broker again and again: no subscription is taken for the cause, though none was confirmed")
    func brokerGoneUnderSubscriptions() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        var broker = try await session(fixture)
        _ = await fixture.events.nextConnected()
        // What the application answers by itself is never confirmed.
        await fixture.connection.subscribe(destination: "/app/threads")
        await fixture.connection.subscribe(destination: "/topic/a")
        for _ in 0..<4 {
            #expect(try await broker.frame(.subscribe).headers["destination"] == "/app/threads")
            #expect(try await broker.frame(.subscribe).headers["destination"] == "/topic/a")
            await gone(broker)
            _ = await fixture.events.nextFailure()
            fixture.clock.advance(to: try await fixture.clock.nextTimer())
            broker = try await session(fixture)
        }
        #expect(try await broker.frame(.subscribe).headers["destination"] == "/app/threads")
        await fixture.finish()
    }

    @Test(
        "names a person's queue otherwise than it was asked for, in any order, and each message is the subscription's"
    )
    func userQueue() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await session(fixture)
        _ = await fixture.events.nextConnected()
        let id = await fixture.connection.subscribe(destination: "/user/queue/errors")
        await confirm(try await broker.frame(.subscribe), on: broker)
        await broker.send(
            ["2", "1"].map { .message(to: id.rawValue, $0, destination: "/queue/errors-usersession-Abc_1") }
        )
        #expect(await fixture.events.nextMessages() == ["2", "1"])
        await fixture.finish()
    }

    @Test("escapes an ERROR before the session has a version: it is told, and a refused login is not tried again")
    func escapedError() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade(subprotocol: "v12.stomp")
        _ = try await broker.frame(.connect)
        await broker.send(
            text: "ERROR\nmessage:Bad CONNECT\\c Access refused for user 'kim'\ncontent-length:0\n\n\u{0}"
        )
        await broker.close(code: 1002, reason: "")
        guard case .authentication = await fixture.events.nextFailure() else {
            Issue.record("it was not taken for a refused login")
            return
        }
        await fixture.finish()
    }
}
