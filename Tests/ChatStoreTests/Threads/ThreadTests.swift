import ChatStore
import Testing

@Suite("Threads, members, drafts and values", .timeLimit(.minutes(10)))
struct ThreadTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    @Test("The list keeps its order, and threads that leave it keep their history")
    func list() async throws {
        let store = try await folder.open()
        let one = StoredThread(id: "1", title: "하나", order: 2, details: [1])
        let two = StoredThread(id: "2", title: "둘", order: 1)
        try await store.commit([.threadList([one, two]), page(1...2, of: "1")])
        #expect(try await store.threads() == [two, one])
        try await store.commit([.threadList([two])])
        #expect(try await store.threads() == [two])
        #expect(try await store.newest(of: "1", limit: 9).messages.count == 2)
        try await store.commit([.thread(one), .threadGone(threadID: "2")])
        #expect(try await store.threads() == [one])
        await store.close()
    }

    @Test("A watermark only moves forward")
    func watermark() async throws {
        let store = try await folder.open()
        let thread = StoredThread(id: "t", title: "T")
        func watermark(after changes: [StoreChange]) async throws -> String? {
            try await store.commit(changes)
            return try await store.threads().first?.watermark
        }
        #expect(try await watermark(after: [.thread(thread), page(1...9)]) == nil)
        #expect(try await watermark(after: [.watermark(threadID: "t", messageID: "5", .number(5))]) == "5")
        #expect(try await watermark(after: [.watermark(threadID: "t", messageID: "4", .number(4))]) == "5")
        #expect(try await watermark(after: [.thread(thread)]) == "5")
        var behind = thread
        behind.watermark = "3"
        #expect(try await watermark(after: [.thread(behind)]) == "5")
        behind.watermark = "8"
        #expect(try await watermark(after: [.thread(behind)]) == "8")
        await store.close()
    }

    @Test("Members, blocks, drafts and values come back as they were")
    func others() async throws {
        let store = try await folder.open()
        let mina = StoredMember(id: "1", name: "Mina", details: [9])
        let draft = StoredDraft(text: "쓰는 중", cursor: 2, replyTo: "8")
        try await store.commit([
            .members([mina]), .blocked(memberID: "1", name: "", true), .blocked(memberID: "2", name: "Zoe", true),
            .draft(threadID: "t", draft), .draft(threadID: "u", draft), .draft(threadID: "u", nil),
            .value(name: "me", [1, 2]), .value(name: "gone", [1]), .value(name: "gone", nil),
        ])
        let blocked = StoredMember(id: "1", name: "Mina", isBlocked: true, details: [9])
        #expect(try await store.members() == [blocked, StoredMember(id: "2", name: "Zoe", isBlocked: true)])
        #expect(try await store.drafts() == ["t": draft])
        #expect(try await store.value(named: "me") == [1, 2])
        #expect(try await store.value(named: "gone") == nil)
        await store.close()
    }
}
