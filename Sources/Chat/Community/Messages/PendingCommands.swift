import Community

/// Edits, deletions and reactions on their way to the server.
struct PendingCommands: Sendable {
    /// One of them.
    struct Entry: Sendable, Equatable {
        let destination: CommandDestination
        let body: LiveCommand.Body
        /// Names it over all attempts.
        let id: String
        /// What it goes by on the wire now; nil while it waits to be sent again.
        var commandID: String?
        var refusalCount = 0
    }

    /// The commands that may be under way at once.
    static let limit = 200

    private(set) var entries: [Entry] = []

    subscript(id: String) -> Entry? {
        get { entries.first { $0.id == id } }
        set {
            let index = entries.firstIndex { $0.id == id }
            switch (index, newValue) {
            case (let index?, let entry?): entries[index] = entry
            case (let index?, nil): entries.remove(at: index)
            case (nil, let entry?): entries.append(entry)
            case (nil, nil): break
            }
        }
    }

    var isFull: Bool { entries.count >= Self.limit }

    func entry(commandID: String) -> Entry? { entries.first { $0.commandID == commandID } }

    /// Takes out all; they went with the connection.
    mutating func removeAll() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    /// What an event of the server shows to be done.
    mutating func done(_ isDone: (CommandDestination) -> Bool) -> [Entry] {
        defer { entries.removeAll { isDone($0.destination) } }
        return entries.filter { isDone($0.destination) }
    }
}
