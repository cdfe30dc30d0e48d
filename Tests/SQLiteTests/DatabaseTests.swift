import Foundation
import Testing
import Transport

@testable import SQLite

@Suite("The database", .timeLimit(.minutes(10)))
struct DatabaseTests {
    /// A folder that goes with the test.
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "sqlite-\(UUID().uuidString)"
        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// One table, and a record of what it was told.
    private final class Ledger: DatabaseDomain {
        let database: SQLiteDatabase
        var log: [String] = []
        let seen: Locked<[String]>

        init(path: String, seen: Locked<[String]>) throws {
            database = try SQLiteDatabase(path: path, access: .writing)
            try database.execute(script: "CREATE TABLE IF NOT EXISTS entries (text TEXT NOT NULL UNIQUE)")
            self.seen = seen
        }

        func workBegan() {}
        func workUndone() { seen.withLock { $0.append("undone") } }
        func batchCommitted() { seen.withLock { $0.append("committed") } }
        func batchUndone() { seen.withLock { $0.append("lost") } }
    }

    /// Holds the thread, so that what comes afterwards waits, until what is returned is called.
    private func hold(_ thread: DatabaseThread<Ledger>) async throws -> () async throws -> Void {
        let begun = Locked(false)
        let gate = DispatchSemaphore(value: 0)
        let work = Task {
            try await thread.perform(.reading) { _ in
                begun.withLock { $0 = true }
                gate.wait()
            }
        }
        while !begun.withLock({ $0 }) { await Task.yield() }
        return {
            gate.signal()
            try await work.value
        }
    }

    @Test("Values come back as they were bound, whatever is in them")
    func values() throws {
        let database = try SQLiteDatabase(path: ":memory:", access: .writing)
        try database.execute(script: "CREATE TABLE t (i INTEGER, s TEXT, b BLOB, n INTEGER)")
        let text = "한글 'quoted' \u{0} 👍🏽 --"
        try database.run("INSERT INTO t VALUES (?, ?, ?, ?)", Int64.min, text, [UInt8]([0, 255]), Int64?.none)
        try database.run("INSERT INTO t VALUES (?, ?, ?, ?)", Int64.max, "", [UInt8](), 1)
        let rows = try database.rows("SELECT i, s, b, n FROM t ORDER BY i") { row in
            (row.integer(0), row.text(1), row.blob(2), row.integerIfAny(3))
        }
        #expect(rows[0] == (Int64.min, text, [0, 255], nil))
        #expect(rows[1] == (Int64.max, "", [], 1))
        #expect(try database.exists("SELECT 1 FROM t WHERE s IS NOT NULL AND s = ?", ""))
    }

    @Test("A failure names the statement, not the values")
    func failures() throws {
        let database = try SQLiteDatabase(path: ":memory:", access: .writing)
        try database.execute(script: "CREATE TABLE t (s TEXT UNIQUE)")
        try database.run("INSERT INTO t VALUES (?)", "secret")
        let failure = #expect(throws: SQLiteFailure.self) { try database.run("INSERT INTO t VALUES (?)", "secret") }
        #expect(failure?.statement == "INSERT INTO t VALUES (?)")
        #expect(failure?.primaryCode == 19)
        #expect(failure?.description.contains("secret") == false)
        let missing = #expect(throws: SQLiteFailure.self) { try database.run("SELECT * FROM elsewhere") }
        #expect(missing?.message == "no such table: elsewhere")
    }

    @Test("Migrations run once each, and one that fails leaves the database as it was")
    func migrations() throws {
        let folder = try Folder()
        let path = "\(folder.path)/m.sqlite"
        let steps = [
            Migration(version: 1, script: "CREATE TABLE a (x)"),
            Migration(version: 2, script: "ALTER TABLE a ADD COLUMN y"),
        ]
        do {
            let database = try SQLiteDatabase(path: path, access: .writing)
            try database.migrate(by: Array(steps.prefix(1)))
            try database.migrate(by: steps)
            try database.migrate(by: steps)
            let bad = steps + [Migration(version: 3, script: "CREATE TABLE b (x); CREATE TABLE a (x)")]
            #expect(throws: SQLiteFailure.self) { try database.migrate(by: bad) }
            #expect(try !database.exists("SELECT 1 FROM sqlite_master WHERE name = 'b'"))
            #expect(try database.first("PRAGMA user_version") { $0.integer(0) } == 2)
        }
        let database = try SQLiteDatabase(path: path, access: .writing)
        #expect(throws: NewerDatabase(found: 2, known: 1)) { try database.migrate(by: Array(steps.prefix(1))) }
    }

    @Test("Work that throws is taken back alone; what was queued with it is committed")
    func savepoints() async throws {
        let folder = try Folder()
        let seen = Locked<[String]>([])
        let thread = try await DatabaseThread.start(name: "test") {
            try Ledger(path: "\(folder.path)/l.sqlite", seen: seen)
        }
        struct Stop: Error {}
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    do {
                        try await thread.perform(.writing) { ledger in
                            try ledger.database.run("INSERT INTO entries VALUES (?)", "\(number)")
                            if number % 10 == 0 { throw Stop() }
                        }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.count { !$0 } == 10)
        let stored = try await thread.perform(.reading) { ledger in
            try ledger.database.rows("SELECT text FROM entries") { $0.text(0) }
        }
        #expect(Set(stored) == Set((0..<100).filter { $0 % 10 != 0 }.map { "\($0)" }))
        #expect(seen.withLock { $0.count { $0 == "undone" } } == 10)
        await thread.close()
        await #expect(throws: DatabaseRefusal.closed) { try await thread.perform(.reading) { _ in } }
    }

