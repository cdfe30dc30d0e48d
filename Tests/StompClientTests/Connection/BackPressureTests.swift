import FoundationEssentials
import Stomp
import TestSupport
import Testing
import Transport

@testable import StompClient

@Suite(.timeLimit(.minutes(10))) struct BackPressureTests {
    @Test("while the consumer takes nothing, the socket is not read, heart-beats leave and silence does not count")
    func blockedConsumer() async throws {
        let fixture = try Fixture(takesEvents: false) { $0.eventQueueLimit = 256 * 1024 }
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport, heartBeat: "10000,10000")
        _ = try await fixture.clock.timers { $0.count >= 2 }
        let body = String(repeating: "x", count: 1000)
        let frames = (0..<4000).map { StompFrame.message(to: "sub-0", "\($0) " + body) }
        await broker.send(frames)

        // A minute in which nobody takes an event: heart-beats leave, and the connection lives.
        let end = fixture.clock.now.offset + .seconds(60)
        var beats = [fixture.clock.now.offset]
        while fixture.clock.now.offset < end {
            let deadline = try await fixture.clock.nextTimer()
            fixture.clock.advance(to: deadline)
            // The other timer is the one that would find the server silent if the pause counted.
            guard deadline.offset - beats[beats.count - 1] >= .seconds(5) else { continue }
            #expect(try await broker.next() == .heartBeat)
            beats.append(deadline.offset)
        }
        #expect(beats.count >= 8)
        #expect(broker.peer.unreadCount > 3_000_000)
        #expect(!broker.peer.isClosedByClient)

        await fixture.events.startTaking()
        var bodies: [String] = []
        while bodies.count < frames.count, let more = await fixture.events.nextMessages() { bodies += more }
        #expect(bodies.map { String($0.prefix { $0 != " " }) } == (0..<4000).map(String.init))
        await fixture.finish()
    }

    @Test("a consumer that takes nothing holds up what one read inflates to, and gets all of it later")
    func compressedFlood() async throws {
        let fixture = try Fixture(takesEvents: false) {
            $0.eventQueueLimit = 64 * 1024
            $0.offersCompression = true
        }
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptCompressedUpgrade()
        _ = try await broker.frame(.connect)
        await broker.acceptConnect()
        // 32 MB of bodies in less than 64 KiB on the wire.
        let body = String(repeating: "x", count: 1_000_000)
        await broker.send((0..<32).map { _ in StompFrame.message(to: "sub-0", body) })
        try await broker.peer.waitUntilUnread(atMost: 0)
        while await fixture.connection.roomWaiters.isEmpty { await Task.yield() }
        #expect(await fixture.connection.queue.byteCount < 8_000_000)

        await fixture.events.startTaking()
        var count = 0
        while count < 32, let more = await fixture.events.nextMessages() { count += more.count }
        #expect(count == 32)
        await fixture.finish()
    }

    @Test("many heart-beats in one read are traced as one entry")
    func tracedHeartBeats() async throws {
        let fixture = try Fixture { $0.tracesFrames = true }
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        await broker.send(text: String(repeating: "\n", count: 50_000))
        var entries = 0
        var beats = 0
        while beats < 50_000, let traced = await fixture.events.nextHeartBeats() {
            entries += 1
            beats += traced
        }
        #expect(beats == 50_000)
        #expect(entries < 50)
        await fixture.finish()
    }

    @Test("disconnect() returns though nobody takes the events that block the reading")
    func disconnectWhileBlocked() async throws {
        let fixture = try Fixture(takesEvents: false) { $0.eventQueueLimit = 64 * 1024 }
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        let body = String(repeating: "x", count: 1000)
        await broker.send((0..<4000).map { _ in StompFrame.message(to: "sub-0", body) })
        try await broker.peer.waitUntilUnread(atMost: 4_250_000)
        await fixture.finish()
        try await fixture.transport.waitUntilNothingIsOpen()
    }

    @Test("a consumer that stops for good does not make the queue grow by failed attempts")
    func absentConsumer() async throws {
        let fixture = try Fixture(takesEvents: false) { $0.eventQueueLimit = 4096 }
        fixture.transport.otherwise(.refuse(.nameNotResolved(host: "broker.test")))
        await fixture.connect()
        // 4096 bytes are 16 events, two an attempt.
        for attempt in 1..<8 {
            try await fixture.transport.waitForConnects(attempt)
            fixture.clock.advance(to: try await fixture.clock.nextTimer())
        }
        try await fixture.transport.waitForConnects(8)
        fixture.clock.advance(to: try await fixture.clock.nextTimer())
        await fixture.connect()
        #expect(fixture.transport.connectCount == 8)
        await fixture.events.startTaking()
        try await fixture.transport.waitForConnects(9)
        await fixture.finish()
    }

    @Test("a server that does not read makes sends wait, not memory grow")
    func stalledServer() async throws {
        let fixture = try Fixture { $0.sendQueueLimit = 64 * 1024 }
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        broker.peer.stall()
        let body = [UInt8](repeating: 7, count: 100_000)
        let sender = Task { [connection = fixture.connection] in
            for _ in 0..<100 { try await connection.send(destination: "/topic/a", body: .init(body)) }
        }
        var count = 0
        broker.peer.resume()
        while count < 100 {
            _ = try await broker.frame(.send)
            count += 1
        }
        try await sender.value
        await fixture.finish()
    }
}
