import Community
import SQLite

/// Who is in a thread, and who is refused.
///
/// A member sees the threads they are in. Of open ones they have not joined they see title, category, icon and how many
/// are in it, so that they can join; not the description, the last message, the members or any message. Of all others
/// they see nothing: those answer as if they weren't there.
extension CommunityBook {
    private static let rosterOfThread: SQL = "SELECT member_id, role FROM thread_members WHERE thread_id = ?"
    private static let kindOfThread: SQL = "SELECT kind FROM threads WHERE id = ? AND deleted_at IS NULL"

    /// Nil where there is no such thread.
    func roster(_ thread: Int64) throws -> ThreadRoster? {
        if let roster = cache[roster: thread] { return roster }
        guard let kind = try database.first(Self.kindOfThread, thread, read: { $0.text(0) }) else { return nil }
        let rows = try database.rows(Self.rosterOfThread, thread) { ($0.integer(0), $0.role(1)) }
        let roster = ThreadRoster(
            kind: ThreadRights.Kind(rawValue: kind) ?? .invite,
            roles: Dictionary(rows, uniquingKeysWith: { first, _ in first })
        )
        cache[roster: thread] = roster
        return roster
    }

    /// The thread's members, for one of them; others are refused.
    func joinedRoster(_ thread: Int64, for member: Int64) throws -> ThreadRoster {
        guard let roster = try roster(thread) else { throw Refusal.noThread }
        if roster.roles[member] != nil { return roster }
        throw try maySee(thread, roster, member) ? Refusal.notJoined : Refusal.noThread
    }

    /// Whether somebody who is not in a thread may know of it.
    private func maySee(_ thread: Int64, _ roster: ThreadRoster, _ member: Int64) throws -> Bool {
        guard roster.kind == .open else { return false }
        return try database.exists(Self.visibleOpenThread, thread, member)
    }

    private static let visibleOpenThread: SQL = """
        SELECT 1 FROM threads t WHERE t.id = ? AND (t.workspace_id IS NULL OR EXISTS (
            SELECT 1 FROM workspace_members w WHERE w.workspace_id = t.workspace_id AND w.member_id = ?))
        """

    private static let threadRow: SQL = """
        SELECT \(StoredThread.columns) FROM threads t WHERE t.id = ? AND t.deleted_at IS NULL
        """

    func thread(_ id: Int64) throws -> StoredThread {
        guard let thread = try database.first(Self.threadRow, id, read: StoredThread.init) else {
            throw Refusal.noThread
        }
        return thread
    }

    /// The thread for somebody who may know of it, and their role where they have joined.
    func visibleThread(_ id: Int64, for member: Int64) throws -> (StoredThread, ThreadRoster) {
        guard let roster = try roster(id) else { throw Refusal.noThread }
        guard try roster.roles[member] != nil || maySee(id, roster, member) else { throw Refusal.noThread }
        return (try thread(id), roster)
    }
}
