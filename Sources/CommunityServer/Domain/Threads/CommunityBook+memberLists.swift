import Community
import SQLite

/// Lists of members.
extension CommunityBook {
    private static let wireMember: SQL = "p.id, p.name, p.part, p.image_file"

    static func wireMember(_ row: borrowing SQLiteRow) -> WireMember {
        WireMember(
            memberId: String(row.integer(0)),
            name: row.text(1),
            part: row.text(2).nilIfEmpty,
            profileImageUrl: row.integerIfAny(3).map { FileShelf.url(of: $0) },
            role: row.role(4)
        )
    }

    // Owner, administrators, members; by name in each.
    private static let membersOfThread: SQL = """
        SELECT \(wireMember), m.role FROM thread_members m JOIN members p ON p.id = m.member_id WHERE m.thread_id = ?
        ORDER BY CASE m.role WHEN 'OWNER' THEN 0 WHEN 'ADMIN' THEN 1 ELSE 2 END, p.name_key, p.id LIMIT ? OFFSET ?
        """

    func threadMembers(_ id: Int64, _ page: PageRequest, for member: Int64) throws -> MemberPage {
        let roster = try joinedRoster(id, for: member)
        let items = try database.rows(
            Self.membersOfThread,
            id,
            page.limit,
            page.offset,
            read: Self.wireMember
        )
        let total = roster.members.count
        return MemberPage(items: items, nextOffset: page.next(total: total), total: total)
    }

    private static let invitableFilter: SQL = """
        FROM members p WHERE p.deleted_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM thread_members m WHERE m.thread_id = ?1 AND m.member_id = p.id)
            AND (?2 = -1 OR EXISTS (
                SELECT 1 FROM workspace_members w WHERE w.workspace_id = ?2 AND w.member_id = p.id))
        """
    private static let invitable: SQL = """
        SELECT \(wireMember), 'MEMBER' \(invitableFilter) ORDER BY p.name_key, p.id LIMIT ?3 OFFSET ?4
        """
    private static let invitableCount: SQL = "SELECT count(*) \(invitableFilter)"

    /// Who could be invited: everybody of the server, or of the thread's workspace, who is not in it.
    func invitable(_ id: Int64, _ page: PageRequest, for member: Int64) throws -> MemberPage {
        let roster = try joinedRoster(id, for: member)
        if roster.kind == .direct { return MemberPage() }
        let workspace = try thread(id).workspace ?? -1
        let total = try database.first(Self.invitableCount, id, workspace) { $0.count(0) } ?? 0
        let items = try database.rows(
            Self.invitable,
            id,
            workspace,
            page.limit,
            page.offset,
            read: Self.wireMember
        )
        return MemberPage(items: items, nextOffset: page.next(total: total), total: total)
    }

    private static let membersOfWorkspace: SQL = """
        SELECT \(wireMember), m.role FROM workspace_members m JOIN members p ON p.id = m.member_id
        WHERE m.workspace_id = ?
        ORDER BY CASE m.role WHEN 'OWNER' THEN 0 WHEN 'ADMIN' THEN 1 ELSE 2 END, p.name_key, p.id LIMIT ? OFFSET ?
        """

    func workspaceMembers(_ id: Int64, _ page: PageRequest, for member: Int64) throws -> MemberPage {
        _ = try workspaceRole(id, of: member)
        let total = try memberCount(ofWorkspace: id)
        let items = try database.rows(
            Self.membersOfWorkspace,
            id,
            page.limit,
            page.offset,
            read: Self.wireMember
        )
        return MemberPage(items: items, nextOffset: page.next(total: total), total: total)
    }
}
