import Stomp
import StompClient
import TestSupport
import Testing
import Transport

@Suite("Every receipt ends", .timeLimit(.minutes(10))) struct ReceiptTests {
    private func session() async throws -> (Fixture, ScriptedBroker) {
        let fixture = try Fixture()
        await fixture.connect()
        let broker = try await ScriptedBroker.connected(on: fixture.transport)
        _ = await fixture.events.nextConnected()
        return (fixture, broker)
    }

    private func send(_ fixture: Fixture, to destination: String = "/topic/a") -> Task<SendError?, Never> {
        Task { [connection = fixture.connection] in
            do throws(SendError) {
                try await connection.sendConfirmed(destination: destination, body: Array("x".utf8))
                return nil
            } catch {
                return error
            }
        }
    }

    @Test("received")
    func received() async throws {
        let (fixture, broker) = try await session()
        let sending = send(fixture)
        let receipt = try #require(try await broker.frame(.send).headers["receipt"])
        await broker.send(StompFrame(.receipt, headers: ["receipt-id": receipt], body: Array("{}".utf8)))
        #expect(await sending.value == nil)
        await fixture.finish()
    }

    @Test("timed out")
    func timedOut() async throws {
        let (fixture, broker) = try await session()
        let start = fixture.clock.now.offset
        let sending = send(fixture)
        _ = try await broker.frame(.send)
        try await fixture.clock.timer(at: start + .seconds(15))
        fixture.clock.advance(by: .seconds(15))
        #expect(await sending.value == .receiptTimedOut(after: .seconds(15)))
        await fixture.finish()
    }

    @Test("lost with the connection")
    func lost() async throws {
        let (fixture, broker) = try await session()
        let sending = send(fixture)
        _ = try await broker.frame(.send)
        broker.peer.reset()
        guard case .receiptLost(.some) = await sending.value else {
            Issue.record("the receipt did not end as lost")
            return
        }
        await fixture.finish()
    }

    @Test("lost to disconnect()")
    func disconnected() async throws {
        let (fixture, broker) = try await session()
        let sending = send(fixture)
        _ = try await broker.frame(.send)
        async let ended: Void = fixture.connection.disconnect()
        let receipt = try #require(try await broker.frame(.disconnect).headers["receipt"])
        await broker.send(StompFrame(.receipt, headers: ["receipt-id": receipt]))
        await ended
        #expect(await sending.value == .receiptLost(nil))
    }

    @Test("refused by an ERROR that names it, its destination, or nothing else", arguments: [0, 1, 2])
    func refused(form: Int) async throws {
        let (fixture, broker) = try await session()
        let sending = send(fixture, to: "/topic/bad")
        let receipt = try #require(try await broker.frame(.send).headers["receipt"])
        let headers: StompHeaders = form == 0 ? ["message": "no", "receipt-id": receipt] : ["message": "no"]
        let body = form == 1 ? "'/topic/bad' is not valid" : ""
        await broker.send(StompFrame(.error, headers: headers, body: Array(body.utf8)))
        #expect(await sending.value == .refused(message: "no", body: body))
        await fixture.finish()
    }

    @Test("a send without a session is refused at once")
    func offline() async throws {
        let fixture = try Fixture()
        #expect(await send(fixture).value == .notConnected)
        await fixture.finish()
    }

    @Test("a header that can't be sent is named")
    func badHeader() async throws {
        let (fixture, _) = try await session()
        await #expect(throws: SendError.badHeader(name: "k")) {
            try await fixture.connection.sendConfirmed(destination: "/a", headers: ["k": "a\0b"], body: [])
        }
        await fixture.finish()
    }
}
