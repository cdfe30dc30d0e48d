import SQLite

extension SQLiteDatabase {
    func setDraft(_ draft: StoredDraft?, of threadID: String) throws(SQLiteFailure) {
        guard let draft else { return try run("DELETE FROM drafts WHERE thread = ?", threadID) }
        try run(
            "INSERT OR REPLACE INTO drafts (thread, text, cursor, reply_to) VALUES (?, ?, ?, ?)",
            threadID,
            draft.text,
            draft.cursor,
            draft.replyTo
        )
    }

    func eachDraft(_ each: (String, StoredDraft) -> Void) throws(SQLiteFailure) {
        try forEach("SELECT thread, text, cursor, reply_to FROM drafts") { row in
            each(row.text(0), StoredDraft(text: row.text(1), cursor: row.count(2), replyTo: row.textIfAny(3)))
            return true
        }
    }

    func setValue(_ value: [UInt8]?, named name: String) throws(SQLiteFailure) {
        guard let value else { return try run("DELETE FROM named_values WHERE name = ?", name) }
        try run("INSERT OR REPLACE INTO named_values (name, value) VALUES (?, ?)", name, value)
    }

    func value(named name: String) throws(SQLiteFailure) -> [UInt8]? {
        try first("SELECT value FROM named_values WHERE name = ?", name) { $0.blob(0) }
    }

    func eachValue(_ each: (String, [UInt8]) -> Void) throws(SQLiteFailure) {
        try forEach("SELECT name, value FROM named_values") { row in
            each(row.text(0), row.blob(1))
            return true
        }
    }
}
