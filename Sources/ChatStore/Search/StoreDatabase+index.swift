import SQLite

extension StoreDatabase {
    func index(_ message: StoredMessage, in thread: Int64, row: Int64) throws {
        try database.run("INSERT INTO unindexed (id) VALUES (?)", row)
    }

    func unindex(_ message: StoredMessage, in thread: Int64, row: Int64) throws {
        try database.run("DELETE FROM unindexed WHERE id = ?", row)
    }

    func reindex(_ old: StoredMessage, as new: StoredMessage, in thread: Int64, row: Int64) throws {}
}
