import SQLite

/// An entry, and the program that sends it.
struct OwnedEntry {
    var entry: OutboxEntry
    var owner: String
    /// Grows in the order of writing.
    var place: Int64
}

extension SQL {
    /// What ``SQLiteRow/outboxEntry()`` reads.
    fileprivate static let outboxColumns: SQL = "id, owner, thread, text, reply_to, files, time, state, reason, place"
}

extension SQLiteRow {
    fileprivate func outboxEntry() -> OwnedEntry {
        let entry = OutboxEntry(
            id: text(0),
            threadID: text(2),
            text: text(3),
            replyTo: textIfAny(4),
            files: PathList.paths(in: blob(5)),
            time: integer(6),
            state: OutboxEntry.State(number: integer(7), reason: text(8))
        )
        return OwnedEntry(entry: entry, owner: text(1), place: integer(9))
    }
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
            PathList.bytes(of: entry.files),
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
        try forEach("SELECT \(.outboxColumns) FROM outbox ORDER BY place") { row in
            each(row.outboxEntry())
            return true
        }
    }

    /// The last one first.
    func eachOutboxEntryFromLast(_ each: (OwnedEntry) -> Void) throws(SQLiteFailure) {
        try forEach("SELECT \(.outboxColumns) FROM outbox ORDER BY place DESC") { row in
            each(row.outboxEntry())
            return true
        }
    }

    func outboxEntry(at place: Int64) throws(SQLiteFailure) -> OwnedEntry? {
        try first("SELECT \(.outboxColumns) FROM outbox WHERE place = ?", place) { $0.outboxEntry() }
    }

    /// The last place that was ever given.
    func lastOutboxPlace() throws(SQLiteFailure) -> Int64 {
        try first("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") { $0.integer(0) } ?? 0
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

    /// Shown to people in many places, so nothing in it may speak to a terminal.
    fileprivate var reason: String? {
        guard case .refused(let reason) = self else { return nil }
        return Self.plain(reason)
    }

    fileprivate init(number: Int64, reason: String) {
        switch number {
        case 0: self = .waiting
        case 2: self = .refused(reason: Self.plain(reason))
        default: self = .uncertain
        }
    }

    /// The text with blanks in place of control characters.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            plain.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(plain)
    }
}
