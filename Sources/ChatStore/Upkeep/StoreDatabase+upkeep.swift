import SQLite

extension StoreDatabase {
    /// Messages deleted in one piece of work, which bounds how long others wait.
    private static var pruneLimit: Int { 2_000 }

    func forget(_ threadID: String) throws -> Int {
        try database.setDraft(nil, of: threadID)
        try database.run("DELETE FROM outbox WHERE thread = ?", threadID)
        guard let thread = try key(ofThread: threadID) else { return 0 }
        var count = 0
        while true {
            let deleted = try deleteMessages(of: thread, before: nil, limit: Self.pruneLimit)
            if deleted == 0 { break }
            count += deleted
        }
        try database.run("DELETE FROM gaps WHERE thread = ?", thread)
        try setBeginning(false, of: thread)
        memory = TransactionMemory()
        // What is listed comes from the server and is not history.
        try database.run("DELETE FROM threads WHERE key = ? AND NOT is_listed", thread)
        return count
    }

    /// Deletes some messages written before a time; whether there are more.
    ///
    /// A thread loses what is before its first message that stays, so that no hole comes into the middle.
    func prune(before time: Int64) throws -> Bool {
        let firstRow = MessageTime.firstRow(at: time)
        var room = Self.pruneLimit
        for thread in try database.rows("SELECT key FROM threads", read: { $0.integer(0) }) {
            let stays = try database.first(
                "SELECT position FROM messages WHERE thread = ? AND id >= ? ORDER BY position LIMIT 1",
                thread,
                firstRow
            ) { $0.position(0) }
            let deleted = try deleteMessages(of: thread, before: stays, limit: room)
            guard deleted > 0 else { continue }
            try setBeginning(false, of: thread)
            try database.run(
                "DELETE FROM gaps WHERE thread = ? AND position < (SELECT min(position) FROM messages WHERE thread = ?)",
                thread,
                thread
            )
            room -= deleted
            if room <= 0 { return true }
        }
        return false
    }

    /// Deletes the oldest messages of a thread, before a position or all, and returns how many.
    private func deleteMessages(of thread: Int64, before end: MessagePosition?, limit: Int) throws -> Int {
        memory = TransactionMemory()
        let rows =
            if let end {
                try database.rows(
                    """
                    SELECT \(.messageColumns) FROM messages WHERE thread = ? AND position < ?
                        ORDER BY position, id LIMIT ?
                    """,
                    thread,
                    end,
                    limit
                ) { $0.message() }
            } else {
                try database.rows(
                    "SELECT \(.messageColumns) FROM messages WHERE thread = ? ORDER BY position, id LIMIT ?",
                    thread,
                    limit
                ) { $0.message() }
            }
        for row in rows {
            try unindex(row.message, in: thread, row: row.row)
            try database.run("DELETE FROM messages WHERE id = ?", row.row)
        }
        return rows.count
    }
}
