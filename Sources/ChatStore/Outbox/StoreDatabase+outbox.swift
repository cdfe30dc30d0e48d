import SQLite

extension StoreDatabase {
    func queue(_ entry: OutboxEntry) throws {
        try database.add(entry, owner: client.name)
    }

    /// Takes over what programs that have ended have left, and returns all that is ours now.
    func adoptOutbox() throws -> [OutboxEntry] {
        let owners = try database.rows("SELECT DISTINCT owner FROM outbox WHERE owner <> ?", client.name) { $0.text(0) }
        for owner in owners where ClientLock.isAbandoned(owner, in: files.clients) {
            try database.run("UPDATE outbox SET owner = ? WHERE owner = ?", client.name, owner)
        }
        var entries: [OutboxEntry] = []
        try database.eachOutboxEntry { if $0.owner == client.name { entries.append($0.entry) } }
        return entries
    }

    func deliver(_ outboxID: String, to threadID: String, _ message: StoredMessage?) throws {
        try database.removeEntry(outboxID)
        if let message { try arrive(message, in: threadID) }
    }
}
