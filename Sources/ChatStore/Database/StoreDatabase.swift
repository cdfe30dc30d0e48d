import SQLite

/// The store's database, on its thread: what is done with it is in the extensions, a file each.
final class StoreDatabase: DatabaseDomain {
    private(set) var database: SQLiteDatabase
    let files: StoreFiles
    let client: ClientLock
    /// What was done on opening that a person should know.
    private(set) var notice: StoreFailure?

    /// The file that is open, which another program may have set aside since.
    private var identity: FileIdentity?
    /// Told of what is found out on the way.
    private let report: @Sendable (StoreFailure) -> Void
    private var isCorrupt = false
    /// Messages of the transaction under way whose indexing was put off.
    var unindexedCount = 0
    /// Whether nothing comes any more, so that the log can be written back.
    var isClosing = false

    init(_ location: StoreLocation, report: @escaping @Sendable (StoreFailure) -> Void) throws {
        files = StoreFiles(location)
        self.report = report
        try files.prepare()
        client = try ClientLock(in: files.clients)
        let opened = try StoreOpening(files: files).open()
        database = opened.database
        identity = opened.identity
        notice = opened.notice
    }

    /// Does what `body` does, and notes when the database turns out to be corrupt.
    func watched<Value>(_ body: (StoreDatabase) throws -> Value) throws -> Value {
        do {
            return try body(self)
        } catch {
            note(error)
            throw error
        }
    }

    deinit {
        // Left to the next program where another one still reads.
        if isClosing { try? database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    func workBegan() {}
    func workUndone() {}
    func batchCommitted() {}
    func batchUndone() {}

    func batchEnded(_ failure: (any Error)?) {
        if let failure { note(failure) }
        if isCorrupt {
            isCorrupt = false
            rebuild()
        } else if let now = files.identity, now != identity {
            // Another program found it corrupt and has set it aside.
            reopen()
        }
    }

    private func note(_ error: any Error) {
        if StoreFailure(error, path: files.database).isCorruption { isCorrupt = true }
    }

    private func rebuild() {
        do {
            let opened = try StoreOpening(files: files).replace(identity)
            use(opened)
            if let notice = opened.notice { report(notice) }
        } catch {
            report(StoreFailure(error, path: files.database))
        }
    }

    private func reopen() {
        do {
            use(try StoreOpening(files: files).open())
        } catch {
            report(StoreFailure(error, path: files.database))
        }
    }

    private func use(_ opened: StoreOpening.Opened) {
        database = opened.database
        identity = opened.identity
    }
}
