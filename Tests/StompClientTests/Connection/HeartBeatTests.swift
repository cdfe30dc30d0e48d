import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(10))) struct HeartBeatTests {
    /// The next timer that has to do with heart-beats: everything else is far away.
    private func start(heartBeat: String?) async throws -> (Fixture, ScriptedBroker) {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport, heartBeat: heartBeat)
        _ = await fixture.events.nextConnected()
        return (fixture, broker)
    }

    @Test(
        "a CONNECTED without heart-beats, with one-sided or with malformed ones makes a session that works",
        arguments: [nil, "0,5000", "5000,0", "x,1", "1,2,3", "", "-1,5", "99999999999999999999,1"]
    )
    func tolerant(heartBeat: String?) async throws {
        let (fixture, broker) = try await start(heartBeat: heartBeat)
        await broker.message(to: "sub-0", "hello")
        #expect(await fixture.events.nextMessages() == ["hello"])
        try await fixture.connection.send(destination: "/topic/a", body: .init("x".utf8))
        _ = try await broker.frame(.send)
        await fixture.finish()
    }

    @Test("an idle client that is read steadily still sends its heart-beats, at 50 to 80 % of the interval")
    func idleWriter() async throws {
        let (fixture, broker) = try await start(heartBeat: "0,10000")
        for _ in 0..<5 {
            let deadline = try await fixture.clock.nextTimer()
            let wait = deadline.offset - fixture.clock.now.offset
            #expect(wait >= .seconds(5) && wait <= .seconds(8))
            for step in 0..<50 { await broker.message(to: "sub-0", "\(step)") }
            fixture.clock.advance(to: deadline)
            #expect(try await broker.next() == .heartBeat)
        }
        await fixture.finish()
    }

    @Test("a peer that goes silent is dropped at twice the interval though TCP stays open")
    func silentPeer() async throws {
        let (fixture, broker) = try await start(heartBeat: "10000,0")
        let start = fixture.clock.now.offset
        try await fixture.clock.timer(at: start + .seconds(20))
        fixture.clock.advance(by: .seconds(19))
        #expect(!broker.peer.isClosedByClient)
        fixture.clock.advance(by: .seconds(1))
        #expect(await fixture.events.nextFailure() == .silent(after: .seconds(20)))
        try await broker.peer.closed()
        await fixture.finish()
    }

    @Test("any byte counts as life: a heart-beat moves the limit")
    func anyByte() async throws {
        let (fixture, broker) = try await start(heartBeat: "10000,0")
        let start = fixture.clock.now.offset
        try await fixture.clock.timer(at: start + .seconds(20))
        fixture.clock.advance(by: .seconds(15))
        await broker.send(text: "\n")
        try await broker.peer.waitUntilClientIdle()
        fixture.clock.advance(by: .seconds(5))
        try await fixture.clock.timer(at: start + .seconds(35))
        #expect(!broker.peer.isClosedByClient)
        fixture.clock.advance(by: .seconds(15))
        #expect(await fixture.events.nextFailure() == .silent(after: .seconds(20)))
        await fixture.finish()
    }
}
