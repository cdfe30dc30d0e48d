import Stomp
import StompClient
import TestSupport
import Testing
import Transport

@Suite("disconnect() is final from any state", .timeLimit(.minutes(10))) struct DisconnectTests {
    /// Nothing is open, nothing connects later, and the events have ended.
    private func expectQuiet(_ fixture: Fixture, connects: Int) async throws {
        try await fixture.transport.waitUntilNothingIsOpen()
        await fixture.connect()
        fixture.clock.advance(by: .seconds(600))
        #expect(await fixture.events.messageCountUntilEnd() == 0)
        #expect(fixture.transport.connectCount == connects)
        #expect(fixture.transport.openStreamCount == 0)
    }

    @Test("while the token hook is pending")
    func pendingToken() async throws {
        let gate = Gate()
        let fixture = try Fixture(tokens: ScriptedTokens("t", gate: gate))
        await fixture.connect()
        await gate.waitForArrival()
        await fixture.connection.disconnect()
        await gate.open()
        try await expectQuiet(fixture, connects: 0)
    }

    @Test("while the socket is being opened")
    func connecting() async throws {
        let fixture = try Fixture()
        fixture.transport.otherwise(.hang)
        await fixture.connect()
        try await fixture.transport.waitForConnects(1)
        await fixture.connection.disconnect()
        try await expectQuiet(fixture, connects: 1)
    }

    @Test("while TCP is open and the upgrade unanswered")
    func upgrading() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.upgradeRequest()
        await fixture.connection.disconnect()
        try await broker.peer.closed()
        try await expectQuiet(fixture, connects: 1)
    }

    @Test("before CONNECTED")
    func signingIn() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade()
        _ = try await broker.frame(.connect)
        await fixture.connection.disconnect()
        try await broker.peer.closed()
        try await expectQuiet(fixture, connects: 1)
    }

    @Test("during the back-off")
    func waiting() async throws {
        let fixture = try Fixture()
        fixture.transport.otherwise(.refuse(.nameNotResolved(host: "broker.test")))
        await fixture.connect()
        _ = await fixture.events.nextRetry()
        try await fixture.clock.nextTimer()
        await fixture.connection.disconnect()
        try await expectQuiet(fixture, connects: 1)
    }

    @Test("before connect()")
    func idle() async throws {
        let fixture = try Fixture()
        await fixture.connection.disconnect()
        try await expectQuiet(fixture, connects: 0)
    }

    @Test("with a session: DISCONNECT, its RECEIPT, a close frame, the end")
    func graceful() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        async let ended: Void = fixture.connection.disconnect()
        let receipt = try #require(try await broker.frame(.disconnect).headers["receipt"])
        await #expect(throws: SendError.notConnected) {
            try await fixture.connection.sendConfirmed(destination: "/a", body: [])
        }
        await broker.send(StompFrame(.receipt, headers: ["receipt-id": receipt]))
        #expect(try await broker.next() == .close(code: 1000))
        #expect(try await broker.next() == nil)
        await ended
        try await expectQuiet(fixture, connects: 1)
    }

    @Test("with a session whose server sends no RECEIPT: closed after 2 s")
    func noReceipt() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        let start = fixture.clock.now.offset
        async let ended: Void = fixture.connection.disconnect()
        _ = try await broker.frame(.disconnect)
        try await fixture.clock.timer(at: start + .seconds(2))
        #expect(!broker.peer.isClosedByClient)
        fixture.clock.advance(by: .seconds(2))
        try await broker.peer.closed()
        await ended
        try await expectQuiet(fixture, connects: 1)
    }

    @Test("twice at the same time: both return")
    func twice() async throws {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        async let first: Void = fixture.connection.disconnect()
        async let second: Void = fixture.connection.disconnect()
        let receipt = try #require(try await broker.frame(.disconnect).headers["receipt"])
        await broker.send(StompFrame(.receipt, headers: ["receipt-id": receipt]))
        await first
        await second
        try await expectQuiet(fixture, connects: 1)
    }
}
