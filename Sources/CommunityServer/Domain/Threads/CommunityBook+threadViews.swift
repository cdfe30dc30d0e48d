import Community
import SQLite

/// Threads as one member sees them.
extension CommunityBook {
    func threadView(_ id: Int64, for member: Int64) throws -> WireThread {
        let (thread, roster) = try visibleThread(id, for: member)
        return try view(of: thread, roster, for: member)
    }

    func view(of thread: StoredThread, _ roster: ThreadRoster, for member: Int64) throws -> WireThread {
        var view = WireThread(
            threadId: String(thread.id),
            workspaceId: thread.workspace.map { String($0) },
            title: thread.title,
            category: thread.category,
            icon: thread.icon,
            memberCount: roster.members.count,
            maxMembers: thread.maxMembers,
            isDirect: thread.kind == .direct,
            createdBy: String(thread.createdBy),
            createdAt: thread.createdAt,
            updatedAt: thread.updatedAt
        )
        guard let membership = try membership(of: member, in: thread.id) else { return view }
        view.description = thread.description
        view.isJoined = true
        view.myRole = membership.role
        view.isPinned = membership.isPinned
        view.isMuted = membership.isMuted
        view.unreadCount = try unreadCount(in: thread.id, after: membership.lastRead, for: member)
        view.lastMessage = try lastMessage(in: thread.id, for: member)
        if thread.kind == .direct { view.title = try otherName(in: roster, besides: member) }
        return view
    }

    /// A direct thread is called after the other one.
    func otherName(in roster: ThreadRoster, besides member: Int64) throws -> String {
        guard let other = roster.members.first(where: { $0 != member }) else { return Self.goneName }
        return try name(of: other)
    }

    private static let membershipRow: SQL = """
        SELECT role, last_read_id, is_pinned, is_muted FROM thread_members WHERE thread_id = ? AND member_id = ?
        """

    func membership(of member: Int64, in thread: Int64) throws -> Membership? {
        try database.first(Self.membershipRow, thread, member) { row in
            Membership(
                role: row.role(0),
                lastRead: row.integer(1),
                isPinned: row.truth(2),
                isMuted: row.truth(3)
            )
        }
    }

    // Others' messages behind the watermark: what one wrote oneself, what was deleted or never arrived doesn't count.
    private static let unread: SQL = """
        SELECT count(*) FROM messages WHERE thread_id = ? AND id > ? AND sender_id <> ? AND deleted_at IS NULL
            AND (hidden_from IS NULL OR hidden_from <> ?)
        """

    func unreadCount(in thread: Int64, after lastRead: Int64, for member: Int64) throws -> Int {
        try database.first(Self.unread, thread, lastRead, member, member) { $0.count(0) } ?? 0
    }

    private static let newest: SQL = """
        \(MessageReader.select) WHERE m.thread_id = ? AND m.deleted_at IS NULL
            AND (m.hidden_from IS NULL OR m.hidden_from <> ?) ORDER BY m.id DESC LIMIT 1
        """

    func lastMessage(in thread: Int64, for member: Int64) throws -> WireLastMessage? {
        guard let row = try database.first(Self.newest, thread, member, read: StoredMessage.init) else { return nil }
        return WireLastMessage(
            preview: TextRules.snippet(try preview(of: row)),
            senderName: row.senderName,
            createdAt: row.createdAt
        )
    }

    /// Files speak for themselves where there is no text.
    private func preview(of message: StoredMessage) throws -> String {
        guard message.content.isEmpty, message.extras.contains(.files) else { return message.content }
        return try messages.files(of: message.id).map(\.fileName).joined(separator: ", ")
    }
}
