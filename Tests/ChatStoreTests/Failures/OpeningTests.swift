import Glibc
import SQLite
import Testing

@testable import ChatStore

@Suite("Opening a store", .timeLimit(.minutes(10)))
struct OpeningTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    /// What a program does that was stopped in the middle of opening, until it is closed.
    private func stoppedTurn() throws -> Int32 {
        let path = folder.path + "/bobbin/home/7.clients/opening"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        return descriptor
    }

    @Test(
        "A program that was stopped while it opened the store holds up no other, where nothing but opening is to be done"
    )
    func besideStopped() async throws {
        await (try folder.open()).close()
        let turn = try stoppedTurn()
        let store = try await folder.open()
        try await store.commit([page(1...3)])
        #expect(try await store.newest(of: "t", limit: 9).messages.count == 3)
        await store.close()
        close(turn)
        let again = try await folder.open()
        #expect(try await again.newest(of: "t", limit: 9).messages.count == 3)
        await again.close()
    }

    @Test("Where there is more to do, it fails soon and says so, and reading goes on")
    func busy() async throws {
        await (try folder.open()).close()
        try SQLiteDatabase(path: folder.database, access: .writing).execute(script: "PRAGMA user_version = 1")
        let turn = try stoppedTurn()
        let lock = folder.path + "/bobbin/home/7.clients/opening"
        await #expect(throws: StoreFailure.busy(path: lock)) { try await folder.open() }
        let reader = try await ChatStore.open(folder.location, access: .reading)
        #expect(try await reader.threads().isEmpty)
        await reader.close()
        close(turn)
    }

    @Test("A log that is no file is no full disk", arguments: ["-wal", "-shm"])
    func strangeLog(suffix: String) async throws {
        await (try folder.open()).close()
        unlink(folder.database + suffix)
        try #require(mkfifo(folder.database + suffix, 0o600) == 0)
        let failure = StoreFailure.unwritable(path: folder.database + suffix, detail: "it is no regular file")
        await #expect(throws: failure) { try await folder.open() }
    }

    @Test("A database of the first version is brought up to date, and its drafts stay")
    func migration() async throws {
        await (try folder.open()).close()
        for suffix in ["", "-wal", "-shm"] { unlink(folder.database + suffix) }
        let old = try SQLiteDatabase(path: folder.database, access: .writing)
        try old.execute(script: Schema.migrations[0].script)
        try old.execute(
            script: "PRAGMA user_version = 1; INSERT INTO drafts (thread, text, cursor) VALUES ('t', 'begun', 2)"
        )
        let reader = try await ChatStore.open(folder.location, access: .reading)
        #expect(try await reader.drafts() == ["t": StoredDraft(text: "begun", cursor: 2)])
        await reader.close()
        let store = try await folder.open()
        #expect(store.notice == nil)
        #expect(try await store.drafts() == ["t": StoredDraft(text: "begun", cursor: 2)])
        let draft = StoredDraft(text: "", cursor: 0, replyTo: "4", files: ["/a b", "/ㄱ"])
        try await store.commit([.draft(threadID: "u", draft)])
        #expect(try await store.drafts()["u"] == draft)
        await store.close()
    }
}
