import SQLite

extension StoreDatabase {
    func threads() throws -> [StoredThread] {
        try database.rows(
            "SELECT id, title, place, watermark, details FROM threads WHERE is_listed ORDER BY place, key"
        ) { row in
            StoredThread(
                id: row.text(0),
                title: row.text(1),
                order: row.integer(2),
                watermark: row.textIfAny(3),
                details: row.blob(4)
            )
        }
    }

    /// The number that stands for a thread in the other tables, nil for one that nothing is known of. It is kept in
    /// memory during a transaction only: another program may forget the thread.
    func key(ofThread id: String) throws -> Int64? {
        let isKept = database.isInTransaction
        if isKept, let key = memory.key(ofThread: id) { return key }
        let key = try database.first("SELECT key FROM threads WHERE id = ?", id) { $0.integer(0) }
        if isKept, let key { memory.note(key: key, ofThread: id) }
        return key
    }

    func keyMakingThread(_ id: String) throws -> Int64 {
        if let key = try key(ofThread: id) { return key }
        return try database.insert(
            "INSERT INTO threads (id, title, place, is_listed, details) VALUES (?, '', 0, 0, x'')",
            id
        )
    }

    func setThreadList(_ threads: [StoredThread]) throws {
        let listed = Set(threads.map(\.id))
        let before = try database.rows("SELECT id FROM threads WHERE is_listed") { $0.text(0) }
        for id in before where !listed.contains(id) { try removeThread(id) }
        for thread in threads { try setThread(thread) }
    }

    func setThread(_ thread: StoredThread) throws {
        let key = try keyMakingThread(thread.id)
        try database.run(
            """
            UPDATE threads SET title = ?, place = ?, is_listed = 1, details = ? WHERE key = ?
                AND (title, place, is_listed, details) IS NOT (?, ?, 1, ?)
            """,
            thread.title,
            thread.order,
            thread.details,
            key,
            thread.title,
            thread.order,
            thread.details
        )
        guard let watermark = thread.watermark else { return }
        let position = try database.first(
            "SELECT position FROM messages WHERE thread = ? AND server_id = ?",
            key,
            watermark
        ) { $0.position(0) }
        if let position {
            try advance(key, to: watermark, position)
        } else {
            // Where it stands is not known, so nothing is known to be before it only where there is no other.
            try database.run("UPDATE threads SET watermark = ? WHERE key = ? AND watermark IS NULL", watermark, key)
        }
    }

    func removeThread(_ id: String) throws {
        try database.run("UPDATE threads SET is_listed = 0 WHERE id = ?", id)
    }

    func setWatermark(_ messageID: String, _ position: MessagePosition, of threadID: String) throws {
        try advance(try keyMakingThread(threadID), to: messageID, position)
    }

    private func advance(_ key: Int64, to messageID: String, _ position: MessagePosition) throws {
        try database.run(
            """
            UPDATE threads SET watermark = ?, watermark_position = ?
                WHERE key = ? AND (watermark_position IS NULL OR watermark_position < ?)
            """,
            messageID,
            position,
            key,
            position
        )
    }

    func members() throws -> [StoredMember] {
        try database.rows("SELECT id, name, is_blocked, details FROM members ORDER BY name, id") { row in
            StoredMember(id: row.text(0), name: row.text(1), isBlocked: row.truth(2), details: row.blob(3))
        }
    }

    func setMember(_ member: StoredMember) throws {
        try database.run(
            """
            INSERT INTO members (id, name, is_blocked, details) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
                name = excluded.name, is_blocked = excluded.is_blocked, details = excluded.details
            """,
            member.id,
            member.name,
            member.isBlocked,
            member.details
        )
    }

    func setBlocked(_ isBlocked: Bool, _ memberID: String, name: String) throws {
        try database.run(
            """
            INSERT INTO members (id, name, is_blocked, details) VALUES (?, ?, ?, x'')
                ON CONFLICT (id) DO UPDATE SET is_blocked = excluded.is_blocked,
                name = CASE excluded.name WHEN '' THEN name ELSE excluded.name END
            """,
            memberID,
            name,
            isBlocked
        )
    }
}
