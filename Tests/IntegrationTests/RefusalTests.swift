import StompClient
import Testing

@Suite("What RabbitMQ refuses", SharedBroker.isRunning, .timeLimit(.minutes(10)))
struct RefusalTests {
    @Test("a wrong password is an authentication failure, and is not tried again")
    func wrongPassword() async throws {
        var settings = ConnectionSettings.guest
        settings.passcode = "wrong"
        var client = await TestClient(try SharedBroker.address(), settings: settings)
        let end = try await client.disconnected()
        #expect(end.retryIn == nil)
        guard case .authentication(let detail) = end.reason else {
            Issue.record("ended by \(String(describing: end.reason))")
            return
        }
        #expect(detail.contains("Access refused"))
        await client.connection.disconnect()
    }

    @Test("a wrong virtual host is refused by name, and is not tried again")
    func wrongVirtualHost() async throws {
        var settings = ConnectionSettings.guest
        settings.host = "nowhere"
        var client = await TestClient(try SharedBroker.address(), settings: settings)
        let end = try await client.disconnected()
        #expect(end.retryIn == nil)
        guard case .connectRefused(let message, let body) = end.reason else {
            Issue.record("ended by \(String(describing: end.reason))")
            return
        }
        #expect(message == "Bad CONNECT")
        #expect(body.contains("nowhere"))
        await client.connection.disconnect()
    }

    @Test("a subscription with an invalid destination is put aside, and the others live on")
    func invalidSubscription() async throws {
        var client = await TestClient(try SharedBroker.address())
        try await client.connected()
        let good = uniqueDestination()
        await client.connection.subscribe(destination: good)
        let bad = await client.connection.subscribe(destination: "/topic/with/slash")
        let refused = try await client.first { event in
            if case .subscriptionRefused(let id, _, let reason) = event { (id, reason) } else { nil }
        }
        #expect(refused.0 == bad)
        #expect(refused.1.contains("Invalid destination"))
        try await client.reconnected()
        try await client.connection.sendConfirmed(destination: good, body: Array("still here".utf8))
        #expect(try await client.messages().map(\.text) == ["still here"])
        await client.connection.disconnect()
    }

    @Test("a message to an invalid destination fails with the broker's own words, and the session comes back")
    func invalidDestination() async throws {
        var client = await TestClient(try SharedBroker.address())
        try await client.connected()
        let failure = await #expect(throws: SendError.self) {
            try await client.connection.sendConfirmed(destination: "/nothing/here", body: [])
        }
        guard case .refused(let message, _) = failure else {
            Issue.record("failed with \(String(describing: failure))")
            return
        }
        #expect(message.contains("Unknown destination"))
        try await client.reconnected()
        await client.connection.disconnect()
    }
}
