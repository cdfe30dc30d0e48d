import ChatStore
import Testing

@Suite("The outbox of the store", .timeLimit(.minutes(10)))
struct OutboxTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    private func entry(_ id: String, in threadID: String = "t") -> OutboxEntry {
        OutboxEntry(id: id, threadID: threadID, text: "글 \(id)", replyTo: "4", files: ["/a b", "/ㄱ"], time: 7)
    }

    @Test("Entries come back in the order of writing, as they were")
    func order() async throws {
        let store = try await folder.open()
        for id in ["b", "a", "c"] { try await store.queue(entry(id)) }
        var refused = entry("a")
        refused.state = .refused(reason: "too long")
        var uncertain = entry("c")
        uncertain.state = .uncertain
        try await store.commit([
            .outboxState(outboxID: "a", refused.state), .outboxState(outboxID: "c", .uncertain),
        ])
        #expect(try await store.adoptOutbox() == [entry("b"), refused, uncertain])
        try await store.commit([.withdrawn(outboxID: "a")])
        #expect(try await store.adoptOutbox() == [entry("b"), uncertain])
        await store.close()
    }

    @Test("A delivered message is history, and not in the outbox any more")
    func delivery() async throws {
        let store = try await folder.open()
        try await store.queue(entry("x"))
        try await store.commit([.delivered(outboxID: "x", threadID: "t", message(3, clientID: "x"))])
        #expect(try await store.adoptOutbox().isEmpty)
        #expect(try await store.newest(of: "t", limit: 9).messages == [message(3, clientID: "x")])
        await store.close()
    }

    @Test("What others have left is taken over while the store is open, and told once")
    func abandoned() async throws {
        let first = try await folder.open()
        let second = try await folder.open()
        try await first.queue(entry("1"))
        try await second.queue(entry("2"))
        try await second.queue(entry("3"))
        #expect(try await first.adoptAbandoned().isEmpty)
        await second.close()
        #expect(try await first.adoptAbandoned().map(\.id) == ["2", "3"])
        #expect(try await first.adoptAbandoned().isEmpty)
        #expect(try await first.adoptOutbox().map(\.id) == ["1", "2", "3"])
        await first.close()
    }

    @Test("A reason for a refusal speaks to no terminal, wherever it is shown")
    func reason() async throws {
        let store = try await folder.open()
        try await store.queue(entry("a"))
        try await store.commit([
            .outboxState(outboxID: "a", .refused(reason: "no\u{1B}[31m \u{9B}red\u{7}, 긴 글"))
        ])
        #expect(try await store.adoptOutbox().map(\.state) == [.refused(reason: "no [31m  red , 긴 글")])
        await store.close()
    }

    @Test("Of two that are open each has its own entries; those of one that has ended go to the other")
    func owners() async throws {
        let first = try await folder.open()
        let second = try await folder.open()
        try await first.queue(entry("1"))
        try await second.queue(entry("2"))
        try await first.queue(entry("3"))
        #expect(try await second.adoptOutbox().map(\.id) == ["2"])
        #expect(try await first.adoptOutbox().map(\.id) == ["1", "3"])
        await first.close()
        #expect(try await second.adoptOutbox().map(\.id) == ["1", "2", "3"])
        await second.close()
        let third = try await folder.open()
        #expect(try await third.adoptOutbox().map(\.id) == ["1", "2", "3"])
        await third.close()
    }
}
