import SQLite

/// The tables, and how a database of an older version comes to have them.
enum Schema {
    static let migrations = [
        Migration(version: 1, script: first),
        // Paths of files that are to go with a draft, as in the outbox.
        Migration(version: 2, script: "ALTER TABLE drafts ADD COLUMN files BLOB NOT NULL DEFAULT x''"),
    ]

    static var version: Int { migrations.last?.version ?? 0 }

    /// The table of the words, and the beginning of the names of those that FTS5 keeps it in.
    static let index = "word_index"

    /// The index has no content of its own (the messages have it) and no places of words: they are looked up in the text.
    static let makingIndex = """
        CREATE VIRTUAL TABLE word_index USING fts5 (
            words, content = '', detail = none, columnsize = 0, tokenize = 'ascii'
        );
        """

    /// A message's row identifier is its time in milliseconds, shifted by 20 bits, plus a number that makes it unique: so
    /// newest first is descending rows, and a time range is a range of rows, here and in the index of the search.
    ///
    /// `position` has no type on purpose: SQLite sorts numbers before texts, which is the order of ``MessagePosition``.
    private static let first = """
        CREATE TABLE threads (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            place INTEGER NOT NULL,
            is_listed INTEGER NOT NULL,
            watermark TEXT,
            watermark_position,
            details BLOB NOT NULL,
            has_beginning INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE messages (
            id INTEGER PRIMARY KEY,
            thread INTEGER NOT NULL,
            position NOT NULL,
            server_id TEXT NOT NULL,
            client_id TEXT,
            sender_id TEXT,
            sender TEXT NOT NULL,
            text TEXT NOT NULL,
            time INTEGER NOT NULL,
            edited_at INTEGER,
            is_deleted INTEGER NOT NULL,
            is_own INTEGER NOT NULL,
            details BLOB NOT NULL
        );
        CREATE UNIQUE INDEX messages_by_id ON messages (thread, server_id);
        CREATE INDEX messages_by_position ON messages (thread, position);
        CREATE TABLE gaps (
            thread INTEGER NOT NULL,
            position NOT NULL,
            PRIMARY KEY (thread, position)
        ) WITHOUT ROWID;
        CREATE TABLE members (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            is_blocked INTEGER NOT NULL,
            details BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE outbox (
            place INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            owner TEXT NOT NULL,
            thread TEXT NOT NULL,
            text TEXT NOT NULL,
            reply_to TEXT,
            files BLOB NOT NULL,
            time INTEGER NOT NULL,
            state INTEGER NOT NULL,
            reason TEXT
        );
        CREATE TABLE drafts (
            thread TEXT PRIMARY KEY,
            text TEXT NOT NULL,
            cursor INTEGER NOT NULL,
            reply_to TEXT
        ) WITHOUT ROWID;
        CREATE TABLE named_values (
            name TEXT PRIMARY KEY,
            value BLOB NOT NULL
        ) WITHOUT ROWID;
        \(makingIndex)
        CREATE TABLE unindexed (id INTEGER PRIMARY KEY);
        """
}
