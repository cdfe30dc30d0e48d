import SQLite

/// Carries over from a corrupt database what exists nowhere else: the outbox, drafts and named values. The rest comes
/// again from the server.
struct Salvage {
    let from: String
    let into: SQLiteDatabase

    /// Places that are looked at one by one, at most.
    private static let probeLimit: Int64 = 100_000

    init(from: String, into: SQLiteDatabase) {
        self.from = from
        self.into = into
    }

    func run() -> Salvaged {
        let nothing = Salvaged(lostMessages: nil, hasLostDrafts: true)
        guard let source = try? SQLiteDatabase(path: from, access: .reading) else { return nothing }
        // Each may be in a part that can be read, or not; what is not damaged counts.
        let (entries, lostMessages) = outbox(of: source)
        let (drafts, hasLostDrafts) = both(ways: source.eachDraft)
        let (values, _) = both(ways: source.eachValue)
        do {
            try into.run("BEGIN IMMEDIATE")
            for owned in entries { try into.add(owned.entry, owner: owned.owner) }
            for (thread, draft) in drafts { try into.setDraft(draft, of: thread) }
            for (name, value) in values { try into.setValue(value, named: name) }
            try into.run("COMMIT")
        } catch {
            if into.isInTransaction { try? into.run("ROLLBACK") }
            return nothing
        }
        return Salvaged(
            messages: entries.count,
            drafts: drafts.count,
            lostMessages: lostMessages,
            hasLostDrafts: hasLostDrafts
        )
    }

    /// Reads from both ends up to the damage, and what is between place by place. How many entries may be missing; nil
    /// where there is no telling.
    private func outbox(of source: SQLiteDatabase) -> (entries: [OwnedEntry], lost: Int?) {
        var first: [OwnedEntry] = []
        do {
            try source.eachOutboxEntry { first.append($0) }
            return (first, 0)
        } catch {}
        var last: [OwnedEntry] = []
        try? source.eachOutboxEntryFromLast { last.insert($0, at: 0) }
        let start = (first.last?.place ?? 0) + 1
        let end = last.first?.place ?? ((try? source.lastOutboxPlace()) ?? start - 1) + 1
        guard start <= end, end - start <= Self.probeLimit else { return (first + last, nil) }
        var lost = 0
        for place in start..<end {
            do {
                if let entry = try source.outboxEntry(at: place) { first.append(entry) }
            } catch {
                lost += 1
            }
        }
        return (first + last, first.isEmpty && last.isEmpty && lost == 0 ? nil : lost)
    }

    /// What can be read from the first on, and from the last on where there is damage; whether there is.
    private func both<Value>(
        ways read: (_ isReversed: Bool, _ each: (String, Value) -> Void) throws -> Void
    ) -> (found: [String: Value], isDamaged: Bool) {
        var found: [String: Value] = [:]
        do {
            try read(false) { found[$0] = $1 }
            return (found, false)
        } catch {
            try? read(true) { found[$0] = $1 }
            return (found, true)
        }
    }
}
