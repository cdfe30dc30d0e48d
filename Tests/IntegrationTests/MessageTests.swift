import FoundationEssentials
import Stomp
import StompClient
import Testing

@Suite("Messages over RabbitMQ", SharedBroker.isRunning, .timeLimit(.minutes(2)))
struct MessageTests {
    @Test("what is sent and confirmed comes back as it was, whatever it holds")
    func roundTrip() async throws {
        var client = await TestClient(try SharedBroker.address())
        try await client.connected()
        let destination = uniqueDestination()
        let subscription = await client.connection.subscribe(destination: destination)
        let headers: StompHeaders = ["subject": "one: 한국어\\ and\na line", "content-type": "text/plain"]
        let body = Array("안녕 👋🏽\u{0}\nsecond line".utf8)
        try await client.connection.sendConfirmed(destination: destination, headers: headers, body: body)

        let messages = try await client.messages()
        #expect(messages.count == 1)
        #expect(messages.first?.headers["subscription"] == subscription.rawValue)
        #expect(messages.first?.headers["subject"] == headers["subject"])
        #expect(messages.first?.body == body)
        await client.connection.disconnect()
    }

    @Test("each subscription gets its own messages, and none after its end")
    func subscriptions() async throws {
        var client = await TestClient(try SharedBroker.address())
        try await client.connected()
        let (one, two) = (uniqueDestination(), uniqueDestination())
        let first = await client.connection.subscribe(destination: one)
        let second = await client.connection.subscribe(destination: two)
        try await client.connection.sendConfirmed(destination: one, body: Array("to one".utf8))
        await client.connection.unsubscribe(first)
        try await client.connection.sendConfirmed(destination: one, body: Array("to nobody".utf8))
        try await client.connection.sendConfirmed(destination: two, body: Array("to two".utf8))

        var received: [String: [String]] = [:]
        while received.values.joined().count < 2 {
            for message in try await client.messages() {
                received[message.headers["subscription"] ?? "", default: []].append(message.text)
            }
        }
        #expect(received == [first.rawValue: ["to one"], second.rawValue: ["to two"]])
        await client.connection.disconnect()
    }

    @Test("100,000 messages arrive, in order and each once")
    func longRun() async throws {
        let count = 100_000
        var receiver = await TestClient(try SharedBroker.address())
        var sender = await TestClient(try SharedBroker.address(), settings: .fastGuest)
        try await receiver.connected()
        try await sender.connected()
        let destination = uniqueDestination("queue")
        await receiver.connection.subscribe(destination: destination, headers: ["auto-delete": "true"])
        let sending = Task { [connection = sender.connection] in
            for number in 1..<count {
                try await connection.send(
                    destination: destination,
                    headers: ["auto-delete": "true"],
                    body: Data("\(number)".utf8)
                )
            }
            try await connection.sendConfirmed(
                destination: destination,
                headers: ["auto-delete": "true"],
                body: Array("\(count)".utf8)
            )
        }
        var last = 0
        while last < count {
            last = try await receiver.first { event -> Int? in
                guard case .messages(let batch) = event else { return nil }
                for (index, message) in batch.enumerated() {
                    try #require(message.frame.text == "\(last + 1 + index)")
                }
                return last + batch.count
            }
        }
        try await sending.value
        await sender.connection.disconnect()
        await receiver.connection.disconnect()
    }
}
