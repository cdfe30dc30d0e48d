import Foundation
import SQLite
import TestSupport
import Testing

@testable import ChatStore

@Suite("A database that can't be read", .timeLimit(.minutes(10)))
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
            guard case .setAside(folder.database, let aside, _) = store.notice else {
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
        guard case .setAside(_, _, let salvaged) = store.notice else {
            Issue.record("\(String(describing: store.notice))")
            return
        }
        #expect(salvaged == Salvaged(messages: 1, drafts: 1))
        #expect(try await store.adoptOutbox() == [entry])
        #expect(try await store.drafts() == ["t": draft])
        #expect(try await store.value(named: "me") == [7])
        #expect(try await store.newest(of: "t", limit: 9) == StoredHistory())
        await store.close()
    }

    @Test("Damage that shows later is told once, the chat goes on, and nothing is lost that can be read")
    func later() async throws {
        try await fill(folder)
        // Pages in the middle, which nobody looks at on opening. Whoever reads them first, to index them or to show
        // them, finds it out.
        let pages = try pages(of: "messages")
        try #require(pages.count > 4)
        for page in pages.dropFirst(2).dropLast(2) {
            try overwrite(folder.database, at: (page - 1) * 4096, [UInt8](repeating: 0xEE, count: 4096))
        }
        let store = try await folder.open()
        #expect(store.notice == nil)
        try await store.queue(OutboxEntry(id: "y", threadID: "t", text: "later", time: 2))
        #expect(try await store.newest(of: "t", limit: 400) == StoredHistory())
        var events = store.events.makeAsyncIterator()
        guard case .trouble(.setAside(folder.database, _, _)) = await events.next() else {
            Issue.record("it was not told")
            return
        }
        store.record([page(1...3)])
        #expect(try await store.newest(of: "t", limit: 9).messages.count == 3)
        #expect(try await store.adoptOutbox().map(\.id) == ["x", "y"])
        #expect(try await store.drafts() == ["t": draft])
        await store.close()
        #expect(await events.next() == nil)
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
        var random = SeededRandom(seed: 42)
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

    @Test("Damage among the words of the search costs them alone: they are made anew from the messages")
    func index() async throws {
        try await fill(folder)
        let before = try await folder.open()
        #expect(try await before.search(SearchQuery(words: ["text 7"])).hits.count == 11)
        await before.close()
        for page in try pages(of: "word_index_data") {
            try overwrite(folder.database, at: (page - 1) * 4096, [UInt8](repeating: 0xEE, count: 4096))
        }
        let store = try await folder.open()
        #expect(store.notice == .indexDamaged(path: folder.database))
        try await expectWhole(store)
        #expect(try folder.names() == ["7.clients", "7.sqlite", "7.sqlite-shm", "7.sqlite-wal"])
        await store.close()
    }

    @Test("Words that turn out to be damaged later are made anew, and the search goes on")
    func indexLater() async throws {
        try await fill(folder)
        let store = try await folder.open()
        _ = try await store.search(SearchQuery(words: ["text"]))
        let other = try SQLiteDatabase(path: folder.database, access: .writing)
        try other.run("UPDATE word_index_data SET block = x'0102' WHERE id > 10")
        try await expectWhole(store)
        var events = store.events.makeAsyncIterator()
        #expect(await events.next() == .trouble(.indexDamaged(path: folder.database)))
        await store.close()
    }

    private func expectWhole(_ store: ChatStore) async throws {
        #expect(try await store.search(SearchQuery(words: ["text 7"])).hits.count == 11)
        #expect(try await store.newest(of: "t", limit: 500).messages.count == 400)
        #expect(try await store.adoptOutbox() == [entry])
        // What comes and goes from now on is found, and not found, too.
        try await store.commit([
            .changed(threadID: "t", message(7, "another", editedAt: 1)), .arrived(threadID: "t", message(777)),
        ])
        #expect(try await store.search(SearchQuery(words: ["text 7"])).hits.count == 11)
    }

    @Test(
        "A schema that is not ours, whatever its number, is damage",
        arguments: [
            "PRAGMA user_version = 0", "PRAGMA user_version = -7", "DROP TABLE gaps",
            "DROP TABLE messages; CREATE TABLE messages (id INTEGER PRIMARY KEY)",
            "ALTER TABLE outbox DROP COLUMN reason",
        ]
    )
    func schema(script: String) async throws {
        try await fill(folder)
        try SQLiteDatabase(path: folder.database, access: .writing).execute(script: script)
        let store = try await folder.open()
        guard case .setAside(folder.database, _, let salvaged) = store.notice else {
            Issue.record("\(String(describing: store.notice))")
            return
        }
        #expect(salvaged.drafts == 1)
        #expect(try await store.drafts() == ["t": draft])
        try await store.commit([page(1...3)])
        #expect(try await store.newest(of: "t", limit: 9).messages.count == 3)
        await store.close()
    }

    @Test("A table that goes while the store is open is damage, and no error in words of SQL")
    func schemaLater() async throws {
        try await fill(folder)
        let store = try await folder.open()
        try SQLiteDatabase(path: folder.database, access: .writing).execute(script: "DROP TABLE gaps")
        #expect(try await store.newest(of: "t", limit: 9) == StoredHistory())
        #expect(try await store.adoptOutbox() == [entry])
        var events = store.events.makeAsyncIterator()
        guard case .trouble(.setAside) = await events.next() else {
            Issue.record("it was not told")
            return
        }
        await store.close()
    }

    @Test("Of an outbox that is damaged in the middle both ends are carried over, and what is lost is counted")
    func salvageInPart() async throws {
        let store = try await folder.open()
        for number in 1...300 {
            let text = String(repeating: "word ", count: 20)
            try await store.queue(OutboxEntry(id: "id \(number)", threadID: "t", text: text, time: 1))
        }
        await store.close()
        let pages = try pages(of: "outbox")
        try #require(pages.count > 6)
        let middle = pages[pages.count / 2]
        try overwrite(folder.database, at: (middle - 1) * 4096, [UInt8](repeating: 0xEE, count: 4096))
        // What makes the store look at it.
        try overwrite(
            folder.database,
            at: (try rootPage(of: "messages") - 1) * 4096,
            [UInt8](repeating: 0xEE, count: 4096)
        )
        let mended = try await folder.open()
        guard case .setAside(_, _, let salvaged) = mended.notice else {
            Issue.record("\(String(describing: mended.notice))")
            return
        }
        let entries = try await mended.adoptOutbox().map(\.id)
        #expect(entries.first == "id 1" && entries.last == "id 300")
        #expect(entries.count > 200 && entries.count < 300)
        #expect(salvaged == Salvaged(messages: entries.count, lostMessages: 300 - entries.count))
        await mended.close()
    }

    @Test("A file with less than the beginning of a database is set aside; one without any bytes is new")
    func stubs() async throws {
        try await fill(folder)
        for (number, bytes) in [Data(), Data([0]), Data("SQLite format 3".utf8)].enumerated() {
            try bytes.write(to: URL(fileURLWithPath: folder.database))
            let store = try await folder.open()
            let isSetAside = if case .setAside = store.notice { true } else { false }
            #expect(isSetAside == (number > 0))
            #expect(try await store.newest(of: "t", limit: 9) == StoredHistory())
            await store.close()
        }
        // Something was written, as the log says.
        try Data().write(to: URL(fileURLWithPath: folder.database))
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.database + "-wal"))
        let store = try await folder.open()
        #expect(store.notice != nil)
        await store.close()
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
