import Glibc
import TestSupport
import Testing

@testable import ChatStore

/// A disk that is full, made by a limit on the size of files in a process of its own.
@Suite("A full disk", .timeLimit(.minutes(10)))
struct DiskTests {
    @Test("What can't be kept is told once; the outbox says so at once; with room again all is well")
    func full() async throws {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let folder = try StoreFolder()
            let store = try await folder.open()
            var events = store.events.makeAsyncIterator()
            try await store.queue(entry("before"))
            try await store.commit([page(1...50, isBeginning: true)])

            limitFiles(to: 5_000)
            let long = String(repeating: "긴 글 ", count: 2000)
            for number in 100...160 { store.record([.arrived(threadID: "t", message(Int64(number), long))]) }
            store.record([.draft(threadID: "t", StoredDraft(text: long, cursor: 1))])
            #expect(await events.next() == .trouble(.diskFull(path: folder.database)))
            await #expect(throws: StoreFailure.diskFull(path: folder.database)) { try await store.queue(entry(long)) }
            // Reading goes on.
            #expect(try await store.newest(of: "t", limit: 5).messages.isEmpty == false)
            #expect(try await store.adoptOutbox().map(\.id) == ["before"])

            limitFiles(to: nil)
            try await store.queue(entry("after"))
            store.record([.arrived(threadID: "t", message(200))])
            #expect(try await store.adoptOutbox().map(\.id) == ["before", "after"])
            // The draft was tried again, and where history was lost there is a gap.
            #expect(try await store.drafts()["t"]?.text == long)
            let end = try await store.newest(of: "t", limit: 1000)
            #expect(end.messages.map(\.id) == (1...50).map { "\($0)" } + ["200"])
            #expect(end.gaps == [.number(50)])
            // Told once, until all is kept again.
            #expect(await events.next() == .recovered)
            limitFiles(to: 5_000)
            store.record([.arrived(threadID: "t", message(300, long))])
            #expect(await events.next() == .trouble(.diskFull(path: folder.database)))
            limitFiles(to: nil)
            await store.close()
            #expect(await events.next() == nil)
        }
    }

    @Test("A message that could not be kept is written once there is room, before those that came later")
    func retriedMessage() async throws {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let folder = try StoreFolder()
            let clock = ManualClock()
            let store = try await ChatStore.open(folder.location, clock: clock)
            var events = store.events.makeAsyncIterator()
            try await store.queue(entry("before"))
            limitFiles(to: 0)
            let failure = StoreFailure.diskFull(path: folder.database)
            await #expect(throws: failure) { try await store.queue(entry("kept later"), isTriedAgain: true) }
            await #expect(throws: failure) { try await store.queue(entry("given up")) }
            #expect(await events.next() == .trouble(failure))
            limitFiles(to: nil)
            try await store.queue(entry("after"))
            #expect(await events.next() == .recovered)
            #expect(try await store.adoptOutbox().map(\.id) == ["before", "kept later", "after"])

            // Nothing else comes: it is tried again by itself.
            limitFiles(to: 0)
            await #expect(throws: failure) { try await store.queue(entry("last"), isTriedAgain: true) }
            #expect(await events.next() == .trouble(failure))
            try await clock.timer(at: ChatStore.retryPause)
            clock.advance(by: ChatStore.retryPause)
            // Still full.
            try await clock.timer(at: ChatStore.retryPause * 2)
            limitFiles(to: nil)
            clock.advance(by: ChatStore.retryPause)
            #expect(await events.next() == .recovered)
            #expect(try await store.adoptOutbox().map(\.id).last == "last")
            await store.close()
        }
    }

    @Test("What is there can be read and searched where nothing can be written, what is not indexed too")
    func reading() async throws {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let folder = try StoreFolder()
            let store = try await folder.open()
            try await store.commit([page(1...50, isBeginning: true)])
            _ = try await store.search(SearchQuery(words: ["text"]))
            try await store.commit([.arrived(threadID: "t", message(51)), .arrived(threadID: "u", message(52))])
            await store.close()
            limitFiles(to: 0)
            await #expect(throws: StoreFailure.diskFull(path: folder.database)) { try await folder.open() }
            let reader = try await ChatStore.open(folder.location, access: .reading)
            #expect(try await reader.newest(of: "t", limit: 100).messages.count == 51)
            let found = try await reader.search(SearchQuery(words: ["text", "5"], threadID: "t", limit: 2))
            #expect(found.hits.map(\.message.id) == ["51", "50"])
            #expect(found.hasMore && !found.isIncomplete)
            #expect(try await reader.search(SearchQuery(words: ["52"])).hits.map(\.threadID) == ["u"])
            #expect(try await reader.health().messages == 52)
            await #expect(throws: StoreFailure.self) { try await reader.queue(entry("x")) }
            await reader.close()
        }
    }

    @Test("A store that can't be made fails to open, and opens once there is room")
    func opening() async throws {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let folder = try StoreFolder()
            limitFiles(to: 5_000)
            await #expect(throws: StoreFailure.diskFull(path: folder.database)) { try await folder.open() }
            limitFiles(to: nil)
            let store = try await folder.open()
            #expect(store.notice == nil)
            try await store.commit([page(1...3)])
            await store.close()
        }
    }
}

private func entry(_ id: String) -> OutboxEntry {
    OutboxEntry(id: id, threadID: "t", text: id, time: 1)
}

/// Writing beyond fails, as on a full disk, instead of ending the process.
private func limitFiles(to size: rlim_t?) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = size ?? limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
