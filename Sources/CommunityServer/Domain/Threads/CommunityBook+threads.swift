import Community
import SQLite

/// Making, changing and deleting threads.
extension CommunityBook {
    private static let insertThread: SQL = """
        INSERT INTO threads
            (workspace_id, title, description, category, icon, max_members, kind, direct_key, created_by, created_at,
            updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// A thread made for members named with it is theirs alone, by invitation. One made for nobody in particular is open
    /// to everybody of the server, or of its workspace.
    func createThread(_ body: CreateThreadBody, by member: Int64) throws -> WireThread {
        let title = try TextRules.line(body.title, "title", TextRules.title)
        let description = try TextRules.lines(body.description, "description", TextRules.threadDescription)
        let icon = try TextRules.line(body.icon, "icon", TextRules.icon)
        let workspace = try body.workspaceId.map { try Identifier.read($0, "workspaceId") }
        if let workspace { _ = try workspaceRole(workspace, of: member) }
        let invited = try invitees(body.memberIds ?? [], isEmptyFine: true)
        let kind: ThreadRights.Kind = invited.isEmpty ? .open : .invite
        let time = now
        let id = try database.insert(
            Self.insertThread,
            workspace,
            title,
            description,
            body.category.rawValue,
            icon,
            settings.threadMembers,
            kind.rawValue,
            String?.none,
            member,
            time,
            time
        )
        try addMember(member, .owner, to: id)
        try invite(invited.filter { $0 != member }, to: id, by: member, isNew: true)
        return try threadView(id, for: member)
    }

    func updateThread(_ id: Int64, _ body: UpdateThreadBody, by member: Int64) throws {
        let roster = try joinedRoster(id, for: member)
        guard roster.kind != .direct else { throw Refusal.conflict("A direct thread has no title of its own") }
        guard ThreadRights.mayEdit(roster.roles[member] ?? .member) else {
            throw Refusal.notAllowed("Only the thread's owner and administrators change it")
        }
        var thread = try thread(id)
        if let title = body.title { thread.title = try TextRules.line(title, "title", TextRules.title) }
        if let description = body.description {
            thread.description = try TextRules.lines(description, "description", TextRules.threadDescription)
        }
        if let icon = body.icon { thread.icon = try TextRules.line(icon, "icon", TextRules.icon) }
        if let category = body.category { thread.category = category }
        thread.updatedAt = now
        try database.run(
            "UPDATE threads SET title = ?, description = ?, category = ?, icon = ?, updated_at = ? WHERE id = ?",
            thread.title,
            thread.description,
            thread.category.rawValue,
            thread.icon,
            thread.updatedAt,
            id
        )
        tellChange(of: thread, roster)
    }

    func tellChange(of thread: StoredThread, _ roster: ThreadRoster) {
        let body = ThreadChanged(
            threadId: String(thread.id),
            title: thread.title,
            description: thread.description,
            category: thread.category,
            icon: thread.icon,
            memberCount: roster.members.count,
            maxMembers: thread.maxMembers,
            updatedAt: thread.updatedAt
        )
        emit(.threadUpdated(body), thread: thread.id, to: roster.members)
    }

    func deleteThread(_ id: Int64, by member: Int64) throws {
        let roster = try joinedRoster(id, for: member)
        guard roster.kind != .direct else { throw Refusal.conflict("A direct thread can't be deleted") }
        guard ThreadRights.mayDelete(roster.roles[member] ?? .member) else {
            throw Refusal.notAllowed("Only the thread's owner deletes it")
        }
        try endThread(id, roster)
    }

    /// Takes a thread away from everybody. Its messages stay in the database, out of reach.
    func endThread(_ id: Int64, _ roster: ThreadRoster) throws {
        let deletedAt = now
        try database.run("UPDATE threads SET deleted_at = ? WHERE id = ?", deletedAt, id)
        try database.run("DELETE FROM thread_members WHERE thread_id = ?", id)
        cache[roster: id] = nil
        let body = ThreadDeleted(threadId: String(id), deletedAt: deletedAt)
        emit(.threadDeleted(body), thread: id, to: roster.members)
    }

    func setPinned(_ isPinned: Bool, _ id: Int64, by member: Int64) throws {
        _ = try joinedRoster(id, for: member)
        try database.run(
            "UPDATE thread_members SET is_pinned = ? WHERE thread_id = ? AND member_id = ?",
            isPinned,
            id,
            member
        )
    }

    func setMuted(_ isMuted: Bool, _ id: Int64, by member: Int64) throws {
        _ = try joinedRoster(id, for: member)
        try database.run(
            "UPDATE thread_members SET is_muted = ? WHERE thread_id = ? AND member_id = ?",
            isMuted,
            id,
            member
        )
    }

    // MARK: Direct threads

    /// The thread with another member; made where there is none. The other one is told with the first message.
    func openDirect(with other: Int64, by member: Int64) throws -> WireThread {
        guard other != member else { throw Refusal.conflict("A direct thread is with somebody else") }
        guard try isMember(other) else { throw Refusal.noMember }
        let key = "\(min(member, other))-\(max(member, other))"
        if let id = try database.first("SELECT id FROM threads WHERE direct_key = ?", key, read: { $0.integer(0) }) {
            return try threadView(id, for: member)
        }
        let time = now
        let id = try database.insert(
            Self.insertThread,
            Int64?.none,
            "",
            "",
            ThreadCategory.free.rawValue,
            "",
            2,
            ThreadRights.Kind.direct.rawValue,
            key,
            member,
            time,
            time
        )
        // Two equals: nobody of them owns it.
        try addMember(member, .member, to: id)
        try addMember(other, .member, to: id)
        return try threadView(id, for: member)
    }

    private static let visibleBefore: SQL = """
        SELECT 1 FROM messages WHERE thread_id = ? AND id < ? AND (hidden_from IS NULL OR hidden_from <> ?) LIMIT 1
        """

    /// Tells the other one of a direct thread before its first message comes.
    func introduceDirectThread(_ id: Int64, message: Int64, to audience: [Int64], from sender: Int64) throws {
        for other in audience where other != sender {
            if try database.exists(Self.visibleBefore, id, message, other) { continue }
            emit(.threadInvited(try threadView(id, for: other)), thread: id, to: [other])
        }
    }
}
