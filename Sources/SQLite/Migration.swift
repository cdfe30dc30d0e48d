/// One step of a schema, from the version before to this one.
package struct Migration {
    /// From 1 on, without gaps.
    package var version: Int
    /// Statements that make the step.
    package var script: String

    package init(version: Int, script: String) {
        self.version = version
        self.script = script
    }
}

/// The database is of a later version than this program knows.
package struct NewerDatabase: Error, Equatable {
    package var found: Int
    package var known: Int

    package init(found: Int, known: Int) {
        self.found = found
        self.known = known
    }
}

extension SQLiteDatabase {
    /// Brings the schema to the newest version, each step in a transaction of its own: a step that fails leaves the
    /// database as the step before left it.
    ///
    /// - Throws: ``NewerDatabase`` or ``SQLiteFailure``.
    package func migrate(by migrations: [Migration]) throws {
        let found = try first("PRAGMA user_version") { $0.count(0) } ?? 0
        let known = migrations.last?.version ?? 0
        guard found <= known else { throw NewerDatabase(found: found, known: known) }
        for migration in migrations where migration.version > found {
            try run("BEGIN IMMEDIATE")
            do {
                try execute(script: migration.script)
                try execute(script: "PRAGMA user_version = \(migration.version)")
                try run("COMMIT")
            } catch {
                if isInTransaction { try? run("ROLLBACK") }
                throw error
            }
        }
    }
}
