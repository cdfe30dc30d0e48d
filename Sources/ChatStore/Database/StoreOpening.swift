import Glibc
import SQLite
import Transport

/// Opens a database, and puts a new one in the place of one that can't be read.
struct StoreOpening {
    let files: StoreFiles

    struct Opened {
        var database: SQLiteDatabase
        var identity: FileIdentity?
        var notice: StoreFailure?
    }

    func open() throws -> Opened {
        let turn = try OpeningTurn(in: files.clients)
        defer { turn.end() }
        try PrivateFolder.makeFile(files.database)
        do {
            return Opened(database: try openReadable(), identity: files.identity)
        } catch {
            guard StoreFailure(error, path: files.database).isCorruption else { throw error }
            return try putNewInPlace()
        }
    }

    /// Puts a new one in the place of one that turned out to be corrupt, unless somebody else has done so.
    func replace(_ corrupt: FileIdentity?) throws -> Opened {
        let turn = try OpeningTurn(in: files.clients)
        defer { turn.end() }
        if let now = files.identity, now != corrupt {
            return Opened(database: try openReadable(), identity: now)
        }
        return try putNewInPlace()
    }

    private func putNewInPlace() throws -> Opened {
        let aside = files.identity == nil ? nil : try files.setAside()
        try PrivateFolder.makeFile(files.database)
        let database = try openReadable()
        if let aside { Salvage(from: aside, into: database).run() }
        let notice = aside.map { StoreFailure.corrupt(path: files.database, setAside: $0) }
        return Opened(database: database, identity: files.identity, notice: notice)
    }

    private func openReadable() throws -> SQLiteDatabase {
        try refuseNewer()
        let database = try SQLiteDatabase(path: files.database, access: .writing)
        // What the messages on a screen need, many times; the system's cache has the rest.
        try database.execute(script: "PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000")
        // What is deleted is not left in the file: it may have been a secret.
        try database.execute(script: "PRAGMA secure_delete = ON")
        try database.migrate(by: Schema.migrations)
        try probe(database)
        return database
    }

    /// Before anything is written, such as the mode of the log.
    private func refuseNewer() throws {
        var status = stat()
        guard stat(files.database, &status) == 0, status.st_size > 0 else { return }
        let database = try SQLiteDatabase(path: files.database, access: .reading)
        let found = try database.first("PRAGMA user_version") { $0.count(0) } ?? 0
        guard found <= Schema.version else { throw NewerDatabase(found: found, known: Schema.version) }
    }

    /// Touches the root of every table, so that a file that is no store any more is found out here.
    private func probe(_ database: SQLiteDatabase) throws {
        let queries: [SQL] = [
            "SELECT 1 FROM threads LIMIT 1", "SELECT 1 FROM gaps LIMIT 1", "SELECT 1 FROM members LIMIT 1",
            "SELECT 1 FROM outbox LIMIT 1", "SELECT 1 FROM drafts LIMIT 1", "SELECT 1 FROM named_values LIMIT 1",
            "SELECT 1 FROM unindexed LIMIT 1", "SELECT max(id) FROM messages",
            "SELECT 1 FROM messages ORDER BY thread DESC, position DESC LIMIT 1",
            "SELECT 1 FROM messages ORDER BY thread DESC, server_id DESC LIMIT 1",
            "SELECT rowid FROM word_index WHERE word_index MATCH 'a' LIMIT 1",
        ]
        do {
            for query in queries { _ = try database.exists(query) }
        } catch {
            // The version is ours, so a table that is missing is damage.
            guard error.primaryCode == 1 else { throw error }
            throw StoreFailure.corrupt(path: files.database, setAside: nil)
        }
    }
}

/// The turn of one program among those that open, or replace, a database.
struct OpeningTurn {
    private let descriptor: Int32
    /// In milliseconds; a turn takes a few.
    private static let patience = 5_000

    init(in folder: String) throws(StoreFailure) {
        let path = "\(folder)/opening"
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PrivateFolder.systemFailure(path, errno) }
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, waited < Self.patience else {
                close(descriptor)
                throw .busy(path: path)
            }
            // On the database's own thread.
            usleep(2_000)
            waited += 2
        }
    }

    func end() {
        close(descriptor)
    }
}
