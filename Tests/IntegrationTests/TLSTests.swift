import FoundationEssentials
import StompClient
import TestSupport
import Testing
import Transport

@Suite("RabbitMQ over TLS", SharedBroker.isRunning, .timeLimit(.minutes(2)))
struct TLSTests {
    @Test("a private authority is trusted when it is named, and only then, and only for the names it vouches for")
    func privateAuthority() async throws {
        let authority = try PrivateAuthority()
        _ = try authority.issue("server", names: ["DNS:localhost"])
        let broker = try await OwnBroker(certificates: authority.directory)
        let secure = try #require(broker.secureURL)
        var trusting = TransportSettings()
        trusting.caFile = authority.certificate

        var client = await TestClient(secure, transport: trusting)
        try await client.connected()
        let destination = uniqueDestination()
        await client.connection.subscribe(destination: destination)
        try await client.connection.sendConfirmed(destination: destination, body: Array("in private".utf8))
        #expect(try await client.messages().map(\.text) == ["in private"])
        await client.connection.disconnect()

        let plainSecure = try #require(broker.securePlainURL)
        var plain = await TestClient(plainSecure, transport: trusting)
        try await plain.connected()
        await plain.connection.subscribe(destination: destination)
        try await plain.connection.sendConfirmed(destination: destination, body: Array("and without WebSocket".utf8))
        #expect(try await plain.messages().map(\.text) == ["and without WebSocket"])
        await plain.connection.disconnect()
        try await expectRefusal(at: plainSecure, transport: TransportSettings(), naming: "certificate")

        try await expectRefusal(at: secure, transport: TransportSettings(), naming: "certificate")
        var byAddress = try #require(URLComponents(url: secure, resolvingAgainstBaseURL: false))
        byAddress.host = "127.0.0.1"
        try await expectRefusal(at: try #require(byAddress.url), transport: trusting, naming: "127.0.0.1")
    }

    private func expectRefusal(at url: URL, transport: TransportSettings, naming word: String) async throws {
        var client = await TestClient(url, transport: transport)
        let end = try await client.disconnected()
        #expect(end.retryIn == nil)
        guard case .tls(let detail) = end.reason else {
            Issue.record("ended by \(String(describing: end.reason))")
            return
        }
        #expect(detail.contains(word))
        await client.connection.disconnect()
    }
}
