import Community
import SQLite

/// Members, their profiles and whom they block.
extension CommunityBook {
    /// What stands where a member was whose account has ended.
    static let goneName = "(gone)"

    func name(of member: Int64) throws -> String {
        if let name = cache[name: member] { return name }
        guard let name = try database.first("SELECT name FROM members WHERE id = ?", member, read: { $0.text(0) })
        else { throw Refusal.noMember }
        cache[name: member] = name
        return name
    }

    func isMember(_ id: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM members WHERE id = ? AND deleted_at IS NULL", id)
    }

    private static let profileOfMember: SQL = """
        SELECT id, name, email, part, status_message, image_file FROM members WHERE id = ? AND deleted_at IS NULL
        """

    /// Everybody's profile is open to everybody who is signed in, but for the e-mail address.
    func profile(of id: Int64, isOwn: Bool) throws -> WireProfile {
        let profile = try database.first(Self.profileOfMember, id) { row in
            WireProfile(
                memberId: String(row.integer(0)),
                name: row.text(1),
                email: isOwn ? row.textIfAny(2) : nil,
                part: row.text(3).nilIfEmpty,
                statusMessage: row.text(4).nilIfEmpty,
                profileImageUrl: row.integerIfAny(5).map { FileShelf.url(of: $0) }
            )
        }
        guard let profile else { throw Refusal.noMember }
        return profile
    }

    func updateProfile(of member: Int64, _ body: UpdateProfileBody) throws -> WireProfile {
        if let name = body.name { try rename(member, to: name) }
        if let part = body.part {
            let part = try TextRules.line(part, "part", TextRules.part)
            try database.run("UPDATE members SET part = ? WHERE id = ?", part, member)
        }
        if let status = body.statusMessage {
            let status = try TextRules.line(status, "statusMessage", TextRules.statusMessage)
            try database.run("UPDATE members SET status_message = ? WHERE id = ?", status, member)
        }
        if let file = body.profileImageFileId {
            let file = try Identifier.read(file, "profileImageFileId")
            guard try isOwnImage(file, of: member) else {
                throw Refusal.field("profileImageFileId", "is not a picture you have uploaded")
            }
            try database.run("UPDATE members SET image_file = ? WHERE id = ?", file, member)
        }
        return try profile(of: member, isOwn: true)
    }

    private func rename(_ member: Int64, to name: String) throws {
        let name = try TextRules.line(name, "name", TextRules.name)
        guard try isNameFree(name, besides: member) else { throw Refusal.nameTaken }
        try database.run(
            "UPDATE members SET name = ?, name_key = ? WHERE id = ?",
            name,
            NormalText.folded(name),
            member
        )
        cache[name: member] = name
    }

    func isNameFree(_ name: String, besides member: Int64 = 0) throws -> Bool {
        let key = NormalText.folded(name)
        guard key != Self.goneName else { return false }
        return try !database.exists("SELECT 1 FROM members WHERE name_key = ? AND id <> ?", key, member)
    }

    // MARK: Blocks

    func setBlock(_ isBlocked: Bool, of other: Int64, by member: Int64) throws {
        guard other != member else { throw Refusal.conflict("You can't block yourself") }
        guard try isMember(other) else { throw Refusal.noMember }
        if isBlocked {
            try database.run("INSERT INTO blocks VALUES (?, ?) ON CONFLICT DO NOTHING", member, other)
        } else {
            try database.run("DELETE FROM blocks WHERE member_id = ? AND blocked_id = ?", member, other)
        }
    }

    func hasBlocked(_ member: Int64, _ other: Int64) throws -> Bool {
        try database.exists("SELECT 1 FROM blocks WHERE member_id = ? AND blocked_id = ?", member, other)
    }

    /// In a direct thread, the other one if they block the sender: the message doesn't arrive, and won't later.
    func memberWhoBlocks(_ sender: Int64, in roster: ThreadRoster) throws -> Int64? {
        guard roster.kind == .direct else { return nil }
        return try roster.members.first { other in try other != sender && hasBlocked(other, sender) }
    }
}

extension String {
    var nilIfEmpty: String? { isEmpty ? nil : self }
}
