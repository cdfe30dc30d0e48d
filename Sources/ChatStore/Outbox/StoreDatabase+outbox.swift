import SQLite

extension StoreDatabase {
    func queue(_ entry: OutboxEntry) throws {
        try database.add(entry, owner: client?.name ?? "")
        // What was begun has become a message, in the same transaction: it is never both.
        try database.run("DELETE FROM drafts WHERE thread = ? AND text = ?", entry.threadID, entry.text)
    }

    /// Takes over what programs that have ended have left, and returns all that is ours now.
    func adoptOutbox() throws -> [OutboxEntry] {
        _ = try adoptAbandoned()
        var entries: [OutboxEntry] = []
        try database.eachOutboxEntry { if $0.owner == client?.name { entries.append($0.entry) } }
        return entries
    }

    /// Takes over what programs that have ended have left, and returns it, in the order of writing.
    func adoptAbandoned() throws -> [OutboxEntry] {
        guard let client else { return [] }
        let abandoned = try otherOwners().filter { ClientLock.isAbandoned($0, in: files.clients) }
        guard !abandoned.isEmpty else { return [] }
        var entries: [OutboxEntry] = []
        try database.eachOutboxEntry { if abandoned.contains($0.owner) { entries.append($0.entry) } }
        for owner in abandoned {
            try database.run("UPDATE outbox SET owner = ? WHERE owner = ?", client.name, owner)
        }
        return entries
    }

    /// Whether other programs have messages in the outbox, whether they have ended or not.
    var hasOthersEntries: Bool {
        get throws { try !otherOwners().isEmpty }
    }

    private func otherOwners() throws -> [String] {
        try database.rows("SELECT DISTINCT owner FROM outbox WHERE owner <> ?", client?.name) { $0.text(0) }
    }

    func deliver(_ outboxID: String, to threadID: String, _ message: StoredMessage?) throws {
        try database.removeEntry(outboxID)
        if let message { try arrive(message, in: threadID) }
    }
}
