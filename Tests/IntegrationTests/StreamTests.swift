import Chat
import ChatStore
import FoundationEssentials
import Stomp
import StompClient
import Testing

@Suite("Streams of RabbitMQ", SharedBroker.isRunning, .timeLimit(.minutes(3)))
struct StreamTests {
    /// Writes messages into a stream; returns once it has them.
    private func fill(_ stream: String, _ numbers: ClosedRange<Int>) async throws {
        var writer = await TestClient(try SharedBroker.address(), settings: .fastGuest)
        try await writer.connected()
        for number in numbers.dropLast() {
            let frame = StompFrame(
                .send,
                headers: StompHeaders([.init(name: "destination", value: stream)] + StreamQueue.headers.entries),
                body: Array("\(number)".utf8)
            )
            try await writer.connection.sendNow(frame)
        }
        try await writer.connection.sendConfirmed(
            destination: stream,
            headers: StreamQueue.headers,
            body: Array("\(numbers.upperBound)".utf8)
        )
        await writer.connection.disconnect()
    }

    private func expected(_ numbers: ClosedRange<Int>) -> [String] { numbers.map(String.init) }

    @Test("a stream is read from its first message, from an offset, and from now on; each message tells its offset")
    func starts() async throws {
        let stream = uniqueDestination("queue")
        try await fill(stream, 0...2999)
        var client = await TestClient(try SharedBroker.address())
        try await client.connected()
        let first = await client.connection.subscribe(stream: stream, from: .first, prefetch: 100)
        var offsets: [UInt64] = []
        var texts: [String] = []
        while texts.count < 3000 {
            for frame in try await client.messages() {
                offsets += frame.headers["x-stream-offset"].flatMap { UInt64($0) }.map { [$0] } ?? []
                texts.append(frame.text)
            }
        }
        #expect(offsets == Array(0..<3000))
        #expect(texts == expected(0...2999))
        await client.connection.unsubscribe(first)

        let later = await client.connection.subscribe(stream: stream, from: .offset(2990))
        #expect(try await client.texts(10) == expected(2990...2999))
        await client.connection.unsubscribe(later)
        await client.connection.subscribe(stream: stream, from: .next)
        try await client.confirmed()
        try await fill(stream, 3000...3001)
        #expect(try await client.texts(2) == ["3000", "3001"])
        await client.connection.disconnect()
    }

    @Test("a thread shows its newest messages, and all older ones page by page, until its beginning")
    func history() async throws {
        let stream = uniqueDestination("queue")
        try await fill(stream, 1...250)
        var chat = await StreamChat([try SharedBroker.address()], threads: [stream], sender: "me")
        // What the broker wrote at once comes first, and the page before it without being asked for.
        try await chat.until {
            $0.texts(stream).last == "250" && ($0.hasOlder[stream] != nil || $0.texts(stream).count == 250)
        }
        while chat.hasOlder[stream] == true {
            let count = chat.texts(stream).count
            await chat.session.perform(.loadOlder(threadID: stream))
            try await chat.until { $0.texts(stream).count > count || $0.hasOlder[stream] == false }
        }
        #expect(chat.texts(stream) == expected(1...250))
        await chat.session.disconnect()
    }

    @Test("what came while nobody was there is read on the next start, and everything is stored once, in its order")
    func resumesFromStore() async throws {
        let stream = uniqueDestination("queue")
        let shelf = try OwnShelf()
        try await fill(stream, 1...20)
        for last in [20, 45, 70] {
            if last > 20 { try await fill(stream, (last - 24)...last) }
            var chat = await StreamChat(
                [try SharedBroker.address()],
                threads: [stream],
                sender: "me",
                shelf: shelf.shelf
            )
            try await chat.until { $0.texts(stream).last == "\(last)" && $0.texts(stream).count == last }
            #expect(chat.texts(stream) == expected(1...last))
            await chat.session.disconnect()
        }
        let stored = try await shelf.messages(of: stream)
        #expect(stored.map(\.text) == expected(1...70))
        #expect(stored.map(\.position) == (0..<70).map { .number($0) })
    }

    @Test("a post is confirmed by the receipt, shown once, and stored where the stream has it")
    func posts() async throws {
        let stream = uniqueDestination("queue")
        let shelf = try OwnShelf()
        var chat = await StreamChat([try SharedBroker.address()], threads: [stream], sender: "me", shelf: shelf.shelf)
        for number in 1...5 { await chat.session.send("post \(number)", to: stream) }
        try await chat.until { chat in
            chat.rows[stream, default: []].filter { $0.delivery == .delivered }.count == 5
        }
        #expect(chat.texts(stream) == (1...5).map { "post \($0)" })
        // Read back by somebody else, it has passed through the log.
        var other = await StreamChat([try SharedBroker.address()], threads: [stream], sender: "you")
        try await other.until { $0.texts(stream).count == 5 }
        #expect(other.texts(stream) == (1...5).map { "post \($0)" })
        await other.session.disconnect()
        await chat.session.disconnect()
        let stored = try await shelf.messages(of: stream)
        #expect(stored.map(\.text) == (1...5).map { "post \($0)" })
        #expect(stored.map(\.position) == (0..<5).map { .number($0) })
        #expect(stored.map(\.isOwn) == Array(repeating: true, count: 5))
    }
}
