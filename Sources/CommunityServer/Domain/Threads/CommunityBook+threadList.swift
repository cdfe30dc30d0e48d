import Community
import SQLite

/// The thread list. The filter holds for pinned threads as well; `nextOffset` and `total` count the others.
extension CommunityBook {
    // A direct thread that somebody else has opened comes up with its first message.
    private static let joined: SQL = """
        SELECT t.id, t.title, t.description, t.category, m.is_pinned, t.kind, m.last_read_id,
            COALESCE((SELECT n.created_at FROM messages n WHERE n.thread_id = t.id
                AND (n.hidden_from IS NULL OR n.hidden_from <> m.member_id) ORDER BY n.id DESC LIMIT 1),
                CASE WHEN t.kind = 'DIRECT' AND t.created_by <> m.member_id THEN NULL ELSE t.created_at END)
        FROM thread_members m JOIN threads t ON t.id = m.thread_id
        WHERE m.member_id = ? AND t.deleted_at IS NULL AND (? = -1 OR t.workspace_id = ?)
        """

    private static let joinable: SQL = """
        SELECT t.id, t.title, t.category, t.created_at FROM threads t
        WHERE t.kind = 'OPEN' AND t.deleted_at IS NULL AND (? = -1 OR t.workspace_id = ?)
            AND (t.workspace_id IS NULL OR EXISTS (
                SELECT 1 FROM workspace_members w WHERE w.workspace_id = t.workspace_id AND w.member_id = ?))
            AND NOT EXISTS (SELECT 1 FROM thread_members m WHERE m.thread_id = t.id AND m.member_id = ?)
        """

    private struct JoinedRow {
        var entry: ThreadListEntry
        var description: String
        var category: String
        var isDirect: Bool
        var lastRead: Int64
        var isShown: Bool
    }

    func threadPage(_ request: ThreadListRequest, for member: Int64) throws -> ThreadPage {
        if let workspace = request.workspace { _ = try workspaceRole(workspace, of: member) }
        let entries = try joinedEntries(request, for: member) + joinableEntries(request, for: member)
        // A search looks through everything and puts nothing on top.
        let isSearch = request.search != nil
        let sorted = entries.sorted(by: ThreadListEntry.isBefore)
        let pinned = isSearch ? [] : sorted.filter(\.isPinned)
        let others = isSearch ? sorted : sorted.filter { !$0.isPinned }
        var page = ThreadPage(nextOffset: request.page.next(total: others.count), total: others.count)
        for entry in pinned { page.pinned.append(try threadView(entry.id, for: member)) }
        for entry in request.page.slice(others) { page.threads.append(try threadView(entry.id, for: member)) }
        return page
    }

    private func joinedEntries(_ request: ThreadListRequest, for member: Int64) throws -> [ThreadListEntry] {
        let workspace = request.workspace ?? -1
        let rows = try database.rows(Self.joined, member, workspace, workspace) { row in
            JoinedRow(
                entry: ThreadListEntry(
                    id: row.integer(0),
                    title: row.text(1),
                    isJoined: true,
                    isPinned: row.truth(4),
                    activeAt: row.time(7)
                ),
                description: row.text(2),
                category: row.text(3),
                isDirect: row.text(5) == ThreadRights.Kind.direct.rawValue,
                lastRead: row.integer(6),
                isShown: row.integerIfAny(7) != nil
            )
        }
        return try rows.filter { try $0.isShown && isWanted($0, request, for: member) }.map(\.entry)
    }

    private func isWanted(_ row: JoinedRow, _ request: ThreadListRequest, for member: Int64) throws -> Bool {
        switch request.filter {
        case .all: break
        case .category(let category): guard row.category == category.rawValue else { return false }
        case .unread:
            guard try unreadCount(in: row.entry.id, after: row.lastRead, for: member) > 0 else { return false }
        }
        guard let search = request.search, !search.isEmpty else { return true }
        if row.isDirect, let roster = try roster(row.entry.id) {
            return Self.contains(try otherName(in: roster, besides: member), search)
        }
        return Self.contains(row.entry.title, search) || Self.contains(row.description, search)
    }

    private func joinableEntries(_ request: ThreadListRequest, for member: Int64) throws -> [ThreadListEntry] {
        // What one is not in can't be unread.
        if request.filter == .unread { return [] }
        let workspace = request.workspace ?? -1
        let rows = try database.rows(Self.joinable, workspace, workspace, member, member) { row in
            (
                entry: ThreadListEntry(
                    id: row.integer(0),
                    title: row.text(1),
                    isJoined: false,
                    isPinned: false,
                    activeAt: row.time(3)
                ),
                category: row.text(2)
            )
        }
        return rows.filter { row in
            if case .category(let category) = request.filter, row.category != category.rawValue { return false }
            // The description is not theirs to see, so it is not searched either.
            return request.search.map { $0.isEmpty || Self.contains(row.entry.title, $0) } ?? true
        }.map(\.entry)
    }

    private static func contains(_ text: String, _ search: String) -> Bool {
        NormalText.folded(text).contains(NormalText.folded(search))
    }
}
