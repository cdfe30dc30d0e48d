import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(10))) struct SubscriptionTests {
    @Test("a subscription made before connect() goes out once, with its headers and mode")
    func early() async throws {
        let fixture = try Fixture()
        let id = await fixture.connection.subscribe(
            destination: "/queue/a",
            headers: ["x-queue-type": "stream"],
            acknowledgement: .clientIndividual
        )
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        let frame = try await broker.frame(.subscribe)
        #expect(frame.headers["id"] == id.rawValue)
        #expect(frame.headers["destination"] == "/queue/a")
        #expect(frame.headers["ack"] == "client-individual")
        #expect(frame.headers["x-queue-type"] == "stream")
        await fixture.finish()
    }

    @Test("a new subscription after an unsubscribe has a new id, and the old one is not sent again")
    func unsubscribe() async throws {
        let fixture = try Fixture { $0.confirmsSubscriptions = false }
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        let first = await fixture.connection.subscribe(destination: "/topic/a")
        _ = try await broker.frame(.subscribe)
        await fixture.connection.unsubscribe(first)
        #expect(try await broker.frame(.unsubscribe).headers["id"] == first.rawValue)
        let second = await fixture.connection.subscribe(destination: "/topic/a")
        #expect(second != first)
        #expect(try await broker.frame(.subscribe).headers["id"] == second.rawValue)
        broker.peer.reset()
        _ = await fixture.events.nextRetry()
        await fixture.connect()
        let next = try await ScriptedBroker.connected(on: fixture.transport)
        #expect(try await next.frame(.subscribe).headers["id"] == second.rawValue)
        await fixture.finish()
    }

    @Test("a subscription at which RabbitMQ breaks off each session without an ERROR is refused at the third")
    func brokenOff() async throws {
        let fixture = try Fixture()
        await fixture.connection.subscribe(destination: "/exchange/missing/x")
        await fixture.connect()
        for session in 1...3 {
            let broker = try await ScriptedBroker.connected(on: fixture.transport)
            _ = try await broker.frame(.subscribe)
            await broker.close(code: 1000, reason: "STOMP died")
            if session < 3 {
                _ = await fixture.events.nextRetry()
                await fixture.connection.connect()
            }
        }
        let refused = await fixture.events.next { event in
            if case .subscriptionRefused(_, let destination, _) = event { destination } else { nil }
        }
        #expect(refused == "/exchange/missing/x")
        await fixture.finish()
    }

    @Test("a body that is not UTF-8 in a text message arrives as it is")
    func anyBytes() async throws {
        let fixture = try Fixture()
        await fixture.connection.subscribe(destination: "/topic/a")
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = try await broker.frame(.subscribe)
        let bytes: [UInt8] = [0x61, 0xFF, 0x00, 0xC2]
        var message = StompFrame.message(to: "sub-0", "")
        message.body = bytes
        await broker.send(message)
        let body = await fixture.events.next { event -> [UInt8]? in
            if case .messages(let batch) = event { batch.first?.frame.body } else { nil }
        }
        #expect(body == bytes)
        await fixture.finish()
    }

    @Test("an ERROR naming a subscription quarantines that one, and the others live", arguments: [true, false])
    func quarantine(namesByReceipt: Bool) async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await fixture.connection.subscribe(destination: "/topic/good")
        let bad = await fixture.connection.subscribe(destination: "/topic/bad")
        _ = try await broker.frame(.subscribe)
        let receipt = try #require(try await broker.frame(.subscribe).headers["receipt"])
        let named: StompHeaders = namesByReceipt ? ["receipt-id": receipt] : ["subscription": bad.rawValue]
        await broker.send(StompFrame(.error, headers: named, body: Array("no".utf8)))
        broker.peer.endStream()
        let refused = await fixture.events.next { event in
            if case .subscriptionRefused(let id, _, _) = event { id } else { nil }
        }
        #expect(refused == bad)
        guard case .serverError = await fixture.events.nextFailure() else {
            Issue.record("the ERROR is not what ended the session")
            return
        }
        await fixture.connect()
        let next = try await ScriptedBroker.connected(on: fixture.transport)
        #expect(try await next.frame(.subscribe).headers["destination"] == "/topic/good")
        await next.message(to: "sub-0", "still here")
        #expect(await fixture.events.nextMessages() == ["still here"])
        try await fixture.connection.send(destination: "/topic/good", body: .init())
        _ = try await next.frame(.send)
        await fixture.finish()
    }

    @Test("what stands before a fault in a chunk is delivered, also with an ERROR or garbage behind it")
    func restOfChunk() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await broker.send([
            .message(to: "sub-0", "one"), StompFrame(.receipt, headers: ["receipt-id": "unknown"]),
            .message(to: "sub-0", "two"), StompFrame(.error, headers: ["message": "boom"]),
        ])
        broker.peer.endStream()
        #expect(await fixture.events.nextMessages() == ["one"])
        #expect(await fixture.events.nextMessages() == ["two"])
        #expect(await fixture.events.nextFailure() == .serverError(message: "boom", body: ""))
        await fixture.connect()
        let next = try await ScriptedBroker.connected(on: fixture.transport)
        await next.message(to: "sub-0", "three")
        await next.send(text: "GARBAGE\n\n\0")
        #expect(await fixture.events.nextMessages() == ["three"])
        guard case .protocolViolation = await fixture.events.nextFailure() else {
            Issue.record("garbage was not called a violation")
            return
        }
        await fixture.finish()
    }

    @Test("a message is acknowledged by the rules of the agreed version", arguments: ["1.0", "1.1", "1.2"])
    func acknowledge(version: String) async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport, version: version)
        _ = await fixture.events.nextConnected()
        await broker.send(
            StompFrame(
                .message,
                headers: ["subscription": "sub-0", "message-id": "m7", "ack": "a7", "destination": "/a"]
            )
        )
        let message = await fixture.events.next { event -> StompFrameView? in
            if case .messages(let batch) = event { batch[0] } else { nil }
        }
        try await fixture.connection.acknowledge(try #require(message))
        let ack = try await broker.frame(.ack)
        #expect(ack.headers["id"] == (version == "1.2" ? "a7" : nil))
        #expect(ack.headers["message-id"] == (version == "1.2" ? nil : "m7"))
        #expect(ack.headers["subscription"] == (version == "1.2" ? nil : "sub-0"))
        await fixture.finish()
    }
}
