import FoundationEssentials
import Stomp
import StompClient
import Testing

@Suite("A broker that crashes", SharedBroker.isRunning, .timeLimit(.minutes(3)))
struct RestartTests {
    @Test("killed and started again under traffic: the session comes back by itself, and each subscription once")
    func comesBack() async throws {
        let broker = try await OwnBroker()
        var client = await TestClient(broker.url)
        try await client.connected()
        let destination = uniqueDestination()
        await client.connection.subscribe(destination: destination)
        let traffic = Task { [connection = client.connection] in
            var number = 0
            while !Task.isCancelled {
                number += 1
                // A message that fails while there is no session is gone, as for anybody who sends.
                try? await connection.sendConfirmed(destination: destination, body: Array("\(number)".utf8))
            }
        }
        var numbers = try await client.messages().map(\.text)
        try await broker.kill()
        let end = try await client.first { event in
            if case .messages(let batch) = event { numbers += batch.map(\.frame.text) }
            return if case .disconnected(let reason, let retryIn) = event { (reason, retryIn) } else { nil }
        }
        #expect(end.0 != nil)
        #expect(end.1 != nil)
        try await broker.start()
        try await client.reconnected()
        let before = numbers.count
        while numbers.count < before + 100 { numbers += try await client.messages().map(\.text) }
        traffic.cancel()
        await traffic.value

        let received = numbers.compactMap { Int($0) }
        #expect(received.count == numbers.count)
        #expect(received == received.sorted())
        #expect(Set(received).count == received.count)
        await client.connection.disconnect()
    }
}
