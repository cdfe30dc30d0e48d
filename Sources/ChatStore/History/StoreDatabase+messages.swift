import SQLite

/// A message, and its row.
struct MessageRow {
    var row: Int64
    var message: StoredMessage
}

extension SQL {
    /// What ``SQLiteRow/message()`` reads.
    static let messageColumns: SQL =
        "id, server_id, position, client_id, sender_id, sender, text, time, edited_at, is_deleted, is_own, details"
}

extension SQLiteRow {
    func message() -> MessageRow {
        MessageRow(
            row: integer(0),
            message: StoredMessage(
                id: text(1),
                position: position(2),
                clientID: textIfAny(3),
                senderID: textIfAny(4),
                sender: text(5),
                text: text(6),
                time: integer(7),
                editedAt: integerIfAny(8),
                isDeleted: truth(9),
                isOwn: truth(10),
                details: blob(11)
            )
        )
    }
}

extension StoreDatabase {
    func message(_ id: String, in thread: Int64) throws -> MessageRow? {
        try database.first(
            "SELECT \(.messageColumns) FROM messages WHERE thread = ? AND server_id = ?",
            thread,
            id
        ) { $0.message() }
    }

    /// Stores a message, or what is newer in it. Whether it was not there before.
    func store(_ message: StoredMessage, in thread: Int64) throws -> Bool {
        let row = nextRows.row(at: message.time)
        if try insert(message, in: thread, row: row) { return true }
        // Either it is there, or another one has the row.
        if let stored = try self.message(message.id, in: thread) {
            try merge(message, into: stored, of: thread)
            return false
        }
        return try insert(message, in: thread, row: try freeRow(from: MessageTime.firstRow(at: message.time)))
    }

    /// Takes what is newer of a message that is stored.
    func update(_ message: StoredMessage, in thread: Int64) throws {
        if let stored = try self.message(message.id, in: thread) { try merge(message, into: stored, of: thread) }
    }

    private func insert(_ message: StoredMessage, in thread: Int64, row: Int64) throws -> Bool {
        let count = try database.change(
            """
            INSERT OR IGNORE INTO messages (id, thread, position, server_id, client_id, sender_id, sender, text, time,
                edited_at, is_deleted, is_own, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            row,
            thread,
            message.position,
            message.id,
            message.clientID,
            message.senderID,
            message.sender,
            message.isDeleted ? "" : message.text,
            message.time,
            message.editedAt,
            message.isDeleted,
            message.isOwn,
            message.details
        )
        guard count == 1 else { return false }
        nextRows.use(row, at: message.time)
        memory.noteStored(message.position, in: thread)
        if !message.isDeleted { try putOffIndexing(row) }
        return true
    }

    /// The smallest row that nobody has, from the first of a time on.
    private func freeRow(from first: Int64) throws -> Int64 {
        var start = first
        while true {
            let end = start + MessageTime.rowsEach - 1
            let last = try database.first(
                "SELECT max(id) FROM messages WHERE id BETWEEN ? AND ?",
                start,
                end
            ) { $0.integerIfAny(0) }
            guard let used = last ?? nil else { return start }
            if used < end { return used + 1 }
            // A million messages of one time run on into the next.
            start += MessageTime.rowsEach
        }
    }

    private func merge(_ message: StoredMessage, into stored: MessageRow, of thread: Int64) throws {
        let old = stored.message
        let new = old.merged(with: message)
        guard new != old else { return }
        try database.run(
            """
            UPDATE messages SET client_id = ?, sender_id = ?, sender = ?, text = ?, edited_at = ?, is_deleted = ?,
                is_own = ?, details = ? WHERE id = ?
            """,
            new.clientID,
            new.senderID,
            new.sender,
            new.text,
            new.editedAt,
            new.isDeleted,
            new.isOwn,
            new.details,
            stored.row
        )
        try reindex(old, as: new, in: thread, row: stored.row)
    }
}

extension StoredMessage {
    /// The state of a message that is stored, once `other`, another state of it, was heard of. Deleted is newer than
    /// edited, edited newer than written; of the same age the one heard of last counts, for its reactions.
    func merged(with other: StoredMessage) -> StoredMessage {
        var merged = self
        merged.clientID = clientID ?? other.clientID
        merged.senderID = other.senderID ?? senderID
        merged.isOwn = isOwn || other.isOwn
        guard !isOlder(other) else { return merged }
        if !other.sender.isEmpty { merged.sender = other.sender }
        merged.isDeleted = other.isDeleted
        merged.text = other.isDeleted ? "" : other.text
        merged.editedAt = other.editedAt
        merged.details = other.details
        return merged
    }

    /// Whether `other` is an older state of this message.
    private func isOlder(_ other: StoredMessage) -> Bool {
        if isDeleted != other.isDeleted { return isDeleted }
        return (other.editedAt ?? .min) < (editedAt ?? .min)
    }
}
