import CLinux
import SQLite

/// The store's database, on its thread: what is done with it is in the extensions, a file each.
final class StoreDatabase: DatabaseDomain {
    private(set) var database: SQLiteDatabase
    let files: StoreFiles
    /// Nil where the database is only read.
    let client: ClientLock?
    /// What was done on opening that a person should know.
    let notice: StoreFailure?
    /// Whether indexing was put off; of what other programs have put off only on opening.
    var isIndexBehind: Bool
    /// Whether nothing comes any more, so that the log can be written back.
    var isClosing = false

    /// What turned out to be damaged, and nothing was done about yet.
    private enum Damage {
        case index
        case everything
    }

    /// What this program has heard of messages without names.
    var heard = HeardMessages()
    /// What the open transaction lets be known without asking.
    var memory = TransactionMemory()
    var nextRows = NextRows()
    /// Messages indexed since memory was given back.
    var indexedCount = 0
    /// Messages of which the index leaves much memory behind.
    private static let muchIndexed = 2_000

    /// The file that is open, which another program may have set aside since.
    private var identity: FileIdentity?
    private var damage: Damage?
    private var hasRemadeIndex = false
    /// Told of what is found out on the way.
    private let report: @Sendable (StoreFailure) -> Void

    init(
        _ location: StoreLocation,
        access: ChatStore.Access,
        report: @escaping @Sendable (StoreFailure) -> Void
    ) throws {
        files = StoreFiles(location)
        self.report = report
        let opened: StoreOpening.Opened
        switch access {
        case .writing:
            try files.makeFolders()
            client = try ClientLock(in: files.clients)
            opened = try StoreOpening(files: files).open()
        case .reading:
            client = nil
            opened = try StoreOpening(files: files).openForReading()
        }
        isIndexBehind = access == .writing
        database = opened.database
        identity = opened.identity
        notice = opened.notice
    }

    deinit {
        guard client != nil else { return }
        // In turn with those who set it aside: closing touches the log by its name.
        let turn = try? OpeningTurn(in: files.clients)
        defer { turn?.end() }
        if turn == nil { database.keepLogOnClosing() }
        // Left to the next program where another one still reads.
        if isClosing { try? database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
        letGo()
    }

    /// Does what `body` does, and notes when the database turns out to be damaged.
    func watched<Value>(_ body: (StoreDatabase) throws -> Value) throws -> Value {
        do {
            return try body(self)
        } catch {
            guard note(error) else { throw error }
            throw StoreFailure.corrupt(path: files.database)
        }
    }

    // MARK: DatabaseDomain

    func workBegan() {
        if !database.isInTransaction { memory = TransactionMemory() }
        // Another program may have found the file corrupt and set it aside, or somebody has deleted it.
        guard !database.isInTransaction, files.identity != identity else { return }
        guard client != nil else { return exchange { try $0.openForReading() } }
        // It may have been the folder that was deleted.
        try? files.makeFolders()
        exchange { try $0.open() }
    }

    func workUndone() { memory = TransactionMemory() }
    func batchCommitted() {}
    func batchUndone() {}

    func batchEnded(_ failure: (any Error)?) {
        if let failure { _ = note(failure) }
        giveBackMemory()
        guard let damage, client != nil else { return }
        self.damage = nil
        switch damage {
        case .index: remakeIndex()
        case .everything: replace()
        }
    }

    var hasIdleWork: Bool { isIndexBehind }

    func idle() throws {
        // Where it fails, it is tried again once more was put off, and before a search.
        isIndexBehind = false
        isIndexBehind = try watched { try $0.indexMore() }
    }

    /// After a flood, once all of it is in the index: what the person has on the screen needs little of it.
    private func giveBackMemory() {
        guard indexedCount >= Self.muchIndexed, !isIndexBehind else { return }
        indexedCount = 0
        try? database.run("PRAGMA shrink_memory")
        bobbin_give_back_memory()
    }

    // MARK: Damage

    /// Whether an error says that the database is damaged; which part of it is noted.
    private func note(_ error: any Error) -> Bool {
        if let failure = error as? SQLiteFailure, failure.primaryCode == 1 {
            // The statements are ours: what they miss may be gone. Where all is there, it is another error.
            switch try? Schema.state(of: database) {
            case .whole: return false
            case .withoutIndex: damage = damage ?? .index
            case .damaged, nil: damage = .everything
            }
            return true
        }
        guard StoreFailure(error, path: files.database).isCorruption else { return false }
        // The index can be made anew from the messages. Where that did not help, it is more than the index.
        let isAboutIndex = (error as? SQLiteFailure)?.statement.contains(Schema.index) ?? false
        damage = isAboutIndex && !hasRemadeIndex ? damage ?? .index : .everything
        return true
    }

    private func remakeIndex() {
        hasRemadeIndex = true
        do {
            try Schema.remakeIndex(of: database)
            isIndexBehind = true
            report(.indexDamaged(path: files.database))
        } catch {
            if note(error) { return replace() }
            report(StoreFailure(error, path: files.database))
        }
    }

    private func replace() {
        damage = nil
        let corrupt = identity
        // It is renamed, so it must be closed before, and its log goes with it.
        letGo(isCorrupt: true)
        exchange { try $0.replace(corrupt) }
    }

    /// Goes on with another database; with the one that is open where there is none.
    private func exchange(_ open: (StoreOpening) throws -> StoreOpening.Opened) {
        do {
            let opened = try open(StoreOpening(files: files))
            database.keepLogOnClosing()
            database = opened.database
            identity = opened.identity
            isIndexBehind = client != nil
            hasRemadeIndex = false
            if let notice = opened.notice { report(notice) }
        } catch {
            report(StoreFailure(error, path: files.database))
        }
    }

    /// Closes the database. An empty one in memory, which refuses everything, is there until the next is open.
    private func letGo(isCorrupt: Bool = false) {
        guard let none = try? SQLiteDatabase(path: ":memory:", access: .reading) else { return }
        if isCorrupt || files.identity != identity { database.keepLogOnClosing() }
        database = none
        identity = nil
    }
}
