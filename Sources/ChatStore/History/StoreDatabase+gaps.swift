import SQLite

// A gap is the position of a stored message behind which messages may be missing, up to the next that is stored. What is
// not known for certain is a gap: the next page closes it. Before the first message of a thread messages are missing
// unless `has_beginning` says that they are not.
extension StoreDatabase {
    /// Stores a page, closes the gaps that it covers, and leaves one before itself and behind itself unless it is known
    /// to touch what is there.
    func store(_ stretch: StoredStretch) throws {
        let thread = try keyMakingThread(stretch.threadID)
        let messages = stretch.messages.sorted { $0.position < $1.position }
        var isFirstNew = false
        for (index, message) in messages.enumerated() {
            let isNew = try store(message, in: thread)
            if index == 0 { isFirstNew = isNew }
        }
        if stretch.isBeginning {
            try closeGaps(of: thread, from: nil, before: stretch.end, upTo: messages.last?.position)
            try setBeginning(true, of: thread)
        } else if let first = messages.first?.position {
            try closeGaps(of: thread, from: first, before: stretch.end, upTo: messages.last?.position)
            if isFirstNew { try noteGap(before: first, in: thread) }
        }
        // The message it was asked to end before is not stored, so at least that one is missing.
        if let end = stretch.end, try !isStored(end, in: thread) { try noteGap(before: end, in: thread) }
    }

    /// Stores a message that came live. One that comes late into a gap leaves a gap on both sides.
    func arrive(_ message: StoredMessage, in threadID: String) throws {
        let thread = try keyMakingThread(threadID)
        let isNewest = memory.isNewest(message.position, in: thread)
        guard try store(message, in: thread) else { return }
        if try isNewest ?? !hasMessages(behind: message.position, in: thread) {
            return memory.noteNewest(message.position, in: thread)
        }
        if let before = try positionBefore(message.position, in: thread) {
            if try hasGap(behind: before, in: thread) { try addGap(behind: message.position, in: thread) }
        } else {
            // Older than all: what is between it and the first is not known, except where that was the beginning.
            if try !hasBeginning(thread) { try addGap(behind: message.position, in: thread) }
        }
    }

    /// Messages may be missing behind the newest of a thread, or of all threads.
    func interrupt(_ threadID: String?) throws {
        guard let threadID else {
            for thread in try database.rows("SELECT key FROM threads", read: { $0.integer(0) }) {
                try interrupt(thread)
            }
            return
        }
        if let thread = try key(ofThread: threadID) { try interrupt(thread) }
    }

    private func interrupt(_ thread: Int64) throws {
        if let newest = try newestPosition(in: thread) {
            try addGap(behind: newest, in: thread)
        } else {
            try setBeginning(false, of: thread)
        }
    }

    // MARK: Rows

    func hasBeginning(_ thread: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM threads WHERE key = ? AND has_beginning", thread)
    }

    func setBeginning(_ isKnown: Bool, of thread: Int64) throws {
        try database.run(
            "UPDATE threads SET has_beginning = ? WHERE key = ? AND has_beginning <> ?",
            isKnown,
            thread,
            isKnown
        )
    }

    /// Gaps from `first` on, or from the beginning; before `end`, or up to `last`.
    private func closeGaps(
        of thread: Int64,
        from first: MessagePosition?,
        before end: MessagePosition?,
        upTo last: MessagePosition?
    ) throws {
        guard end != nil || last != nil else { return }
        try database.run(
            """
            DELETE FROM gaps WHERE thread = ? AND (? IS NULL OR position >= ?)
                AND (? IS NULL OR position < ?) AND (? IS NOT NULL OR position <= ?)
            """,
            thread,
            first,
            first,
            end,
            end,
            end,
            last
        )
    }

    private func noteGap(before position: MessagePosition, in thread: Int64) throws {
        if let before = try positionBefore(position, in: thread) {
            try addGap(behind: before, in: thread)
        } else {
            try setBeginning(false, of: thread)
        }
    }

    func addGap(behind position: MessagePosition, in thread: Int64) throws {
        try database.run("INSERT OR IGNORE INTO gaps (thread, position) VALUES (?, ?)", thread, position)
    }

    private func hasGap(behind position: MessagePosition, in thread: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM gaps WHERE thread = ? AND position = ?", thread, position)
    }

    private func hasMessages(behind position: MessagePosition, in thread: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM messages WHERE thread = ? AND position > ?", thread, position)
    }

    private func isStored(_ position: MessagePosition, in thread: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM messages WHERE thread = ? AND position = ?", thread, position)
    }

    private func positionBefore(_ position: MessagePosition, in thread: Int64) throws -> MessagePosition? {
        try database.first(
            "SELECT position FROM messages WHERE thread = ? AND position < ? ORDER BY position DESC LIMIT 1",
            thread,
            position
        ) { $0.position(0) }
    }

    private func newestPosition(in thread: Int64) throws -> MessagePosition? {
        try database.first(
            "SELECT position FROM messages WHERE thread = ? ORDER BY position DESC LIMIT 1",
            thread
        ) { $0.position(0) }
    }
}
