import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Testing
import Transport

// ActiveMQ Artemis: frames in binary messages, several in one, and an end for every client that is silent for a minute.
@Suite("A server like Artemis", .timeLimit(.minutes(10)))
struct ArtemisTests {
    @Test("may send binary messages, with several frames in one, and a frame in several")
    func binary() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        let id = await fixture.connection.subscribe(destination: "a")
        let subscribe = try await broker.frame(.subscribe)
        let receipt = StompFrame(.receipt, headers: ["receipt-id": subscribe.headers["receipt"] ?? ""])
        await broker.sendTogether(
            [receipt, .message(to: id.rawValue, "1"), .message(to: id.rawValue, "둘")],
            isText: false
        )
        #expect(await fixture.events.nextMessages() == ["1", "둘"])
        await broker.sendInPieces(.message(to: id.rawValue, "셋"), of: 3)
        #expect(await fixture.events.nextMessages() == ["셋"])
        await fixture.finish()
    }

    @Test("hears of a client that writes nothing at least once in each minute, and in time by its own rate")
    func minute() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade()
        let connect = try await broker.frame(.connect)
        // A rate of zero would have it cut off after 60 s whatever comes.
        let rates = try #require(connect.headers["heart-beat"]).split(separator: ",").compactMap { Int($0) }
        #expect(rates.count == 2 && rates[0] > 0 && rates[0] <= 30_000)
        // A smaller interval than the one offered, as with connectionTtlMax.
        await broker.acceptConnect(heartBeat: "0,5000")
        _ = await fixture.events.nextConnected()
        var last = fixture.clock.now.offset
        for _ in 0..<12 {
            let deadline = try await fixture.clock.nextTimer()
            fixture.clock.advance(to: deadline)
            #expect(try await broker.next() == .heartBeat)
            #expect(fixture.clock.now.offset - last < .milliseconds(2 * rates[0]))
            last = fixture.clock.now.offset
        }
        #expect(fixture.clock.now.offset > .seconds(60))
        await fixture.finish()
    }

    @Test("gets no message longer than 64 KiB where the settings say so, and the frame whole all the same")
    func limit() async throws {
        let fixture = try Fixture { $0.splitsFramesAt = 64 * 1024 }
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        let body = Array(String(repeating: "가나다", count: 50_000).utf8)
        try await fixture.connection.sendNow(StompFrame(.send, headers: ["destination": "a"], body: body))
        #expect(try await broker.frame(.send).body == body)
        let sizes = await broker.messageSizes
        #expect(sizes.count > 7)
        #expect(sizes.allSatisfy { $0 <= 64 * 1024 })
        await fixture.finish()
    }
}
