import ChatStore
import Foundation
import Testing

/// Programs that are killed while they write, and others that go on beside them.
@Suite("Killed programs, and two at once", .timeLimit(.minutes(10)))
struct KillTests {
    @Test(
        "Killed at any moment, nothing that was said to be kept is lost, and nothing is half there",
        arguments: 0..<12
    )
    func killed(round: Int) async throws {
        let folder = try StoreFolder()
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
            try await write(to: path, until: 3 + round * 7)
        }
        let store = try await folder.open()
        #expect(store.notice == nil)
        let entries = try await store.adoptOutbox().compactMap { Int64($0.id) }
        let history = try await store.newest(of: "t", limit: 100_000)
        let delivered = history.messages.compactMap { $0.clientID.flatMap { Int64($0) } }
        // Each is in one place, and those that were queued are in one.
        #expect(Set(entries).isDisjoint(with: delivered))
        let last =
            try Int64(#require(String(contentsOfFile: path + "/queued", encoding: .utf8).split(separator: "\n").last))
            ?? 0
        #expect(last > 0)
        #expect(Set(entries + delivered).isSuperset(of: 1...last))
        #expect((entries + delivered).count == Set(entries + delivered).count)
        // What is stored is indexed, or will be, and nothing else is.
        let others = history.messages.count { $0.clientID == nil }
        #expect(others.isMultiple(of: 300), "a transaction is there as a whole")
        let found = try await store.search(SearchQuery(words: ["text"], limit: 100_000))
        #expect(found.hits.count == history.messages.count)
        await store.close()
        #expect(try folder.names() == ["7.clients", "7.sqlite"])
    }

    @Test("Two programs write and read one store at once, and each keeps its own outbox")
    func two() async throws {
        let folder = try StoreFolder()
        let path = folder.path
        let mine = Task {
            let store = try await ChatStore.open(location(path))
            for number in 1...150 {
                try await store.queue(OutboxEntry(id: "mine \(number)", threadID: "t", text: "", time: 1))
                store.record([.arrived(threadID: "t", message(Int64(number * 2)))])
            }
            return store
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            let store = try await ChatStore.open(location(path))
            for number in 1...150 {
                try await store.queue(OutboxEntry(id: "other \(number)", threadID: "t", text: "", time: 1))
                store.record([.arrived(threadID: "t", message(Int64(number * 2 + 1)))])
            }
            let ids = try await store.adoptOutbox().map(\.id)
            #expect(ids == (1...150).map { "other \($0)" })
            await store.close()
        }
        let store = try await mine.value
        let entries = try await store.adoptOutbox().map(\.id)
        #expect(entries.filter { $0.hasPrefix("mine") } == (1...150).map { "mine \($0)" })
        #expect(entries.filter { $0.hasPrefix("other") } == (1...150).map { "other \($0)" })
        #expect(try await store.newest(of: "t", limit: 1000).messages.count == 300)
        #expect(try await store.search(SearchQuery(words: ["text"], limit: 1000)).hits.count == 300)
        await store.close()
    }

    @Test("Of several that open a corrupt store at once one sets it aside, and all go on with the new one")
    func corruptForAll() async throws {
        let folder = try StoreFolder()
        await (try folder.open()).close()
        try Data("no database, whatever its name may say".utf8).write(to: URL(fileURLWithPath: folder.database))
        let stores = try await withThrowingTaskGroup(of: ChatStore.self) { group in
            for _ in 0..<4 { group.addTask { try await folder.open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(stores.count { $0.notice != nil } == 1)
        for (number, store) in stores.enumerated() {
            try await store.commit([.value(name: "\(number)", [1])])
        }
        for store in stores {
            for number in 0..<4 { #expect(try await store.value(named: "\(number)") == [1]) }
        }
        for store in stores { await store.close() }
        #expect(try folder.names().count { $0.contains("corrupt") } == 1)
    }
}

private func location(_ path: String) -> StoreLocation {
    StoreLocation(folder: path + "/bobbin", profile: "home", account: "7")
}

/// Queues, delivers, pages and edits, and is killed by a thread of its own after some entries and a moment.
private func write(to path: String, until count: Int) async throws {
    let store = try await ChatStore.open(location(path))
    let queued = open(path + "/queued", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var number: Int64 = 0
    while true {
        number += 1
        try await store.queue(OutboxEntry(id: "\(number)", threadID: "t", text: "text", time: number))
        let line = "\(number)\n"
        Glibc.write(queued, line, line.utf8.count)
        if number == count {
            Thread.detachNewThread {
                // Nothing waits for this: it is the moment of the kill that is chosen by chance.
                usleep(UInt32.random(in: 0..<20_000))
                kill(getpid(), SIGKILL)
            }
        }
        if number % 3 == 0 {
            let id = number / 3
            store.record([.delivered(outboxID: "\(id)", threadID: "t", message(id, clientID: "\(id)"))])
        }
        if number % 5 == 0 { store.record([page((number * 1000)...(number * 1000 + 299))]) }
        if number % 7 == 0 { store.record([.changed(threadID: "t", message(5_000, "text again", editedAt: number))]) }
    }
}
