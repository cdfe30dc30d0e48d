import Chat
import ChatStore
import FoundationEssentials
import Stomp
import StompClient
import Synchronization
import Testing

@Suite("A cluster of three RabbitMQ nodes", OwnCluster.isWanted, .timeLimit(.minutes(5)))
struct ClusterTests {
    private static let stream = "/queue/general"

    @Test(
        "nodes killed under traffic, one after the other: nothing is lost, nothing comes twice, and it goes on in seconds"
    )
    func killedUnderTraffic() async throws {
        let cluster = try await OwnCluster()
        let shelf = try OwnShelf()
        // Both are on the node that is killed first.
        var writer = await StreamChat(cluster.urls, threads: [Self.stream], sender: "writer")
        var reader = await StreamChat(cluster.urls, threads: [Self.stream], sender: "reader", shelf: shelf.shelf)
        let session = writer.session
        let written = Counter()
        let traffic = Task {
            while !Task.isCancelled {
                let number = written.next()
                await session.send("\(number)", to: Self.stream)
                // A steady pace, so that the kills fall between posts and into them.
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        try await reader.until { $0.texts(Self.stream).count >= 100 }
        var outages: [Duration] = []
        for node in 0...1 {
            // What was written until now is no proof that it goes on.
            let before = written.value
            let start = ContinuousClock.now
            try await cluster.kill(node)
            try await reader.until { $0.texts(Self.stream).count >= before + 100 }
            outages.append(.now - start)
            // With two of three nodes a stream takes posts; the one that was killed has to be back before the next.
            if node == 0 { try await cluster.start(node) }
        }
        traffic.cancel()
        await traffic.value
        let last = written.value
        try await reader.until { $0.texts(Self.stream).last == "\(last)" }
        // A reader begins at what is the stream's end when it comes.
        let first = try #require(reader.texts(Self.stream).first.flatMap(Int.init))
        #expect(reader.texts(Self.stream) == (first...last).map(String.init))
        try await writer.until {
            $0.rows[Self.stream]?.last?.text == "\(last)" && $0.rows[Self.stream]?.last?.delivery == .delivered
        }
        #expect(writer.failures.isEmpty)
        #expect(reader.failures.isEmpty)
        await writer.session.disconnect()
        await reader.session.disconnect()
        let stored = try await shelf.messages(of: Self.stream)
        #expect(stored.map(\.text) == (first...last).map(String.init))
        #expect(outages.allSatisfy { $0 < .seconds(30) }, "\(outages)")
        print("\(last) posts; the longest wait for 100 posts over a kill was \(outages)")
    }
}

/// Counts what one task does, for another to look at.
private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
