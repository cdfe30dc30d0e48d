import FoundationEssentials
import Stomp
import StompClient
import Testing

@Suite("How RabbitMQ routes", SharedBroker.hasDefinitions, .timeLimit(.minutes(2)))
struct RoutingTests {
    /// A client that is connected, and subscribed for sure.
    private func client(
        _ destination: String? = nil,
        headers: StompHeaders = [:],
        as settings: ConnectionSettings = .guest,
        at url: URL? = nil
    ) async throws -> TestClient {
        let address = try url ?? SharedBroker.address()
        var client = await TestClient(address, settings: settings)
        try await client.connected()
        guard let destination else { return client }
        await client.connection.subscribe(destination: destination, headers: headers)
        try await client.confirmed()
        return client
    }

    @Test("every subscriber of a topic gets each message, and a pattern gets those of its form")
    func topics() async throws {
        let name = "rooms-\(uniqueName())"
        var one = try await client("/topic/\(name).general")
        var all = try await client("/topic/\(name).*")
        let sender = try await client()
        try await sender.connection.sendConfirmed(destination: "/topic/\(name).general", body: Array("1".utf8))
        try await sender.connection.sendConfirmed(destination: "/topic/\(name).random", body: Array("2".utf8))
        #expect(try await one.texts(1) == ["1"])
        #expect(try await all.texts(2) == ["1", "2"])
        await one.connection.disconnect()
        await all.connection.disconnect()
        await sender.connection.disconnect()
    }

    @Test("a queue keeps what nobody has read, and each of its messages goes to one reader")
    func queues() async throws {
        let queue = uniqueDestination("queue")
        let headers: StompHeaders = ["auto-delete": "false", "x-expires": "60000"]
        let sender = try await client()
        for number in 1...2 {
            try await sender.connection.sendConfirmed(
                destination: queue,
                headers: headers,
                body: Array("\(number)".utf8)
            )
        }
        var first = try await client(queue, headers: headers)
        #expect(try await first.texts(2) == ["1", "2"])
        var second = try await client(queue, headers: headers)
        for number in 3...4 {
            try await sender.connection.sendConfirmed(
                destination: queue,
                headers: headers,
                body: Array("\(number)".utf8)
            )
        }
        let shares = [try await first.texts(1), try await second.texts(1)]
        #expect(shares.joined().sorted() == ["3", "4"])
        await first.connection.disconnect()
        await second.connection.disconnect()
        await sender.connection.disconnect()
    }

    @Test(
        "an exchange of one's own hands on by its rules, and a queue bound to it by an administrator is read as it is"
    )
    func exchanges() async throws {
        let key = "room.\(uniqueName())"
        var topic = try await client("/exchange/chat.exchange/\(key)")
        var fanout = try await client("/exchange/chat.fanout")
        let sender = try await client()
        try await sender.connection.sendConfirmed(destination: "/exchange/chat.exchange/\(key)", body: Array("a".utf8))
        try await sender.connection.sendConfirmed(destination: "/exchange/chat.fanout", body: Array("b".utf8))
        #expect(try await topic.texts(1) == ["a"])
        #expect(try await fanout.texts(1) == ["b"])
        let letter = uniqueName()
        try await sender.connection.sendConfirmed(
            destination: "/exchange/chat.exchange/letters.\(letter)",
            body: Array(letter.utf8)
        )
        var bound = try await client("/amq/queue/open-letters")
        #expect(try await bound.texts(1) == [letter])
        await topic.connection.disconnect()
        await fanout.connection.disconnect()
        await bound.connection.disconnect()
        await sender.connection.disconnect()
    }

    @Test("virtual hosts are worlds of their own, chosen by the host header")
    func virtualHosts() async throws {
        let topic = uniqueDestination()
        var inside = try await client(topic, as: .account("member", host: "chat"))
        var outside = try await client(topic)
        let sender = try await client(as: .account("guest", host: "chat"))
        var guest = ConnectionSettings.guest
        guest.host = "/"
        let other = try await client(as: guest)
        try await sender.connection.sendConfirmed(destination: topic, body: Array("in chat".utf8))
        try await other.connection.sendConfirmed(destination: topic, body: Array("in /".utf8))
        #expect(try await inside.texts(1) == ["in chat"])
        #expect(try await outside.texts(1) == ["in /"])
        await inside.connection.disconnect()
        await outside.connection.disconnect()
        await sender.connection.disconnect()
        await other.connection.disconnect()
    }

    @Test("an account without the virtual host is turned away, and is not tried again")
    func foreignVirtualHost() async throws {
        var client = await TestClient(try SharedBroker.address(), settings: .account("member", host: "/"))
        let end = try await client.disconnected()
        #expect(end.retryIn == nil)
        if case .connectRefused(_, let body)? = end.reason {
            #expect(body.contains("access denied"))
        } else {
            Issue.record("ended by \(String(describing: end.reason))")
        }
        await client.connection.disconnect()
    }

    // Over WebSocket, RabbitMQ 3.10 ends the session without a word about permissions.

    @Test("who may only read is refused the sending, and the session comes back to read on")
    func reader() async throws {
        let topic = uniqueDestination()
        var reader = try await client(topic, as: .account("reader"), at: SharedBroker.plainURL)
        let failure = await #expect(throws: SendError.self) {
            try await reader.connection.sendConfirmed(destination: topic, body: [])
        }
        guard case .refused(let message, _)? = failure else {
            Issue.record("failed with \(String(describing: failure))")
            return
        }
        #expect(message.contains("access_refused"))
        try await reader.reconnected()
        try await reader.confirmed()
        let sender = try await client()
        try await sender.connection.sendConfirmed(destination: topic, body: Array("read on".utf8))
        #expect(try await reader.texts(1) == ["read on"])
        await reader.connection.disconnect()
        await sender.connection.disconnect()
    }

    @Test("who may only write is refused the subscription, once, and can write on")
    func writer() async throws {
        let topic = uniqueDestination()
        var writer = try await client(as: .account("writer"), at: SharedBroker.plainURL)
        await writer.connection.subscribe(destination: topic)
        let reason = try await writer.first { event in
            if case .subscriptionRefused(_, _, let reason) = event { reason } else { nil }
        }
        #expect(reason.contains("access_refused"))
        try await writer.reconnected()
        try await writer.connection.sendConfirmed(destination: topic, body: Array("written".utf8))
        await writer.connection.disconnect()
    }
}
