import Stomp
import StompClient
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(10))) struct NetworkChangeTests {
    private let refused = TransportError.unreachable(host: "broker.test", port: 15674, detail: "no route")
    private let network = ScriptedNetwork()

    private func passBackOff(_ fixture: Fixture, of seconds: Int) async throws {
        let wait = try #require(await fixture.events.nextRetry())
        #expect(wait == .seconds(seconds))
        try await fixture.clock.timer(at: fixture.clock.now.offset + wait)
        fixture.clock.advance(by: wait)
    }

    @Test("a wait ends at once, and the next is as short as the first")
    func waiting() async throws {
        let fixture = try Fixture(network: network)
        fixture.transport.script(.refuse(refused), .refuse(refused), .refuse(refused), .refuse(refused))
        await fixture.connect()
        for seconds in [1, 2] { try await passBackOff(fixture, of: seconds) }
        let wait = try #require(await fixture.events.nextRetry())
        try await fixture.clock.timer(at: fixture.clock.now.offset + wait)
        network.change()
        // The clock stands still.
        try await passBackOff(fixture, of: 1)
        try await ScriptedBroker.connected(on: fixture.transport)
        #expect(await fixture.events.nextConnected() != nil)
        await fixture.finish()
    }

    @Test("an attempt that hangs begins anew, and is not told as a failure")
    func connecting() async throws {
        let fixture = try Fixture(network: network)
        fixture.transport.script(.hang)
        await fixture.connect()
        try await fixture.transport.waitForConnects(1)
        network.change()
        try await ScriptedBroker.connected(on: fixture.transport)
        let isFailure = await fixture.events.next { event -> Bool? in
            switch event {
            case .disconnected: true
            case .connected: false
            default: nil
            }
        }
        #expect(isFailure == false)
        await fixture.finish()
    }

    @Test("an upgrade that is not answered begins anew")
    func upgrading() async throws {
        let fixture = try Fixture(network: network)
        await fixture.connect()
        let first = try await ScriptedBroker.next(on: fixture.transport)
        try await first.upgradeRequest()
        network.change()
        try await ScriptedBroker.connected(on: fixture.transport)
        #expect(await fixture.events.nextConnected() != nil)
        await fixture.finish()
    }

    @Test("a session that answers a ping goes on")
    func alive() async throws {
        let fixture = try Fixture(network: network)
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        network.change(.woke)
        await broker.pong(try await broker.ping())
        await fixture.connection.subscribe(destination: "/topic/a")
        let id = try await broker.frame(.subscribe).headers["id"] ?? ""
        await broker.message(to: id, "there")
        #expect(await fixture.events.nextMessages() == ["there"])
        fixture.clock.advance(by: .seconds(6))
        await broker.message(to: id, "still there")
        #expect(await fixture.events.nextMessages() == ["still there"])
        await fixture.finish()
    }

    @Test("a session that answers nothing for five seconds is given up")
    func dead() async throws {
        let fixture = try Fixture(network: network)
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        network.change()
        _ = try await broker.ping()
        try await fixture.clock.timer(at: fixture.clock.now.offset + .seconds(5))
        fixture.clock.advance(by: .seconds(5))
        #expect(await fixture.events.nextFailure() == .silent(after: .seconds(5)))
        try await fixture.clock.timer(at: fixture.clock.now.offset + .seconds(1))
        fixture.clock.advance(by: .seconds(1))
        try await ScriptedBroker.connected(on: fixture.transport)
        #expect(await fixture.events.nextConnected() != nil)
        await fixture.finish()
    }

    @Test("a burst of changes makes one attempt, not one each")
    func burst() async throws {
        let fixture = try Fixture(network: network)
        fixture.transport.script(.refuse(refused), .refuse(refused))
        await fixture.connect()
        _ = try #require(await fixture.events.nextRetry())
        try await fixture.clock.timer(at: fixture.clock.now.offset + .seconds(1))
        network.change()
        let wait = try #require(await fixture.events.nextRetry())
        #expect(wait == .seconds(1))
        for _ in 0..<5 { network.change() }
        try await fixture.clock.timer(at: fixture.clock.now.offset + .seconds(1))
        fixture.clock.advance(by: .seconds(1))
        try await ScriptedBroker.connected(on: fixture.transport)
        #expect(await fixture.events.next { if case .connecting(let attempt) = $0 { attempt } else { nil } } != nil)
        await fixture.finish()
    }
}
