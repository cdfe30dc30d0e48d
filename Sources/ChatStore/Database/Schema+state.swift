import SQLite

extension Schema {
    /// How the tables of a database are, compared to those that this version makes.
    enum State {
        case whole
        /// Only what a search looks things up in is not as it should be.
        case withoutIndex
        case damaged
    }

    /// Looks at the schema, not at what is in the tables.
    static func state(of database: SQLiteDatabase) throws(SQLiteFailure) -> State {
        let found = try parts(of: database)
        let wrong = try expected.get().filter { found[$0.key] != $0.value }
        if wrong.isEmpty { return .whole }
        return wrong.keys.allSatisfy { $0.hasPrefix(index) } ? .withoutIndex : .damaged
    }

    /// Whether there is anything at all in a database.
    static func isEmpty(_ database: SQLiteDatabase) throws(SQLiteFailure) -> Bool {
        try !database.exists("SELECT 1 FROM sqlite_master LIMIT 1")
    }

    /// Makes the index of the search anew, to be filled from the messages. Outside a transaction only.
    static func remakeIndex(of database: SQLiteDatabase) throws(SQLiteFailure) {
        do throws(SQLiteFailure) {
            try remake(database) { () throws(SQLiteFailure) in
                try database.execute(script: "DROP TABLE IF EXISTS \(index)")
            }
        } catch {
            // Where its own pages can't be read they can't be freed: it is struck out, and they stay unused.
            try database.execute(script: "PRAGMA writable_schema = ON")
            defer { try? database.execute(script: "PRAGMA writable_schema = RESET") }
            try database.run(
                "DELETE FROM sqlite_master WHERE name = 'word_index' OR name LIKE 'word\\_index\\_%' ESCAPE '\\'"
            )
            try database.execute(script: "PRAGMA writable_schema = RESET")
            try remake(database) {}
        }
    }

    private static func remake(
        _ database: SQLiteDatabase,
        after clear: () throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
        try database.run("BEGIN IMMEDIATE")
        do throws(SQLiteFailure) {
            try clear()
            try database.execute(script: makingIndex)
            try database.run("DELETE FROM unindexed")
            try database.run("INSERT INTO unindexed SELECT id FROM messages WHERE NOT is_deleted")
            try database.run("COMMIT")
        } catch {
            if database.isInTransaction { try? database.run("ROLLBACK") }
            throw error
        }
    }

    private static let expected = Result { () throws(SQLiteFailure) in
        let model = try SQLiteDatabase(path: ":memory:", access: .writing)
        for migration in migrations { try model.execute(script: migration.script) }
        return try parts(of: model)
    }

    /// What was made by which statement.
    private static func parts(of database: SQLiteDatabase) throws(SQLiteFailure) -> [String: String] {
        let rows = try database.rows("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL") {
            (name: $0.text(0), sql: $0.text(1))
        }
        return Dictionary(rows.map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first })
    }
}
