import SQLite

extension StoreDatabase {
    /// Messages looked at, at most, where the index can't help: a second or so.
    private static var scanLimit: Int { 200_000 }

    func search(_ query: SearchQuery) throws -> SearchResult {
        var thread: Int64?
        if let id = query.threadID {
            thread = try key(ofThread: id)
            // Nothing is known of it, so the server may know more.
            guard thread != nil else { return SearchResult(isIncomplete: true) }
        }
        let plan = SearchPlan(query, thread: thread)
        guard let rows = plan.rows, !plan.isVain else { return SearchResult() }
        // Before the index is asked, since another program may be filling it.
        let unindexed = plan.expression == nil ? [] : try unindexed(plan, rows, in: thread)
        var found: [(row: MessageRow, thread: Int64)] = []
        var looked = 0
        let look: (borrowing SQLiteRow) -> Bool = { row in
            looked += 1
            let message = row.message()
            let thread = row.integer(12)
            if plan.isMet(by: message.message) { found.append((message, thread)) }
            return found.count <= plan.limit && looked < Self.scanLimit
        }
        if let expression = plan.expression {
            try database.forEach(
                """
                SELECT \(.messageColumns), thread FROM word_index CROSS JOIN messages ON messages.id = word_index.rowid
                    WHERE word_index MATCH ? AND word_index.rowid BETWEEN ? AND ? ORDER BY word_index.rowid DESC
                """,
                expression,
                rows.lowerBound,
                rows.upperBound,
                each: look
            )
        } else {
            try database.forEach(
                """
                SELECT \(.messageColumns), thread FROM messages WHERE id BETWEEN ? AND ? AND NOT is_deleted
                    ORDER BY id DESC
                """,
                rows.lowerBound,
                rows.upperBound,
                each: look
            )
        }
        if !unindexed.isEmpty {
            let known = Set(unindexed.map(\.row.row))
            found = (unindexed + found.filter { !known.contains($0.row.row) }).sorted { $0.row.row > $1.row.row }
        }
        let holes = try holes(in: thread, after: query.after, before: query.before)
        return SearchResult(
            hits: try hits(found.prefix(plan.limit), plan),
            hasMore: found.count > plan.limit,
            isIncomplete: looked >= Self.scanLimit || holes.hasInner,
            isBehind: holes.hasLast
        )
    }

    /// What the index does not know yet, where it could not be written.
    private func unindexed(
        _ plan: SearchPlan,
        _ rows: ClosedRange<Int64>,
        in thread: Int64?
    ) throws -> [(row: MessageRow, thread: Int64)] {
        var count = 0
        var found: [(row: MessageRow, thread: Int64)] = []
        try database.forEach(
            """
            SELECT \(.messageColumns), thread FROM unindexed CROSS JOIN messages USING (id)
                WHERE unindexed.id BETWEEN ? AND ? ORDER BY unindexed.id DESC
            """,
            rows.lowerBound,
            rows.upperBound
        ) { row in
            count += 1
            let message = row.message()
            let key = row.integer(12)
            if thread == nil || thread == key, plan.isMet(by: message.message) { found.append((message, key)) }
            return found.count <= plan.limit && count < Self.scanLimit
        }
        return found
    }

    private func hits(_ found: some Sequence<(row: MessageRow, thread: Int64)>, _ plan: SearchPlan) throws
        -> [SearchHit]
    {
        var names: [Int64: String] = [:]
        return try found.map { row, thread in
            let name = try names[thread] ?? self.id(ofThread: thread)
            names[thread] = name
            let snippet = Snippet(of: row.message.text, around: plan.words)
            return SearchHit(threadID: name, message: row.message, snippet: snippet.text, matches: snippet.matches)
        }
    }

    private func id(ofThread key: Int64) throws -> String {
        try database.first("SELECT id FROM threads WHERE key = ?", key) { $0.text(0) } ?? ""
    }

    /// Where messages of a time may be missing.
    private struct Holes {
        /// Before the newest message that is stored.
        var hasInner = false
        /// Behind it: the time since something was heard of the thread last.
        var hasLast = false
    }

    private func holes(in thread: Int64?, after: Int64?, before: Int64?) throws -> Holes {
        let threads = try thread.map { [$0] } ?? database.rows("SELECT key FROM threads", read: { $0.integer(0) })
        var holes = Holes()
        for thread in threads where !(holes.hasInner && holes.hasLast) {
            try look(for: &holes, in: thread, after: after, before: before)
        }
        return holes
    }

    private func look(for holes: inout Holes, in thread: Int64, after: Int64?, before: Int64?) throws {
        // Times grow with positions nearly always; where they don't, this is still no more than a hint.
        if try !hasBeginning(thread) {
            let oldest = try database.first(
                "SELECT time FROM messages WHERE thread = ? ORDER BY position LIMIT 1",
                thread
            ) { $0.integer(0) }
            if (oldest ?? .max) > (after ?? .min) { holes.hasInner = true }
        }
        try database.forEach(
            """
            SELECT (SELECT 1 FROM messages WHERE messages.thread = gaps.thread
                    AND messages.position > gaps.position LIMIT 1)
                FROM gaps WHERE thread = ?
                AND (? IS NULL OR (SELECT time FROM messages WHERE messages.thread = gaps.thread
                    AND messages.position <= gaps.position ORDER BY messages.position DESC LIMIT 1) < ?)
                AND (? IS NULL OR ifnull((SELECT time FROM messages WHERE messages.thread = gaps.thread
                    AND messages.position > gaps.position ORDER BY messages.position LIMIT 1) > ?, 1))
            """,
            thread,
            before,
            before,
            after,
            after
        ) { row in
            if row.truth(0) { holes.hasInner = true } else { holes.hasLast = true }
            return !(holes.hasInner && holes.hasLast)
        }
    }
}
