import CSQLite

/// One open database: statements are prepared once and kept, values are bound.
///
/// It belongs to one thread; ``DatabaseThread`` is that thread.
package final class SQLiteDatabase {
    /// How a database is opened.
    package enum Access {
        /// Made where there is none, in WAL mode, each commit on disk before it returns.
        case writing
        /// For queries beside the writer.
        case reading
        /// For queries where nothing can be written, not even the files beside the database: nobody writes to it, and
        /// what is in its log alone is not seen.
        case readingFileAlone
    }

    private let connection: SQLiteConnection
    /// Bounded by the source: ``SQL`` is made of literals.
    private var statements: [SQL: SQLiteStatement] = [:]
    private var isDurable = true

    package init(path: String, access: Access) throws(SQLiteFailure) {
        connection = try SQLiteConnection(path: path, access: access)
        if access == .writing {
            try connection.execute("PRAGMA journal_mode = WAL")
            // A commit that was acknowledged outlives a power cut.
            try connection.execute("PRAGMA synchronous = FULL")
        }
        try connection.execute("PRAGMA foreign_keys = ON")
        try connection.execute("PRAGMA temp_store = MEMORY")
        try connection.execute("PRAGMA cache_size = -16000")
    }

    /// Runs a statement that returns no rows.
    package func run(_ sql: SQL, _ values: any SQLiteBindable...) throws(SQLiteFailure) {
        try statement(sql).run(values)
    }

    /// Runs an INSERT and returns the row's identifier.
    package func insert(_ sql: SQL, _ values: any SQLiteBindable...) throws(SQLiteFailure) -> Int64 {
        try statement(sql).run(values)
        return connection.lastInsertedRow
    }

    /// Runs a statement that changes rows and returns how many.
    @discardableResult
    package func change(_ sql: SQL, _ values: any SQLiteBindable...) throws(SQLiteFailure) -> Int {
        try statement(sql).run(values)
        return connection.changedRows
    }

    /// All rows of a query; `read` must not query itself.
    package func rows<Value>(
        _ sql: SQL,
        _ values: any SQLiteBindable...,
        read: (borrowing SQLiteRow) -> Value
    ) throws(SQLiteFailure) -> [Value] {
        var found: [Value] = []
        try statement(sql).query(values) { row in
            found.append(read(row))
            return true
        }
        return found
    }

    /// Hands row after row of a query to `each` until it returns false; `each` must not run the same query.
    package func forEach(
        _ sql: SQL,
        _ values: any SQLiteBindable...,
        each: (borrowing SQLiteRow) -> Bool
    ) throws(SQLiteFailure) {
        try statement(sql).query(values, each: each)
    }

    /// The first row of a query, or nil.
    package func first<Value>(
        _ sql: SQL,
        _ values: any SQLiteBindable...,
        read: (borrowing SQLiteRow) -> Value
    ) throws(SQLiteFailure) -> Value? {
        var found: Value?
        try statement(sql).query(values) { row in
            found = read(row)
            return false
        }
        return found
    }

    /// Whether a query finds anything.
    package func exists(_ sql: SQL, _ values: any SQLiteBindable...) throws(SQLiteFailure) -> Bool {
        var isFound = false
        try statement(sql).query(values) { _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// Lets statements call `name(TEXT, TEXT)`, true or false; it has to answer the same for the same texts.
    package func define(_ name: String, _ test: @escaping (String, String) -> Bool) throws(SQLiteFailure) {
        try connection.define(name, test)
    }

    /// Runs several statements in a row; for schemas.
    package func execute(script: String) throws(SQLiteFailure) {
        try connection.execute(script)
    }

    /// Whether commits wait for the disk. In WAL mode those that do not outlive the program, but not a power cut.
    /// Outside a transaction only.
    package func setDurable(_ isDurable: Bool) throws(SQLiteFailure) {
        guard isDurable != self.isDurable else { return }
        try run(isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        self.isDurable = isDurable
    }

    /// To be called before a database is closed whose file has another name now, or is to have: closing would delete
    /// the log of the one that has taken its place.
    package func keepLogOnClosing() {
        connection.keepLog()
    }

    /// Rows inserted, changed and deleted since the database was opened.
    package var changeCount: Int64 { connection.totalChanges }

    /// Whether a transaction is open; SQLite ends one by itself when the disk is full or fails.
    package var isInTransaction: Bool { connection.isInTransaction }

    private func statement(_ sql: SQL) throws(SQLiteFailure) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try SQLiteStatement(sql.text, on: connection)
        statements[sql] = statement
        return statement
    }
}
