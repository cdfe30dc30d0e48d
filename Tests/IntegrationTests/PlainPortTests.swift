import Stomp
import StompClient
import Testing

@Suite("RabbitMQ without WebSocket", SharedBroker.hasDefinitions, .timeLimit(.minutes(2)))
struct PlainPortTests {
    @Test("what is sent over the STOMP port comes back there and over the WebSocket")
    func bothWays() async throws {
        var plain = await TestClient(try #require(SharedBroker.plainURL))
        var webSocket = await TestClient(try SharedBroker.address())
        try await plain.connected()
        try await webSocket.connected()
        let destination = uniqueDestination()
        await webSocket.connection.subscribe(destination: destination)
        await plain.connection.subscribe(destination: destination)
        // A receipt of the subscription's own connection shows that it stands.
        try await webSocket.connection.sendConfirmed(destination: uniqueDestination(), body: [])
        let body = Array("안녕 \u{0} and more".utf8)
        try await plain.connection.sendConfirmed(destination: destination, body: body)
        #expect(try await plain.messages().map(\.body) == [body])
        #expect(try await webSocket.messages().map(\.body) == [body])
        await plain.connection.disconnect()
        await webSocket.connection.disconnect()
    }

    @Test("the port of Web STOMP is known by its answer to be none for plain STOMP")
    func wrongPort() async throws {
        let webSocketURL = try SharedBroker.address()
        var client = await TestClient(try webSocketURL.with(scheme: "stomp+tcp"))
        let end = try await client.disconnected()
        #expect(end.retryIn == nil)
        if case .notSTOMP? = end.reason {} else { Issue.record("ended by \(String(describing: end.reason))") }
        await client.connection.disconnect()
    }
}
