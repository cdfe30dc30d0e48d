import Community
import SQLite

/// Coming and going.
extension CommunityBook {
    /// Members to invite, as a request names them: 1 to 99, none twice, all there.
    func invitees(_ ids: [String], isEmptyFine: Bool = false) throws -> [Int64] {
        if ids.isEmpty, isEmptyFine { return [] }
        guard (1...MessageLimits.invitedMembers).contains(ids.count) else {
            throw Refusal.field("memberIds", "names \(ids.count) members, not 1 to \(MessageLimits.invitedMembers)")
        }
        let members = try ids.map { try Identifier.read($0, "memberIds") }
        guard Set(members).count == members.count else { throw Refusal.field("memberIds", "names a member twice") }
        for member in members where try !isMember(member) { throw Refusal.noMember }
        return members
    }

    private static let insertMember: SQL = """
        INSERT INTO thread_members (thread_id, member_id, role, joined_at, last_read_id)
        VALUES (?1, ?2, ?3, ?4, COALESCE((SELECT max(id) FROM messages WHERE thread_id = ?1), 0))
        """

    /// What was said before somebody came is history, not unread.
    func addMember(_ member: Int64, _ role: MemberRole, to thread: Int64) throws {
        try database.run(Self.insertMember, thread, member, role.rawValue, now)
        try database.run("DELETE FROM thread_exiles WHERE thread_id = ? AND member_id = ?", thread, member)
        cache.update(thread) { $0.set(member, role) }
    }

    func join(_ id: Int64, by member: Int64) throws -> WireThread {
        let (thread, roster) = try visibleThread(id, for: member)
        if roster.roles[member] == nil {
            let isExiled = try database.exists(
                "SELECT 1 FROM thread_exiles WHERE thread_id = ? AND member_id = ?",
                id,
                member
            )
            if isExiled { throw Refusal.notAllowed("You were sent away from this thread: ask for an invitation") }
            guard roster.members.count < thread.maxMembers else { throw Refusal.conflict("The thread is full") }
            try addMember(member, .member, to: id)
            try tellMembership(LivePayload.memberJoined, member, in: id)
        }
        return try threadView(id, for: member)
    }

    /// Tells everybody in a thread, and whoever just left it, that somebody came or went.
    func tellMembership(
        _ payload: (MembershipChanged) -> LivePayload,
        _ member: Int64,
        in thread: Int64,
        andAlso gone: Int64? = nil
    ) throws {
        guard let members = try roster(thread)?.members else { return }
        let body = MembershipChanged(memberId: String(member), memberCount: members.count)
        emit(payload(body), thread: thread, to: members + (gone.map { [$0] } ?? []))
    }

    func invite(_ members: [Int64], to id: Int64, by member: Int64, isNew: Bool = false) throws {
        let roster = try joinedRoster(id, for: member)
        guard ThreadRights.mayInvite(roster.roles[member] ?? .member, to: roster.kind) else {
            throw roster.kind == .direct
                ? Refusal.conflict("A direct thread is for two")
                : Refusal.notAllowed("Only the thread's owner and administrators invite to it")
        }
        let thread = try thread(id)
        // Those who are in it already have nothing new to learn, and those who block the inviter nothing to hear.
        let added = try members.filter { try roster.roles[$0] == nil && !hasBlocked($0, member) }
        guard roster.members.count + added.count <= thread.maxMembers else {
            throw Refusal.conflict("The thread holds \(thread.maxMembers) members")
        }
        for other in added {
            if let workspace = thread.workspace, try !isInWorkspace(other, workspace) {
                throw Refusal.field("memberIds", "names somebody who is not in the workspace")
            }
            try addMember(other, .member, to: id)
        }
        for other in added {
            emit(.threadInvited(try threadView(id, for: other)), thread: id, to: [other])
            if !isNew { try tellMembership(LivePayload.memberJoined, other, in: id) }
            let text = "\(try name(of: member)) invited you to \(thread.title)"
            try notify(other, .invite, text, thread: id, from: member)
        }
    }

