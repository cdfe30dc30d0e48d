import SQLite

/// The store's database, on its thread: what is done with it is in the extensions, a file each.
final class StoreDatabase: DatabaseDomain {
    private(set) var database: SQLiteDatabase
    let files: StoreFiles
    let client: ClientLock
    /// What was done on opening that a person should know.
    let notice: StoreFailure?
    /// Whether indexing was put off; of what other programs have put off only on opening.
    var isIndexBehind = true
    /// Whether nothing comes any more, so that the log can be written back.
    var isClosing = false

    /// The file that is open, which another program may have set aside since.
    private var identity: FileIdentity?
    private var isCorrupt = false
    /// Told of what is found out on the way.
    private let report: @Sendable (StoreFailure) -> Void

    init(_ location: StoreLocation, report: @escaping @Sendable (StoreFailure) -> Void) throws {
        files = StoreFiles(location)
        self.report = report
        try files.makeFolders()
        client = try ClientLock(in: files.clients)
        let opened = try StoreOpening(files: files).open()
        database = opened.database
        identity = opened.identity
        notice = opened.notice
    }

    deinit {
        // In turn with those who set it aside: closing touches the log by its name.
        let turn = try? OpeningTurn(in: files.clients)
        defer { turn?.end() }
        if turn == nil { database.keepLogOnClosing() }
        // Left to the next program where another one still reads.
        if isClosing { try? database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
        letGo()
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

    // MARK: DatabaseDomain

    func workBegan() {
        // Another program may have found the file corrupt and set it aside, or somebody has deleted it.
        guard !database.isInTransaction, files.identity != identity else { return }
        // It may have been the folder that was deleted.
        try? files.makeFolders()
        exchange { try $0.open() }
    }

    func workUndone() {}
    func batchCommitted() {}
    func batchUndone() {}

    func batchEnded(_ failure: (any Error)?) {
        if let failure { note(failure) }
        guard isCorrupt else { return }
        let corrupt = identity
        // It is renamed, so it must be closed before, and its log goes with it.
        letGo()
        isCorrupt = false
        exchange { try $0.replace(corrupt) }
    }

    var hasIdleWork: Bool { isIndexBehind }

    func idle() throws {
        // Where it fails, it is tried again once more was put off, and before a search.
        isIndexBehind = false
        isIndexBehind = try watched { try $0.indexMore() }
    }

    private func note(_ error: any Error) {
        if StoreFailure(error, path: files.database).isCorruption { isCorrupt = true }
    }

    /// Goes on with another database; with the one that is open where there is none.
    private func exchange(_ open: (StoreOpening) throws -> StoreOpening.Opened) {
        do {
            let opened = try open(StoreOpening(files: files))
            database.keepLogOnClosing()
            database = opened.database
            identity = opened.identity
            isIndexBehind = true
            if let notice = opened.notice { report(notice) }
        } catch {
            report(StoreFailure(error, path: files.database))
        }
    }

    /// Closes the database. An empty one in memory, which refuses everything, is there until the next is open.
    private func letGo() {
        guard let none = try? SQLiteDatabase(path: ":memory:", access: .reading) else { return }
        if isCorrupt || files.identity != identity { database.keepLogOnClosing() }
        database = none
        identity = nil
    }
}
