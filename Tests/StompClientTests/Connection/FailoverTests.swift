import FoundationEssentials
import Stomp
import TestSupport
import Testing
import Transport

@testable import StompClient

@Suite("Several addresses", .timeLimit(.minutes(10))) struct FailoverTests {
    private static let nodes = ["ws://a.test:1/ws", "ws://b.test:2/ws", "stomp+tcp://c.test:3"]

    @Test("when a node is lost, the session goes on at the next, with every subscription")
    func goesOn() async throws {
        let fixture = try Fixture(FailoverTests.nodes)
        await fixture.connect()
        let first = try await ScriptedBroker.connected(on: fixture.transport)
        #expect(first.peer.endpoint.host == "a.test")
        _ = await fixture.events.nextConnected()
        await fixture.connection.subscribe(destination: "/topic/a")
        _ = try await first.frame(.subscribe)
        first.peer.reset()
        #expect(await fixture.events.nextRetry() == .milliseconds(100))

        fixture.clock.advance(to: try await fixture.clock.nextTimer())
        let second = try await ScriptedBroker.connected(on: fixture.transport)
        #expect(second.peer.endpoint.host == "b.test")
        #expect(try await second.frame(.subscribe).headers["destination"] == "/topic/a")
        second.peer.reset()
        _ = await fixture.events.nextRetry()

        fixture.clock.advance(to: try await fixture.clock.nextTimer())
        let third = try await ScriptedBroker.connectedPlain(on: fixture.transport)
        #expect(third.peer.endpoint.host == "c.test")
        #expect(try await third.frame(.subscribe).headers["destination"] == "/topic/a")
        await fixture.finish()
    }
}
