import SQLite

// A message is in the index, or its row is in `unindexed`. Both are written with the message, so a program may be killed
// at any time.
extension StoreDatabase {
    /// Messages indexed in one piece of work, which bounds how long others wait.
    private static var pieceLimit: Int { 1_000 }

    /// Lets a message be indexed later: FTS5 writes what it has at each savepoint, and so at each piece of work.
    func putOffIndexing(_ row: Int64) throws {
        try database.run("INSERT INTO unindexed (id) VALUES (?)", row)
        isIndexBehind = true
    }

    func reindex(_ old: StoredMessage, as new: StoredMessage, in thread: Int64, row: Int64) throws {
        guard old.text != new.text || old.sender != new.sender || old.isDeleted != new.isDeleted else { return }
        try unindex(old, in: thread, row: row)
        if !new.isDeleted { try putOffIndexing(row) }
    }

    func unindex(_ message: StoredMessage, in thread: Int64, row: Int64) throws {
        if message.isDeleted { return }
        if try database.change("DELETE FROM unindexed WHERE id = ?", row) > 0 { return }
        // The index has no texts: what it knew the message by must be told.
        try database.run(
            "INSERT INTO word_index (word_index, rowid, words) VALUES ('delete', ?, ?)",
            row,
            Grams.document(text: message.text, sender: message.sender, thread: thread)
        )
    }

    var hasUnindexed: Bool {
        get throws { try database.exists("SELECT 1 FROM unindexed LIMIT 1") }
    }

    /// Indexes some of what was put off; whether there is more.
    func indexMore() throws -> Bool {
        let bounds = try database.first(
            "SELECT min(id), max(id) FROM (SELECT id FROM unindexed ORDER BY id DESC LIMIT ?)",
            Self.pieceLimit
        ) { (first: $0.integerIfAny(0), last: $0.integer(1)) }
        guard let bounds, let first = bounds.first else { return false }
        let waiting = try database.rows(
            """
            SELECT \(.messageColumns), thread FROM unindexed CROSS JOIN messages USING (id)
                WHERE unindexed.id BETWEEN ? AND ? ORDER BY unindexed.id
            """,
            first,
            bounds.last
        ) { (row: $0.message(), thread: $0.integer(12)) }
        for (row, thread) in waiting { try addToIndex(row.message, in: thread, row: row.row) }
        indexedCount += waiting.count
        try database.run("DELETE FROM unindexed WHERE id BETWEEN ? AND ?", first, bounds.last)
        return try hasUnindexed
    }

    private func addToIndex(_ message: StoredMessage, in thread: Int64, row: Int64) throws {
        try database.run(
            "INSERT INTO word_index (rowid, words) VALUES (?, ?)",
            row,
            Grams.document(text: message.text, sender: message.sender, thread: thread)
        )
    }
}