    func kick(_ other: Int64, from id: Int64, by member: Int64) throws {
        let roster = try joinedRoster(id, for: member)
        guard roster.kind != .direct else { throw Refusal.conflict("A direct thread is for two") }
        guard let role = roster.roles[other] else { throw Refusal.noMember }
        guard other != member else { throw Refusal.conflict("Leave the thread instead") }
        guard ThreadRights.mayRemove(roster.roles[member] ?? .member, role) else {
            throw Refusal.notAllowed("You can't send this member away")
        }
        try dropMember(other, from: id)
        try database.run("INSERT INTO thread_exiles VALUES (?, ?) ON CONFLICT DO NOTHING", id, other)
        try tellMembership(LivePayload.memberKicked, other, in: id, andAlso: other)
    }

    /// The owner hands the thread over first; the last one out ends it.
    func leave(_ id: Int64, by member: Int64) throws {
        let roster = try joinedRoster(id, for: member)
        guard roster.kind != .direct else { throw Refusal.conflict("A direct thread stays; mute it instead") }
        if roster.members.count == 1 { return try endThread(id, roster) }
        guard roster.roles[member] != .owner else {
            throw Refusal.conflict("Give the thread to another member before you leave it")
        }
        try dropMember(member, from: id)
        try tellMembership(LivePayload.memberLeft, member, in: id, andAlso: member)
    }

    private func dropMember(_ member: Int64, from thread: Int64) throws {
        try database.run("DELETE FROM thread_members WHERE thread_id = ? AND member_id = ?", thread, member)
        cache.update(thread) { $0.remove(member) }
    }

    /// Somebody is gone for good, from the server or the thread's workspace: what they owned goes to the administrator,
    /// else the member, who has been in it the longest.
    func remove(_ member: Int64, fromThread id: Int64) throws {
        guard let roster = try roster(id), let role = roster.roles[member] else { return }
        if roster.members.count == 1 { return try endThread(id, roster) }
        try dropMember(member, from: id)
        if role == .owner, let heir = try database.first(Self.heir, id, read: { $0.integer(0) }) {
            try setRole(.owner, of: heir, in: id)
            let text = "\(try thread(id).title) is yours now, since its owner has left"
            try notify(heir, .notice, text, thread: id, from: heir)
        }
        try tellMembership(LivePayload.memberLeft, member, in: id, andAlso: member)
    }

    private static let heir: SQL = """
        SELECT member_id FROM thread_members WHERE thread_id = ? ORDER BY role = 'ADMIN' DESC, joined_at, member_id LIMIT 1
        """

    private func setRole(_ role: MemberRole, of member: Int64, in thread: Int64) throws {
        try database.run(
            "UPDATE thread_members SET role = ? WHERE thread_id = ? AND member_id = ?",
            role.rawValue,
            thread,
            member
        )
        cache.update(thread) { $0.set(member, role) }
    }

    /// Gives a role. The contract has no event for it: `thread.updated` makes everybody look again, and a notice tells
    /// the one it is about.
    func giveRole(_ role: MemberRole, to other: Int64, in id: Int64, by member: Int64) throws {
        let roster = try joinedRoster(id, for: member)
        guard roster.kind != .direct else { throw Refusal.conflict("A direct thread has no roles") }
        guard ThreadRights.mayGiveRoles(roster.roles[member] ?? .member) else {
            throw Refusal.notAllowed("Only the thread's owner gives roles")
        }
        guard let before = roster.roles[other] else { throw Refusal.noMember }
        guard other != member else {
            throw Refusal.conflict("Give the thread to another member to have another role yourself")
        }
        if before == role { return }
        try setRole(role, of: other, in: id)
        if role == .owner { try setRole(.admin, of: member, in: id) }
        let thread = try thread(id)
        tellChange(of: thread, try joinedRoster(id, for: member))
        let text = "\(try name(of: member)) made you \(role.rawValue) of \(thread.title)"
        try notify(other, .notice, text, thread: id, from: member)
    }
}
