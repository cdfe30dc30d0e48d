import Foundation
import SQLite
import Testing

@testable import ChatStore

@Suite("A database that can't be read", .timeLimit(.minutes(2)))
struct CorruptionTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    private let entry = OutboxEntry(id: "x", threadID: "t", text: "unsent", time: 1)
    private let draft = StoredDraft(text: "begun", cursor: 5)

    private func fill(_ folder: StoreFolder) async throws {
        let store = try await folder.open()
        try await store.queue(entry)
        try await store.commit([
            .draft(threadID: "t", draft), .value(name: "me", [7]), page(1...400),
            .threadList([StoredThread(id: "t", title: "T")]),
        ])
        await store.close()
    }

    private func overwrite(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
    }

    @Test("No database at all, or one cut short, is set aside and a new one made")
    func garbage() async throws {
        try await fill(folder)
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        for (number, damaged) in [Data("no database, but long enough to look at".utf8), whole.prefix(6000)].enumerated()
        {
            try damaged.write(to: URL(fileURLWithPath: folder.database))
            let store = try await folder.open()
            guard case .corrupt(folder.database, let aside?) = store.notice else {
                Issue.record("\(String(describing: store.notice))")
                continue
            }
            #expect(aside.hasPrefix(folder.database + ".corrupt-"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: aside)).prefix(damaged.count) == damaged)
            try await store.commit([page(1...2)])
            #expect(try await store.newest(of: "t", limit: 9).messages.count == 2)
            await store.close()
            #expect(
                try folder.names().count { $0.contains(".corrupt-") && !$0.contains("-wal") && !$0.contains("-shm") }
                    == number + 1
            )
            let again = try await folder.open()
            #expect(again.notice == nil)
            await again.close()
        }
    }

    @Test("What exists nowhere else is carried over where it can be read")
    func salvage() async throws {
        try await fill(folder)
        // The root page of the messages, whose number the schema tells.
        let page = try rootPage(of: "messages")
        try overwrite(folder.database, at: (page - 1) * 4096, [UInt8](repeating: 0xEE, count: 4096))
        let store = try await folder.open()
        #expect(store.notice != nil)
        #expect(try await store.adoptOutbox() == [entry])
        #expect(try await store.drafts() == ["t": draft])
        #expect(try await store.value(named: "me") == [7])
        #expect(try await store.newest(of: "t", limit: 9) == StoredHistory())
        await store.close()
    }

    @Test("Damage that shows later is told once, the chat goes on, and nothing is lost that can be read")
    func later() async throws {
        try await fill(folder)
        let store = try await folder.open()
        try await store.queue(OutboxEntry(id: "y", threadID: "t", text: "later", time: 2))
        // A page of messages that nobody has read yet.
        for page in try pages(of: "messages").dropFirst(2) {
            try overwrite(folder.database, at: (page - 1) * 4096, [UInt8](repeating: 0xEE, count: 4096))
        }
        // Where they have been read in time after all, to index them, there is no damage to be seen.
        guard try await store.newest(of: "t", limit: 400) == StoredHistory() else { return await store.close() }
        var troubles = store.troubles.makeAsyncIterator()
        guard case .corrupt(folder.database, .some) = await troubles.next() else {
            Issue.record("it was not told")
            return
        }
        store.record([page(1...3)])
        #expect(try await store.newest(of: "t", limit: 9).messages.count == 3)
        #expect(try await store.adoptOutbox().map(\.id) == ["x", "y"])
        #expect(try await store.drafts() == ["t": draft])
        await store.close()
        #expect(await troubles.next() == nil)
    }

    @Test("One that another program has set aside is let go of")
    func replacedByAnother() async throws {
        try await fill(folder)
        let first = try await folder.open()
        #expect(try await first.adoptOutbox().count == 1)
        for suffix in ["", "-wal", "-shm"] { rename(folder.database + suffix, folder.path + "/aside" + suffix) }
        let second = try await folder.open()
        try await second.commit([page(1...3, of: "u")])
        // The first notices with its next piece of work.
        first.record([.value(name: "a", [1])])
        _ = try await first.members()
        first.record([.value(name: "b", [2])])
        #expect(try await first.newest(of: "u", limit: 9).messages.count == 3)
        #expect(try await second.value(named: "b") == [2])
        await first.close()
        await second.close()
    }

    @Test("Wherever bytes are flipped, the store opens, tells what is wrong and never ends the program")
    func flippedBytes() async throws {
        try await fill(folder)
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        var random = Numbers(state: 42)
        for round in 0..<60 {
            let one = try StoreFolder()
            await (try one.open()).close()
            var damaged = whole
            // One byte, or many in a row; in the header more often than its size would have it.
            let start = round % 3 == 0 ? random.below(200) : random.below(whole.count)
            for offset in start..<min(start + [1, 8, 500][round % 3], whole.count) {
                damaged[offset] ^= UInt8(1 + random.below(255))
            }
            try damaged.write(to: URL(fileURLWithPath: one.database))
            do {
                let store = try await one.open()
                // Each may fail, once, and says so; afterwards it works.
                for _ in 0..<3 {
                    _ = try? await store.newest(of: "t", limit: 500)
                    _ = try? await store.search(SearchQuery(words: ["text"]))
                    try? await store.commit([page(395...410), .changed(threadID: "t", message(7, "new", editedAt: 1))])
                    _ = try? await store.adoptOutbox()
                }
                try await store.commit([.arrived(threadID: "new", message(1))])
                #expect(try await store.newest(of: "new", limit: 9).messages.count == 1)
                await store.close()
            } catch {
                // A version or a format that is not ours can't be told from damage.
                guard case StoreFailure.newer = error else {
                    Issue.record("round \(round), byte \(start): \(error)")
                    continue
                }
            }
        }
    }

    private func rootPage(of table: String) throws -> Int {
        let database = try SQLiteDatabase(path: folder.database, access: .reading)
        let page = try database.first("SELECT rootpage FROM sqlite_master WHERE name = ?", table) { $0.count(0) }
        return try #require(page)
    }

    private func pages(of table: String) throws -> [Int] {
        let database = try SQLiteDatabase(path: folder.database, access: .reading)
        return try database.rows(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno",
            table
        ) { $0.count(0) }
    }
}
