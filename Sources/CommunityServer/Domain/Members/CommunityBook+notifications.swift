import Community
import SQLite

/// What members should know of.
extension CommunityBook {
    private static let insertNotification: SQL = """
        INSERT INTO notifications (member_id, kind, thread_id, message_id, text, created_at) VALUES (?, ?, ?, ?, ?, ?)
        """

    /// Stores a notification and tells of it; nothing from somebody the member has blocked.
    func notify(
        _ member: Int64,
        _ kind: NotificationKind,
        _ text: String,
        thread: Int64? = nil,
        message: Int64? = nil,
        from sender: Int64
    ) throws {
        if try hasBlocked(member, sender) { return }
        let createdAt = now
        let id = try database.insert(Self.insertNotification, member, kind.rawValue, thread, message, text, createdAt)
        let notification = WireNotification(
            notificationId: String(id),
            kind: kind,
            threadId: thread.map { String($0) },
            messageId: message.map { String($0) },
            text: ServerText(text),
            createdAt: createdAt
        )
        emit(.notificationCreated(notification), thread: thread, to: [member])
    }

    private static let notificationPage: SQL = """
        SELECT id, kind, thread_id, message_id, text, created_at, read_at FROM notifications
        WHERE member_id = ? AND id < ? ORDER BY id DESC LIMIT ?
        """

    func notifications(_ request: BackwardPageRequest, for member: Int64) throws -> NotificationPage {
        let rows = try database.rows(Self.notificationPage, member, request.before, request.limit + 1) { row in
            WireNotification(
                notificationId: String(row.integer(0)),
                kind: NotificationKind(rawValue: row.text(1)) ?? .fallback,
                threadId: row.integerIfAny(2).map { String($0) },
                messageId: row.integerIfAny(3).map { String($0) },
                text: ServerText(row.text(4)),
                createdAt: row.time(5),
                readAt: row.timeIfAny(6)
            )
        }
        let items = Array(rows.prefix(request.limit))
        let hasMore = rows.count > request.limit
        return NotificationPage(
            items: items,
            hasMore: hasMore,
            nextBefore: hasMore ? items.last?.notificationId : nil
        )
    }

    func readNotifications(upTo id: Int64, by member: Int64) throws {
        try database.run(
            "UPDATE notifications SET read_at = ? WHERE member_id = ? AND id <= ? AND read_at IS NULL",
            now,
            member,
            id
        )
    }
}
