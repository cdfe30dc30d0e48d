import SQLite

extension SQLiteDatabase {
    func setDraft(_ draft: StoredDraft?, of threadID: String) throws(SQLiteFailure) {
        guard let draft else { return try run("DELETE FROM drafts WHERE thread = ?", threadID) }
        try run(
            "INSERT OR REPLACE INTO drafts (thread, text, cursor, reply_to, files) VALUES (?, ?, ?, ?, ?)",
            threadID,
            draft.text,
            draft.cursor,
            draft.replyTo,
            PathList.bytes(of: draft.files)
        )
    }

    /// By thread.
    func eachDraft(isReversed: Bool = false, _ each: (String, StoredDraft) -> Void) throws(SQLiteFailure) {
        // One that nobody could bring up to date, since it is corrupt or can't be written, may have no files.
        let hasFiles = try exists("SELECT 1 FROM pragma_table_info('drafts') WHERE name = 'files'")
        let columns: SQL = hasFiles ? "thread, text, cursor, reply_to, files" : "thread, text, cursor, reply_to, x''"
        let order: SQL = isReversed ? "DESC" : "ASC"
        try forEach("SELECT \(columns) FROM drafts ORDER BY thread \(order)") { row in
            let draft = StoredDraft(
                text: row.text(1),
                cursor: row.count(2),
                replyTo: row.textIfAny(3),
                files: PathList.paths(in: row.blob(4))
            )
            each(row.text(0), draft)
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

    /// By name.
    func eachValue(isReversed: Bool = false, _ each: (String, [UInt8]) -> Void) throws(SQLiteFailure) {
        let order: SQL = isReversed ? "DESC" : "ASC"
        try forEach("SELECT name, value FROM named_values ORDER BY name \(order)") { row in
            each(row.text(0), row.blob(1))
            return true
        }
    }
}
