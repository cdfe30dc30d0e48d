import Community
import SQLite

/// Reads messages as the wire has them; on the book's connection or on a reading one.
struct MessageReader {
    let database: SQLiteDatabase

    static let select: SQL = """
        SELECT \(StoredMessage.columns) FROM messages m JOIN members s ON s.id = m.sender_id
        """
    private static let one: SQL = "\(select) WHERE m.id = ?"
    private static let page: SQL = """
        \(select) WHERE m.thread_id = ? AND m.id < ? AND (m.hidden_from IS NULL OR m.hidden_from <> ?)
        ORDER BY m.id DESC LIMIT ?
        """

    func message(_ id: Int64) throws(SQLiteFailure) -> StoredMessage? {
        try database.first(Self.one, id, read: StoredMessage.init)
    }

    /// A page of a thread, newest first.
    func page(
        of thread: Int64,
        _ request: BackwardPageRequest,
        for member: Int64
    ) throws(SQLiteFailure) -> MessagePage {
        // One more than asked for tells whether there is more.
        let rows = try database.rows(
            Self.page,
            thread,
            request.before,
            member,
            request.limit + 1,
            read: StoredMessage.init
        )
        return try messagePage(rows, limit: request.limit, for: member)
    }

    func messagePage(
        _ rows: [StoredMessage],
        limit: Int,
        for member: Int64
    ) throws(SQLiteFailure) -> MessagePage {
        var messages: [WireMessage] = []
        for row in rows.prefix(limit) { messages.append(try wire(row, for: member)) }
        let hasMore = rows.count > limit
        return MessagePage(
            messages: messages,
            hasMore: hasMore,
            nextBefore: hasMore ? messages.last?.messageId : nil
        )
    }

    /// The message as one member sees it; for nobody in particular when `member` is nil.
    func wire(_ row: StoredMessage, for member: Int64?) throws(SQLiteFailure) -> WireMessage {
        var message = WireMessage(
            messageId: String(row.id),
            threadId: String(row.thread),
            senderId: String(row.sender),
            senderName: row.senderName,
            content: row.content,
            type: row.type,
            clientMessageId: row.clientID,
            createdAt: row.createdAt,
            editedAt: row.editedAt,
            deletedAt: row.deletedAt
        )
        // A deleted message keeps its place and nothing else.
        if row.deletedAt != nil { return message }
        if let target = row.replyTo { message.replyTo = try replyTarget(target) }
        if row.extras.contains(.files) { message.files = try files(of: row.id) }
        if row.extras.contains(.mentions) { message.mentions = try mentions(of: row.id) }
        if row.extras.contains(.reactions) { message.reactions = try reactions(of: row.id).wire(for: member) }
        return message
    }

    func replyTarget(_ id: Int64) throws(SQLiteFailure) -> WireReplyTarget? {
        guard let row = try message(id) else { return nil }
        return WireReplyTarget(
            messageId: String(row.id),
            senderName: row.senderName,
            snippet: row.deletedAt == nil ? TextRules.snippet(row.content) : ""
        )
    }

    private static let filesOfMessage: SQL = """
        SELECT f.id, f.name, f.size FROM message_files h JOIN files f ON f.id = h.file_id
        WHERE h.message_id = ? ORDER BY h.position
        """

    func files(of message: Int64) throws(SQLiteFailure) -> [WireFile] {
        try database.rows(Self.filesOfMessage, message) { row in
            WireFile(
                fileId: String(row.integer(0)),
                fileName: row.text(1),
                fileSize: row.count(2),
                fileUrl: FileShelf.url(of: row.integer(0))
            )
        }
    }

    private static let mentionsOfMessage: SQL = """
        SELECT p.id, p.name FROM message_mentions n JOIN members p ON p.id = n.member_id
        WHERE n.message_id = ? ORDER BY p.id
        """

    func mentions(of message: Int64) throws(SQLiteFailure) -> [WireMention] {
        try database.rows(Self.mentionsOfMessage, message) { row in
            WireMention(memberId: String(row.integer(0)), name: row.text(1))
        }
    }

    private static let reactionsOfMessage: SQL =
        "SELECT emoji, member_id FROM reactions WHERE message_id = ? ORDER BY id"

    func reactions(of message: Int64) throws(SQLiteFailure) -> ReactionBoard {
        ReactionBoard(try database.rows(Self.reactionsOfMessage, message) { ($0.text(0), $0.integer(1)) })
    }
}
