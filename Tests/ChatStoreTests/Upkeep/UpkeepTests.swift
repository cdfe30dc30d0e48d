import ChatStore
import Testing

@Suite("Forgetting and pruning", .timeLimit(.minutes(10)))
struct UpkeepTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    @Test("A thread that is forgotten has no history, draft or outbox, and the others have theirs")
    func forget() async throws {
        let store = try await folder.open()
        let threads = ["t", "u"].map { StoredThread(id: $0, title: $0) }
        try await store.commit([.threadList(threads)])
        for thread in ["t", "u", "unlisted"] {
            try await store.queue(OutboxEntry(id: thread, threadID: thread, text: "x", time: 1))
            try await store.commit([
                page(1...5000, of: thread, isBeginning: true), .interrupted(threadID: thread),
                .draft(threadID: thread, StoredDraft(text: "d", cursor: 0)),
            ])
        }
        #expect(try await store.forget("t") == 5000)
        #expect(try await store.forget("unlisted") == 5000)
        #expect(try await store.forget("never heard of") == 0)
        #expect(try await store.newest(of: "t", limit: 9) == StoredHistory())
        #expect(try await store.drafts().keys.sorted() == ["u"])
        #expect(try await store.adoptOutbox().map(\.id) == ["u"])
        #expect(try await store.threads() == threads)
        #expect(try await store.search(SearchQuery(words: ["text"], limit: 9000)).hits.count == 5000)
        #expect(try await store.newest(of: "u", limit: 9).gaps == [.number(5000)])
        // It may be heard of again.
        try await store.commit([page(7...9, of: "t")])
        #expect(try await store.newest(of: "t", limit: 9).outline == [7, 8, 9])
        await store.close()
    }

    @Test("Pruning takes what is older from the beginning of each thread, and the beginning is not known any more")
    func prune() async throws {
        let store = try await folder.open()
        try await store.commit([
            page(1...3000, isBeginning: true), page(3010...3020), page(1...10, of: "old", isBeginning: true),
            page(4000...4005, of: "new", isBeginning: true),
        ])
        // One that is older than what is before it stays, so that no hole comes into the middle.
        try await store.commit([.arrived(threadID: "t", message(3021, time: 5))])
        try await store.prune(before: message(2998).time)
        let left = try await store.newest(of: "t", limit: 99)
        #expect(left.outline == [2998, 2999, 3000, nil] + (3010...3021).map { $0 })
        #expect(!left.hasOlder && !left.isBeginning)
        #expect(try await store.newest(of: "old", limit: 99) == StoredHistory())
        #expect(try await store.newest(of: "new", limit: 99).isBeginning)
        #expect(try await store.search(SearchQuery(words: ["text"], limit: 99)).hits.count == 15 + 6)
        try await store.prune(before: message(3015).time)
        #expect(try await store.newest(of: "t", limit: 99).outline == (3015...3021).map { $0 })
        await store.close()
    }
}