    @Test("Work that waits while a commit runs shares the next one")
    func sharedCommits() async throws {
        let folder = try Folder()
        let seen = Locked<[String]>([])
        let thread = try await DatabaseThread.start(name: "test") {
            try Ledger(path: "\(folder.path)/l.sqlite", seen: seen)
        }
        let hold = try await hold(thread)
        let others = (0..<20).map { number in
            Task {
                try await thread.perform(.writing) {
                    try $0.database.run("INSERT INTO entries VALUES (?)", "\(number)")
                }
            }
        }
        while thread.waitingCount < 20 { await Task.yield() }
        try await hold()
        for other in others { try await other.value }
        // One for the first, one for all the others.
        #expect(seen.withLock { $0 } == ["committed", "committed"])
        await thread.close()
    }

    @Test("Work that nobody waits for is done in pieces once nothing else was asked for, and a closing is not held up")
    func idleWork() async throws {
        let folder = try Folder()
        let done = Locked(0)
        let thread = try await DatabaseThread.start(name: "test") {
            try Idler(path: "\(folder.path)/i.sqlite", done: done)
        }
        try await thread.perform(.writingLoosely) { try $0.database.run("INSERT INTO pieces VALUES (0)") }
        while done.withLock({ $0 }) < 3 { await Task.yield() }
        let count = try await thread.perform(.reading) {
            try $0.database.first("SELECT count(*) FROM pieces") { $0.count(0) }
        }
        #expect(count == 4)
        await thread.close()
    }

    @Test("It is done now and then, too, where something is asked for all the time")
    func idleWorkInBusyTimes() async throws {
        let folder = try Folder()
        let done = Locked(0)
        let thread = try await DatabaseThread<Idler>.start(name: "idler") {
            try Idler(path: "\(folder.path)/i.sqlite", done: done)
        }
        // Never is there a pause: the next is asked for before the one before is done.
        @Sendable func ask() {
            guard done.withLock({ $0 }) < 2 else { return }
            try? thread.submit(.reading, { _ in ask() }, done: { _ in })
        }
        ask()
        while done.withLock({ $0 }) < 2 { try await thread.perform(.reading) { _ in } }
        await thread.close()
    }

    /// Three pieces of work for idle times.
    private final class Idler: DatabaseDomain {
        let database: SQLiteDatabase
        private let done: Locked<Int>
        private var left = 3

        init(path: String, done: Locked<Int>) throws {
            database = try SQLiteDatabase(path: path, access: .writing)
            try database.execute(script: "CREATE TABLE IF NOT EXISTS pieces (number)")
            self.done = done
        }

        var hasIdleWork: Bool { left > 0 }

        func idle() throws {
            left -= 1
            try database.run("INSERT INTO pieces VALUES (?)", left)
            done.withLock { $0 += 1 }
        }

        func workBegan() {}
        func workUndone() {}
        func batchCommitted() {}
        func batchUndone() {}
    }

    @Test("Loose commits do not wait for the disk, durable ones do, in one batch all")
    func durability() async throws {
        let folder = try Folder()
        let thread = try await DatabaseThread.start(name: "test") {
            try Ledger(path: "\(folder.path)/l.sqlite", seen: Locked([]))
        }
        func level(after kind: DatabaseThread<Ledger>.Kind, _ text: String) async throws -> Int? {
            try await thread.perform(kind) { try $0.database.run("INSERT INTO entries VALUES (?)", text) }
            return try await thread.perform(.reading) {
                try $0.database.first("PRAGMA synchronous") { $0.count(0) }
            }
        }
        #expect(try await level(after: .writing, "a") == 2)
        #expect(try await level(after: .writingLoosely, "b") == 1)
        #expect(try await level(after: .writing, "c") == 2)
        await thread.close()
    }

    @Test("A transaction that SQLite ends takes everything of it back, and says so to all")
    func lostTransaction() async throws {
        let folder = try Folder()
        let seen = Locked<[String]>([])
        let thread = try await DatabaseThread.start(name: "test") {
            try Ledger(path: "\(folder.path)/l.sqlite", seen: seen)
        }
        let hold = try await hold(thread)
        let good = Task {
            try await thread.perform(.writing) { try $0.database.run("INSERT INTO entries VALUES ('good')") }
        }
        while thread.waitingCount < 1 { await Task.yield() }
        let bad = Task {
            try await thread.perform(.writing) { ledger in
                // What a full disk comes to.
                try ledger.database.run("INSERT OR ROLLBACK INTO entries VALUES ('x'), ('x')")
            }
        }
        while thread.waitingCount < 2 { await Task.yield() }
        try await hold()
        await #expect(throws: LostTransaction.self) { try await good.value }
        await #expect(throws: SQLiteFailure.self) { try await bad.value }
        let count = try await thread.perform(.reading) { ledger in
            try ledger.database.first("SELECT count(*) FROM entries") { $0.integer(0) }
        }
        #expect(count == 0)
        #expect(seen.withLock { $0.contains("lost") })
        await thread.close()
    }
}
