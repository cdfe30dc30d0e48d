import Community
import SQLite

/// Workspaces. Those who are not in one don't learn that it is there.
extension CommunityBook {
    func workspaceRole(_ id: Int64, of member: Int64) throws -> MemberRole {
        let role = try database.first(
            "SELECT role FROM workspace_members WHERE workspace_id = ? AND member_id = ?",
            id,
            member,
            read: { $0.role(0) }
        )
        guard let role else { throw Refusal.noWorkspace }
        return role
    }

    func isInWorkspace(_ member: Int64, _ id: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM workspace_members WHERE workspace_id = ? AND member_id = ?", id, member)
    }

    func memberCount(ofWorkspace id: Int64) throws -> Int {
        try database.first("SELECT count(*) FROM workspace_members WHERE workspace_id = ?", id) { $0.count(0) } ?? 0
    }

    private func members(ofWorkspace id: Int64) throws -> [Int64] {
        try database.rows("SELECT member_id FROM workspace_members WHERE workspace_id = ?", id) { $0.integer(0) }
    }

    func workspaceView(_ id: Int64, for member: Int64) throws -> WireWorkspace {
        let role = try workspaceRole(id, of: member)
        let count = try memberCount(ofWorkspace: id)
        let view = try database.first(
            "SELECT name, description, icon, created_at, updated_at FROM workspaces WHERE id = ?",
            id
        ) { row in
            WireWorkspace(
                workspaceId: String(id),
                name: row.text(0),
                description: row.text(1),
                icon: row.text(2),
                memberCount: count,
                myRole: role,
                createdAt: row.time(3),
                updatedAt: row.time(4)
            )
        }
        guard let view else { throw Refusal.noWorkspace }
        return view
    }

    func workspaces(of member: Int64) throws -> WorkspaceList {
        let ids = try database.rows(
            "SELECT workspace_id FROM workspace_members WHERE member_id = ? ORDER BY joined_at, workspace_id",
            member
        ) { $0.integer(0) }
        return WorkspaceList(items: try ids.map { try workspaceView($0, for: member) })
    }

    func createWorkspace(_ body: CreateWorkspaceBody, by member: Int64) throws -> WireWorkspace {
        let name = try TextRules.line(body.name, "name", TextRules.workspaceName)
        let description = try TextRules.lines(body.description ?? "", "description", TextRules.threadDescription)
        let icon = try TextRules.line(body.icon ?? "", "icon", TextRules.icon)
        let time = now
        let id = try database.insert(
            "INSERT INTO workspaces (name, description, icon, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
            name,
            description,
            icon,
            time,
            time
        )
        try add(member, .owner, toWorkspace: id)
        return try workspaceView(id, for: member)
    }

    private func add(_ member: Int64, _ role: MemberRole, toWorkspace id: Int64) throws {
        try database.run("INSERT INTO workspace_members VALUES (?, ?, ?, ?)", id, member, role.rawValue, now)
    }

    func updateWorkspace(_ id: Int64, _ body: UpdateWorkspaceBody, by member: Int64) throws {
        guard ThreadRights.mayEdit(try workspaceRole(id, of: member)) else {
            throw Refusal.notAllowed("Only the workspace's owner and administrators change it")
        }
        let name = try body.name.map { try TextRules.line($0, "name", TextRules.workspaceName) }
        let description = try body.description.map {
            try TextRules.lines($0, "description", TextRules.threadDescription)
        }
        let icon = try body.icon.map { try TextRules.line($0, "icon", TextRules.icon) }
        try database.run(
            """
            UPDATE workspaces SET name = COALESCE(?, name), description = COALESCE(?, description),
                icon = COALESCE(?, icon), updated_at = ? WHERE id = ?
            """,
            name,
            description,
            icon,
            now,
            id
        )
        try tellWorkspaceChange(id)
    }

    /// `workspace.updated` to everybody in it, each with their own role.
    private func tellWorkspaceChange(_ id: Int64) throws {
        let event = nextEventID()
        let members = Dictionary(grouping: try members(ofWorkspace: id)) { member in
            (try? workspaceRole(id, of: member)) ?? .member
        }
        for group in members.values {
            guard let one = group.first else { continue }
            emit(.workspaceUpdated(try workspaceView(id, for: one)), thread: nil, eventID: event, to: group)
        }
    }

    /// Its threads go with it.
    func deleteWorkspace(_ id: Int64, by member: Int64) throws {
        guard ThreadRights.mayDelete(try workspaceRole(id, of: member)) else {
            throw Refusal.notAllowed("Only the workspace's owner deletes it")
        }
        try endWorkspace(id)
    }

    private func endWorkspace(_ id: Int64) throws {
        let threads = try database.rows(
            "SELECT id FROM threads WHERE workspace_id = ? AND deleted_at IS NULL",
            id
        ) { $0.integer(0) }
        for thread in threads {
            if let roster = try roster(thread) { try endThread(thread, roster) }
        }
        let members = try members(ofWorkspace: id)
        if let one = members.first {
            var view = try workspaceView(id, for: one)
            view.myRole = nil
            emit(.workspaceDeleted(view), to: members)
        }
        try database.run("DELETE FROM workspace_members WHERE workspace_id = ?", id)
        try database.run("DELETE FROM workspace_invites WHERE workspace_id = ?", id)
        try database.run("UPDATE threads SET workspace_id = NULL WHERE workspace_id = ?", id)
        try database.run("DELETE FROM workspaces WHERE id = ?", id)
    }

