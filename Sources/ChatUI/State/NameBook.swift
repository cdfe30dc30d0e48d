import Chat

/// The names that members go by, by the server's identifiers: a message keeps the name its writer had.
struct NameBook: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        var name: String
        var time: Int64
    }

    private var entries: [String: Entry] = [:]

    /// The most members remembered.
    static let limit = 5000

    /// Somebody went by a name at a time, in milliseconds since 1970.
    mutating func hear(_ id: String, name: String, at time: Int64) {
        guard !id.isEmpty, !name.isEmpty else { return }
        if let known = entries[id] {
            guard time >= known.time else { return }
        } else if entries.count >= NameBook.limit {
            return
        }
        entries[id] = Entry(name: name, time: time)
    }

    /// The server says that somebody goes by a name now, whatever its clock says of their messages.
    mutating func hear(_ member: Member, at now: Int64) {
        hear(member.id, name: member.name, at: max(now, entries[member.id]?.time ?? now))
    }

    /// The writer of a message does.
    mutating func hear(_ message: ChatMessage) {
        if let id = message.senderID, let name = message.sender { hear(id, name: name, at: message.time) }
    }

    /// The name of a message's writer now.
    func sender(of message: ChatMessage) -> String? {
        message.senderID.flatMap { entries[$0]?.name } ?? message.sender
    }
}

extension CommunityState {
    /// Hears the names in what is new of a thread's history.
    mutating func hear(_ change: TimelineChange) {
        let items: [TimelineItem] =
            switch change {
            case .replaced(let items, _), .appended(let items, _), .inserted(let items, _, _): items
            case .updated(_, let item): [item]
            case .removed: []
            }
        for case .message(let message) in items { names.hear(message) }
    }
}
