import SQLite

/// Carries over from a corrupt database what exists nowhere else: the outbox, drafts and named values. The rest comes
/// again from the server.
struct Salvage {
    let from: String
    let into: SQLiteDatabase

    init(from: String, into: SQLiteDatabase) {
        self.from = from
        self.into = into
    }

    func run() {
        guard let source = try? SQLiteDatabase(path: from, access: .reading) else { return }
        do {
            try into.run("BEGIN IMMEDIATE")
            // Each may be in a part that can be read, or not; what was read before the damage counts.
            let outbox = outbox(of: source)
            for entry in outbox { try into.add(entry.entry, owner: entry.owner) }
            for (thread, draft) in drafts(of: source) { try into.setDraft(draft, of: thread) }
            for (name, value) in values(of: source) { try into.setValue(value, named: name) }
            try into.run("COMMIT")
        } catch {
            if into.isInTransaction { try? into.run("ROLLBACK") }
        }
    }

    private func outbox(of source: SQLiteDatabase) -> [OwnedEntry] {
        var found: [OwnedEntry] = []
        try? source.eachOutboxEntry { found.append($0) }
        return found
    }

    private func drafts(of source: SQLiteDatabase) -> [(String, StoredDraft)] {
        var found: [(String, StoredDraft)] = []
        try? source.eachDraft { found.append(($0, $1)) }
        return found
    }

    private func values(of source: SQLiteDatabase) -> [(String, [UInt8])] {
        var found: [(String, [UInt8])] = []
        try? source.eachValue { found.append(($0, $1)) }
        return found
    }
}
