import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(10))) struct ReconnectTests {
    private let refused = TransportError.unreachable(host: "broker.test", port: 15674, detail: "refused")

    /// Waits for the announced back-off, checks it, and lets it pass.
    private func passBackOff(_ fixture: Fixture, of seconds: Int) async throws {
        let wait = try #require(await fixture.events.nextRetry())
        #expect(wait == .seconds(seconds))
        try await fixture.clock.timer(at: fixture.clock.now.offset + wait)
        fixture.clock.advance(by: wait)
    }

    @Test("after five failures and a stable session the wait is back at its base")
    func backOff() async throws {
        let fixture = try Fixture()
        fixture.transport.script(
            .refuse(refused),
            .refuse(refused),
            .refuse(refused),
            .refuse(refused),
            .refuse(refused)
        )
        await fixture.connect()
        for seconds in [1, 2, 4, 8, 16] { try await passBackOff(fixture, of: seconds) }
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        fixture.clock.advance(by: .seconds(60))
        broker.peer.endStream()
        try await passBackOff(fixture, of: 1)
        await fixture.finish()
    }

    @Test("the first session is reported as connected, a later one as reconnected")
    func reconnected() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        let first = await fixture.events.next { if case .connected(let server) = $0 { server } else { nil } }
        #expect(first == StompServer(name: "Scripted/1.0", version: .v1_2))
        broker.peer.reset()
        try await passBackOff(fixture, of: 1)
        try await ScriptedBroker.connected(on: fixture.transport, version: "1.1")
        let second = await fixture.events.next { if case .reconnected(let server) = $0 { server } else { nil } }
        #expect(second?.version == .v1_1)
        await fixture.finish()
    }

    @Test("two subscriptions and a queued SEND go out at a reconnect once each, before any new SEND")
    func resume() async throws {
        let fixture = try Fixture { $0.confirmsSubscriptions = false }
        await fixture.connect()
        let first = try await ScriptedBroker.connected(on: fixture.transport)
        await fixture.connection.subscribe(destination: "/topic/a")
        await fixture.connection.subscribe(destination: "/topic/b")
        _ = try await first.frame(.subscribe)
        _ = try await first.frame(.subscribe)
        first.peer.reset()
        _ = await fixture.events.nextRetry()
        try await fixture.connection.send(destination: "/topic/a", body: .init("queued".utf8))
        await fixture.connect()

        let second = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.next { if case .reconnected(let server) = $0 { server } else { nil } }
        try await fixture.connection.send(destination: "/topic/a", body: .init("new".utf8))
        #expect(try await second.frame(.subscribe).headers["destination"] == "/topic/a")
        #expect(try await second.frame(.subscribe).headers["destination"] == "/topic/b")
        #expect(try await second.frame(.send).body == Array("queued".utf8))
        #expect(try await second.frame(.send).body == Array("new".utf8))
        await fixture.finish()
    }

    @Test("a token that ran out is renewed first, and the next attempt starts at once")
    func expiredToken() async throws {
        let fixture = try Fixture(
            tokens: ScriptedTokens("old"),
            refresher: ScriptedRefresher(pair: TokenPair(access: "new", refresh: "refresh2"))
        )
        await fixture.connect()
        let first = try await ScriptedBroker.next(on: fixture.transport)
        try await first.acceptUpgrade()
        #expect(try await first.frame(.connect).headers["Authorization"] == "Bearer old")
        await first.acceptConnect()
        _ = await fixture.events.nextConnected()
        await first.close(code: 1008, reason: "Access token expired")
        #expect(await fixture.events.nextRetry() == .zero)

        let second = try await ScriptedBroker.next(on: fixture.transport)
        try await second.acceptUpgrade()
        #expect(try await second.frame(.connect).headers["Authorization"] == "Bearer new")
        #expect(fixture.tokens.saved == [TokenPair(access: "new", refresh: "refresh2")])
        await fixture.finish()
    }

    @Test("a token that can't be renewed ends the attempts; connect() starts anew")
    func refusedRefresh() async throws {
        let fixture = try Fixture(tokens: ScriptedTokens("old"), refresher: ScriptedRefresher(pair: nil))
        await fixture.connect()
        let first = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        await first.close(code: 1008, reason: "Access token expired")
        #expect(await fixture.events.nextRetry() == .zero)
        guard case .authentication = await fixture.events.nextFailure() else {
            Issue.record("the attempts went on")
            return
        }
        await fixture.connect()
        try await ScriptedBroker.connected(on: fixture.transport)
        #expect(await fixture.events.nextConnected() != nil)
        await fixture.finish()
    }

    @Test("the token is asked for anew before each attempt")
    func freshToken() async throws {
        let fixture = try Fixture(tokens: ScriptedTokens("one", "two"))
        await fixture.connect()
        let first = try await ScriptedBroker.next(on: fixture.transport)
        try await first.acceptUpgrade()
        #expect(try await first.frame(.connect).headers["Authorization"] == "Bearer one")
        first.peer.reset()
        try await passBackOff(fixture, of: 1)
        let second = try await ScriptedBroker.next(on: fixture.transport)
        try await second.acceptUpgrade()
        #expect(try await second.frame(.connect).headers["Authorization"] == "Bearer two")
        await fixture.finish()
    }

    @Test("the limit of attempts ends them, and the events say so")
    func attemptLimit() async throws {
        let fixture = try Fixture { $0.attemptLimit = 2 }
        fixture.transport.otherwise(.refuse(refused))
        await fixture.connect()
        try await passBackOff(fixture, of: 1)
        let expected = ConnectionFailure.unreachable(host: "broker.test", port: 15674, detail: "refused")
        #expect(await fixture.events.nextFailure() == .gaveUp(attempts: 2, last: expected))
        #expect(fixture.transport.connectCount == 2)
        await fixture.finish()
    }

    @Test("a server that never answers the upgrade or CONNECT is given up in time", arguments: [true, false])
    func signInTimeout(answersUpgrade: Bool) async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        if answersUpgrade {
            try await broker.acceptUpgrade()
            _ = try await broker.frame(.connect)
        } else {
            try await broker.upgradeRequest()
        }
        try await fixture.clock.timer(at: .seconds(15))
        fixture.clock.advance(by: .seconds(15))
        let step: ConnectionFailure.Step = answersUpgrade ? .signingIn : .upgrading
        #expect(await fixture.events.nextFailure() == .timedOut(step: step, after: .seconds(15)))
        await fixture.finish()
    }
}
