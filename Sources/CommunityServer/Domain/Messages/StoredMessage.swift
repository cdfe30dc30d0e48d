import Community
import SQLite

/// A message's row.
struct StoredMessage {
    /// What hangs on a message; bits of `messages.extras`.
    struct Extras: OptionSet {
        let rawValue: Int
        static let files = Extras(rawValue: 1)
        static let mentions = Extras(rawValue: 2)
        static let reactions = Extras(rawValue: 4)
    }

    var id: Int64
    var thread: Int64
    var sender: Int64
    var senderName: String
    var content: String
    var type: MessageType
    var replyTo: Int64?
    var clientID: String
    var extras: Extras
    var hiddenFrom: Int64?
    var createdAt: Timestamp
    var editedAt: Timestamp?
    var deletedAt: Timestamp?

    /// What ``init(_:)`` reads; `m` is the message and `s` its sender.
    static let columns: SQL = """
        m.id, m.thread_id, m.sender_id, s.name, m.content, m.type, m.reply_to, m.client_id, m.extras, m.hidden_from,
        m.created_at, m.edited_at, m.deleted_at
        """

    init(_ row: borrowing SQLiteRow) {
        id = row.integer(0)
        thread = row.integer(1)
        sender = row.integer(2)
        senderName = row.text(3)
        content = row.text(4)
        type = MessageType(rawValue: row.text(5)) ?? .fallback
        replyTo = row.integerIfAny(6)
        clientID = row.text(7)
        extras = Extras(rawValue: row.count(8))
        hiddenFrom = row.integerIfAny(9)
        createdAt = row.time(10)
        editedAt = row.timeIfAny(11)
        deletedAt = row.timeIfAny(12)
    }

    /// Whether a member gets to see it: not the one who had blocked its sender.
    func isVisible(to member: Int64) -> Bool { hiddenFrom != member }
}
