import FoundationEssentials
import Stomp
import TestSupport
import Testing
import Transport

@testable import StompClient

@Suite("A stream", .timeLimit(.minutes(10))) struct StreamSubscriptionTests {
    private func message(_ offset: Int, session: Int = 1, to subscription: String = "sub-0") -> StompFrame {
        StompFrame(
            .message,
            headers: [
                "subscription": subscription, "message-id": "\(session)-\(offset)", "ack": "\(session)-\(offset)",
                "destination": "/queue/s", "x-stream-offset": "\(offset)",
            ],
            body: Array("m\(offset)".utf8)
        )
    }

    @Test("is read on behind the last message after a reconnect, and what comes again is told once")
    func resumes() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let first = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await fixture.connection.subscribe(stream: "/queue/s", from: .first)
        let subscribe = try await first.frame(.subscribe)
        #expect(subscribe.headers["x-stream-offset"] == "first")
        #expect(subscribe.headers["ack"] == "client")
        await first.send((0..<3).map { message($0) })
        #expect(await fixture.events.nextMessages() == ["m0", "m1", "m2"])
        first.peer.reset()
        _ = await fixture.events.nextRetry()

        fixture.clock.advance(to: try await fixture.clock.nextTimer())
        let second = try await ScriptedBroker.connected(on: fixture.transport)
        #expect(try await second.frame(.subscribe).headers["x-stream-offset"] == "offset=3")
        await second.send([message(1, session: 2), message(2, session: 2), message(3, session: 2)])
        #expect(await fixture.events.nextMessages() == ["m3"])
        await fixture.finish()
    }

    @Test("is acknowledged as it is read, by the session that sent it")
    func acknowledges() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await fixture.connection.subscribe(stream: "/queue/s", from: .offset(10), prefetch: 4)
        #expect(try await broker.frame(.subscribe).headers["prefetch-count"] == "4")
        await broker.send((10..<14).map { message($0) })
        #expect(try await broker.frame(.ack).headers["id"] == "1-11")
        #expect(try await broker.frame(.ack).headers["id"] == "1-13")
        await fixture.finish()
    }

    @Test("beside a topic changes nothing for the topic")
    func besideTopic() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await fixture.connection.subscribe(stream: "/queue/s", from: .next)
        await fixture.connection.subscribe(destination: "/topic/a")
        _ = try await broker.frame(.subscribe)
        _ = try await broker.frame(.subscribe)
        await broker.send([.message(to: "sub-1", "a"), message(0), .message(to: "sub-1", "b"), message(0)])
        #expect(await fixture.events.nextMessages() == ["a", "m0", "b"])
        await fixture.finish()
    }

    @Test("is meant by every queue and every bare name where streams are used, to read and to write")
    func everywhere() async throws {
        let fixture = try Fixture { $0.usesStreams = true }
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await fixture.connection.subscribe(destination: "general", headers: ["x-stream-offset": "offset=7"])
        let subscribe = try await broker.frame(.subscribe)
        #expect(subscribe.headers["destination"] == "/queue/general")
        #expect(subscribe.headers["x-stream-offset"] == "offset=7")
        #expect(subscribe.headers["ack"] == "client")
        try await fixture.connection.send(destination: "general", body: Data("x".utf8))
        let send = try await broker.frame(.send)
        #expect(send.headers["destination"] == "/queue/general")
        #expect(send.headers["x-queue-type"] == "stream")
        await fixture.connection.subscribe(destination: "/topic/a")
        #expect(try await broker.frame(.subscribe).headers["x-queue-type"] == nil)
        await fixture.finish()
    }

    @Test("is meant elsewhere by the subscription that says so, and read from now on unless it says where")
    func byHeader() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await fixture.connection.subscribe(destination: "/queue/s", headers: ["x-queue-type": "stream"])
        let subscribe = try await broker.frame(.subscribe)
        #expect(subscribe.headers["x-stream-offset"] == "next")
        #expect(subscribe.headers.entries.filter { $0.name == "x-queue-type" }.count == 1)
        await fixture.connection.subscribe(destination: "/queue/q")
        #expect(try await broker.frame(.subscribe).headers["x-stream-offset"] == nil)
        await fixture.finish()
    }
}
