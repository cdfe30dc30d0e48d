import SQLite

/// An entry, and the program that sends it.
struct OwnedEntry {
    var entry: OutboxEntry
    var owner: String
}

extension SQLiteDatabase {
    /// Writes an entry; one of the same identifier keeps its place.
    func add(_ entry: OutboxEntry, owner: String) throws(SQLiteFailure) {
        try run(
            """
            INSERT INTO outbox (id, owner, thread, text, reply_to, files, time, state, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, thread = excluded.thread, text = excluded.text,
                reply_to = excluded.reply_to, files = excluded.files, state = excluded.state, reason = excluded.reason
            """,
            entry.id,
            owner,
            entry.threadID,
            entry.text,
            entry.replyTo,
            Self.encode(entry.files),
            entry.time,
            entry.state.number,
            entry.state.reason
        )
    }

    func setState(_ state: OutboxEntry.State, ofEntry id: String) throws(SQLiteFailure) {
        try run("UPDATE outbox SET state = ?, reason = ? WHERE id = ?", state.number, state.reason, id)
    }

    func removeEntry(_ id: String) throws(SQLiteFailure) {
        try run("DELETE FROM outbox WHERE id = ?", id)
    }

    /// In the order of writing.
    func eachOutboxEntry(_ each: (OwnedEntry) -> Void) throws(SQLiteFailure) {
        try forEach(
            "SELECT id, owner, thread, text, reply_to, files, time, state, reason FROM outbox ORDER BY place"
        ) { row in
            let entry = OutboxEntry(
                id: row.text(0),
                threadID: row.text(2),
                text: row.text(3),
                replyTo: row.textIfAny(4),
                files: Self.decode(row.blob(5)),
                time: row.integer(6),
                state: OutboxEntry.State(number: row.integer(7), reason: row.text(8))
            )
            each(OwnedEntry(entry: entry, owner: row.text(1)))
            return true
        }
    }

    // A path has no NUL.
    private static func encode(_ paths: [String]) -> [UInt8] {
        paths.flatMap { Array($0.utf8) + [0] }
    }

    private static func decode(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension OutboxEntry.State {
    fileprivate var number: Int64 {
        switch self {
        case .waiting: 0
        case .uncertain: 1
        case .refused: 2
        }
    }

    fileprivate var reason: String? {
        if case .refused(let reason) = self { return reason }
        return nil
    }

    fileprivate init(number: Int64, reason: String) {
        switch number {
        case 0: self = .waiting
        case 2: self = .refused(reason: reason)
        default: self = .uncertain
        }
    }
}
