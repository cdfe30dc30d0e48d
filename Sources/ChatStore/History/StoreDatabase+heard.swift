import SQLite

// Messages to which their server gives no name. Several programs of one account hear the same ones, moments apart.
extension StoreDatabase {
    /// Stored messages of one kind that are looked at, at most.
    private static var lookLimit: Int { 256 }

    /// Stores a message that came live, unless another program has stored it: one of the same kind, of about the same
    /// time, which this program has not heard already.
    ///
    /// - Parameter kind: the same for messages that say the same.
    func hear(_ message: StoredMessage, kind: String, in threadID: String) throws {
        let thread = try keyMakingThread(threadID)
        if heard.isTellingApart(at: message.time), let name = try unheard(kind, at: message.time, in: thread) {
            return heard.add(name, at: message.time)
        }
        var message = message
        message.id = Self.name(kind, at: message.time) + " " + message.id
        heard.add(message.id, at: message.time)
        try arrive(message, in: threadID)
    }

    private func unheard(_ kind: String, at time: Int64, in thread: Int64) throws -> String? {
        var found: String?
        var looked = 0
        try database.forEach(
            "SELECT server_id FROM messages WHERE thread = ? AND server_id BETWEEN ? AND ? ORDER BY server_id",
            thread,
            Self.name(kind, at: time - HeardMessages.window),
            Self.name(kind, at: time + HeardMessages.window)
        ) { row in
            let name = row.text(0)
            looked += 1
            if !heard.contains(name) { found = name }
            return found == nil && looked < Self.lookLimit
        }
        return found
    }

    /// In the order of time among those of a kind.
    private static func name(_ kind: String, at time: Int64) -> String {
        let digits = String(max(time, 0))
        return "~\(kind) " + String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
    }
}