    // MARK: Members

    func inviteToWorkspace(_ id: Int64, _ body: WorkspaceInviteBody, by member: Int64) throws {
        guard ThreadRights.mayEdit(try workspaceRole(id, of: member)) else {
            throw Refusal.notAllowed("Only the workspace's owner and administrators invite to it")
        }
        switch body {
        case .members(let ids):
            for other in try invitees(ids) { try welcome(other, toWorkspace: id, by: member) }
        case .email(let address):
            let email = try TextRules.email(address)
            let other = try database.first("SELECT id FROM members WHERE email = ?", email) { $0.integer(0) }
            if let other {
                try welcome(other, toWorkspace: id, by: member)
            } else {
                // Whether an address has an account is not told. An invitation waits until one is opened with it.
                try database.run("INSERT INTO workspace_invites VALUES (?, ?) ON CONFLICT DO NOTHING", id, email)
            }
        }
    }

    private func welcome(_ other: Int64, toWorkspace id: Int64, by member: Int64) throws {
        if try isInWorkspace(other, id) || hasBlocked(other, member) { return }
        try add(other, .member, toWorkspace: id)
        let view = try workspaceView(id, for: other)
        emit(.workspaceInvited(view), to: [other])
        try tellWorkspaceChange(id)
        try notify(other, .invite, "\(try name(of: member)) invited you to \(view.name)", from: member)
    }

    /// Invitations that waited for an e-mail address.
    func takeUpInvites(of email: String, by member: Int64) throws {
        let ids = try database.rows("SELECT workspace_id FROM workspace_invites WHERE email = ?", email) {
            $0.integer(0)
        }
        for id in ids {
            try add(member, .member, toWorkspace: id)
            try tellWorkspaceChange(id)
        }
        try database.run("DELETE FROM workspace_invites WHERE email = ?", email)
    }

    func removeFromWorkspace(_ other: Int64, _ id: Int64, by member: Int64) throws {
        let role = try workspaceRole(id, of: member)
        guard try isInWorkspace(other, id) else { throw Refusal.noMember }
        guard other != member else { throw Refusal.conflict("Leave the workspace instead") }
        guard ThreadRights.mayRemove(role, try workspaceRole(id, of: other)) else {
            throw Refusal.notAllowed("You can't send this member away")
        }
        try drop(other, fromWorkspace: id)
    }

    func leaveWorkspace(_ id: Int64, by member: Int64) throws {
        let role = try workspaceRole(id, of: member)
        if try memberCount(ofWorkspace: id) == 1 { return try endWorkspace(id) }
        guard role != .owner else {
            throw Refusal.conflict("Hand the workspace over to another member before you leave it")
        }
        try drop(member, fromWorkspace: id)
    }

    private static let threadsInWorkspace: SQL = """
        SELECT t.id FROM threads t JOIN thread_members m ON m.thread_id = t.id
        WHERE t.workspace_id = ? AND m.member_id = ?
        """

    /// Who goes from a workspace goes from its threads. To them it is gone.
    private func drop(_ member: Int64, fromWorkspace id: Int64) throws {
        var view = try workspaceView(id, for: member)
        let threads = try database.rows(Self.threadsInWorkspace, id, member) { $0.integer(0) }
        for thread in threads { try remove(member, fromThread: thread) }
        try database.run("DELETE FROM workspace_members WHERE workspace_id = ? AND member_id = ?", id, member)
        view.myRole = nil
        view.memberCount -= 1
        emit(.workspaceDeleted(view), to: [member])
        try tellWorkspaceChange(id)
    }

    func handOverWorkspace(_ id: Int64, to other: Int64, by member: Int64) throws {
        guard try workspaceRole(id, of: member) == .owner else {
            throw Refusal.notAllowed("Only the workspace's owner hands it over")
        }
        guard try isInWorkspace(other, id) else { throw Refusal.noMember }
        guard other != member else { throw Refusal.conflict("The workspace is yours already") }
        try setRole(.owner, of: other, inWorkspace: id)
        try setRole(.admin, of: member, inWorkspace: id)
        try tellWorkspaceChange(id)
    }

    private func setRole(_ role: MemberRole, of member: Int64, inWorkspace id: Int64) throws {
        try database.run(
            "UPDATE workspace_members SET role = ? WHERE workspace_id = ? AND member_id = ?",
            role.rawValue,
            id,
            member
        )
    }

    private static let heirOfWorkspace: SQL = """
        SELECT member_id FROM workspace_members WHERE workspace_id = ? AND member_id <> ?
        ORDER BY role = 'ADMIN' DESC, joined_at, member_id LIMIT 1
        """

    /// An account ends: what it owned goes to the one who has been there longest.
    func removeFromAllWorkspaces(_ member: Int64) throws {
        for workspace in try workspaces(of: member).items {
            guard let id = Int64(workspace.workspaceId) else { continue }
            let heir = try database.first(Self.heirOfWorkspace, id, member) { $0.integer(0) }
            guard let heir else {
                try endWorkspace(id)
                continue
            }
            if workspace.myRole == .owner { try setRole(.owner, of: heir, inWorkspace: id) }
            try drop(member, fromWorkspace: id)
        }
    }
}
