import SQLite

extension StoreDatabase {
    func newest(of threadID: String, limit: Int) throws -> StoredHistory {
        guard let thread = try key(ofThread: threadID) else { return StoredHistory() }
        let rows = try database.rows(
            "SELECT \(.messageColumns) FROM messages WHERE thread = ? ORDER BY position DESC, id DESC LIMIT ?",
            thread,
            max(limit, 0)
        ) { $0.message() }
        return try history(of: thread, Array(rows.reversed()), before: nil)
    }

    func older(than position: MessagePosition, in threadID: String, limit: Int) throws -> StoredHistory {
        guard let thread = try key(ofThread: threadID) else { return StoredHistory() }
        let rows = try database.rows(
            """
            SELECT \(.messageColumns) FROM messages WHERE thread = ? AND position < ?
                ORDER BY position DESC, id DESC LIMIT ?
            """,
            thread,
            position,
            max(limit, 0)
        ) { $0.message() }
        return try history(of: thread, Array(rows.reversed()), before: position)
    }

    func newer(than position: MessagePosition?, in threadID: String, limit: Int) throws -> StoredHistory {
        guard let thread = try key(ofThread: threadID) else { return StoredHistory() }
        var rows = try database.rows(
            """
            SELECT \(.messageColumns) FROM messages WHERE thread = ? AND position > ?
                ORDER BY position, id LIMIT ?
            """,
            thread,
            position ?? .number(.min),
            max(limit, 0)
        ) { $0.message() }
        if let last = rows.last {
            // A page ends between positions, so that the next begins behind all of them.
            rows += try database.rows(
                "SELECT \(.messageColumns) FROM messages WHERE thread = ? AND position = ? AND id > ? ORDER BY id",
                thread,
                last.message.position,
                last.row
            ) { $0.message() }
        }
        return try history(of: thread, rows, before: nil, last: rows.last?.message.position)
    }

    func message(_ id: String, in threadID: String) throws -> StoredMessage? {
        guard let thread = try key(ofThread: threadID) else { return nil }
        return try message(id, in: thread)?.message
    }

    /// What is known of the rows between their first and `end`, or up to `last`.
    private func history(
        of thread: Int64,
        _ rows: [MessageRow],
        before end: MessagePosition?,
        last: MessagePosition? = nil
    ) throws -> StoredHistory {
        guard let first = rows.first else {
            let isEmpty = try !database.exists("SELECT 1 FROM messages WHERE thread = ?", thread)
            return StoredHistory(isBeginning: try isEmpty && hasBeginning(thread))
        }
        // A page begins between positions, too.
        let alike = try database.rows(
            "SELECT \(.messageColumns) FROM messages WHERE thread = ? AND position = ? AND id < ? ORDER BY id",
            thread,
            first.message.position,
            first.row
        ) { $0.message() }
        let hasOlder = try database.exists(
            "SELECT 1 FROM messages WHERE thread = ? AND position < ?",
            thread,
            first.message.position
        )
        let gaps = try database.rows(
            """
            SELECT position FROM gaps WHERE thread = ? AND position >= ?
                AND (? IS NULL OR position < ?) AND (? IS NULL OR position <= ?) ORDER BY position
            """,
            thread,
            first.message.position,
            end,
            end,
            last,
            last
        ) { $0.position(0) }
        return StoredHistory(
            messages: (alike + rows).map(\.message),
            gaps: gaps,
            hasOlder: hasOlder,
            isBeginning: try !hasOlder && hasBeginning(thread)
        )
    }
}
