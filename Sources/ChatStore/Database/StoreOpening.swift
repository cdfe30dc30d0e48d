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
        let identity = files.identity
        let turn: OpeningTurn
        do throws(StoreFailure) {
            turn = try OpeningTurn(in: files.clients)
        } catch {
            guard case .busy = error else { throw error }
            if let opened = openBesideTurn(identity) { return opened }
            turn = try OpeningTurn(in: files.clients, patience: OpeningTurn.longPatience)
        }
        defer { turn.end() }
        try PrivateFolder.makeFile(files.database)
        do {
            return try openReadable()
        } catch {
            guard StoreFailure(error, path: files.database).isCorruption else { throw error }
            return try putNewInPlace()
        }
    }

    /// Puts a new one in the place of one that turned out to be corrupt, unless somebody else has done so.
    func replace(_ corrupt: FileIdentity?) throws -> Opened {
        let turn = try OpeningTurn(in: files.clients)
        defer { turn.end() }
        if let now = files.identity, now != corrupt { return try openReadable() }
        return try putNewInPlace()
    }

    /// Opens what is there for reading alone, where nothing need be writable: not the folder, and no file in it.
    func openForReading() throws -> Opened {
        guard files.identity != nil else {
            throw StoreFailure.unwritable(path: files.database, detail: "it is not there")
        }
        let database: SQLiteDatabase
        do {
            database = try openForReading(.reading)
        } catch {
            // Beside it nothing can be made either, so nobody writes to it.
            let failure = StoreFailure(error, path: files.database)
            guard failure.mayPass, files.isLogEmpty else { throw failure }
            database = try openForReading(.readingFileAlone)
        }
        return Opened(database: database, identity: files.identity)
    }

    private func openForReading(_ access: SQLiteDatabase.Access) throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: files.database, access: access)
        let version = try database.first("PRAGMA user_version") { $0.count(0) } ?? 0
        guard version <= Schema.version else { throw NewerDatabase(found: version, known: Schema.version) }
        guard version > 0 else { throw StoreFailure.corrupt(path: files.database) }
        return database
    }

    /// Somebody who has the turn was stopped: a database that needs nothing but opening, and that nobody has exchanged
    /// since, is opened all the same. Should that program go on to set it aside, this one notices.
    private func openBesideTurn(_ identity: FileIdentity?) -> Opened? {
        guard let identity, identity == files.identity, !files.isCutShort, (try? version()) == Schema.version,
            let database = try? openForWriting(), (try? Schema.state(of: database)) == .whole
        else { return nil }
        guard identity == files.identity else {
            database.keepLogOnClosing()
            return nil
        }
        return Opened(database: database, identity: identity)
    }

    private func putNewInPlace() throws -> Opened {
        let aside = files.identity == nil ? nil : try files.setAside()
        try PrivateFolder.makeFile(files.database)
        var opened = try openReadable()
        if let aside {
            let salvaged = Salvage(from: aside, into: opened.database).run()
            opened.notice = .setAside(path: files.database, name: aside, salvaged)
        }
        return opened
    }

    private func openReadable() throws -> Opened {
        try files.checkLog()
        if files.isCutShort { throw StoreFailure.corrupt(path: files.database) }
        let versionBeside = try version()
        if let found = versionBeside, found > Schema.version {
            throw NewerDatabase(found: found, known: Schema.version)
        }
        let database = try openForWriting()
        let version = try versionBeside ?? (database.first("PRAGMA user_version") { $0.count(0) } ?? 0)
        // No version of ours makes tables without a number.
        let isNumbered = try version > 0 || (version == 0 && Schema.isEmpty(database))
        guard isNumbered else { throw StoreFailure.corrupt(path: files.database) }
        do {
            try database.migrate(by: Schema.migrations)
            return Opened(database: database, identity: files.identity, notice: try examined(database))
        } catch let failure as SQLiteFailure where failure.primaryCode == 1 {
            // The statements are ours, so what they miss is damage.
            throw StoreFailure.corrupt(path: files.database)
        }
    }

    private func openForWriting() throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: files.database, access: .writing)
        // What the messages on a screen need, many times; the system's cache has the rest.
        try database.execute(script: "PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000")
        // What is deleted is not left in the file: it may have been a secret.
        try database.execute(script: "PRAGMA secure_delete = ON")
        return database
    }

    /// Asked before anything is written, such as the mode of the log; nil where it can't be read without writing.
    private func version() throws -> Int? {
        var status = stat()
        guard stat(files.database, &status) == 0, status.st_size > 0 else { return 0 }
        do {
            let database = try SQLiteDatabase(path: files.database, access: .reading)
            return try database.first("PRAGMA user_version") { $0.count(0) } ?? 0
        } catch {
            // Whoever opens it for writing knows better why.
            guard StoreFailure(error, path: files.database).mayPass else { throw error }
            return nil
        }
    }

    /// Looks whether a database can be used, so that one that can't is found out here; mends what can be made anew.
    private func examined(_ database: SQLiteDatabase) throws -> StoreFailure? {
        try probe(database)
        switch try Schema.state(of: database) {
        case .whole where isIndexReadable(database): return nil
        case .whole, .withoutIndex:
            try Schema.remakeIndex(of: database)
            return .indexDamaged(path: files.database)
        case .damaged: throw StoreFailure.corrupt(path: files.database)
        }
    }

    /// Touches the root of every table.
    private func probe(_ database: SQLiteDatabase) throws {
        let queries: [SQL] = [
            "SELECT 1 FROM threads LIMIT 1", "SELECT 1 FROM gaps LIMIT 1", "SELECT 1 FROM members LIMIT 1",
            "SELECT 1 FROM outbox LIMIT 1", "SELECT 1 FROM drafts LIMIT 1", "SELECT 1 FROM named_values LIMIT 1",
            "SELECT 1 FROM unindexed LIMIT 1", "SELECT max(id) FROM messages",
            "SELECT 1 FROM messages ORDER BY thread DESC, position DESC LIMIT 1",
            "SELECT 1 FROM messages ORDER BY thread DESC, server_id DESC LIMIT 1",
        ]
        for query in queries { _ = try database.exists(query) }
    }

    private func isIndexReadable(_ database: SQLiteDatabase) -> Bool {
        do throws(SQLiteFailure) {
            _ = try database.exists("SELECT rowid FROM word_index WHERE word_index MATCH 'a' LIMIT 1")
            return true
        } catch {
            return ![1, 11].contains(error.primaryCode)
        }
    }
}
