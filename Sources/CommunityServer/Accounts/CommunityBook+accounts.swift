import Community
import SQLite

/// Accounts: opening and ending them, and what is needed to check a password.
extension CommunityBook {
    private static let insertMember: SQL = """
        INSERT INTO members (email, phone, name, name_key, password, is_bot, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
        """

    /// An account, checked before its password is computed.
    struct NewAccount: Sendable {
        var email: String
        var name: String
        var password: [UInt8]

        init(_ body: SignUpBody) throws(Refusal) {
            email = try TextRules.email(body.email)
            name = try TextRules.line(body.name, "name", TextRules.name)
            password = try TextRules.password(body.password)
        }
    }

    func checkFree(_ account: NewAccount) throws {
        guard try !database.exists("SELECT 1 FROM members WHERE email = ?", account.email) else {
            throw Refusal(409, "AUTH409", "There is an account with this e-mail address already.")
        }
        guard try isNameFree(account.name) else { throw Refusal.nameTaken }
    }

    func openAccount(_ account: NewAccount, password: PasswordRecord) throws -> Int64 {
        // Somebody may have been faster while the password was computed.
        try checkFree(account)
        let id = try addMember(name: account.name, email: account.email, password: password.text)
        try takeUpInvites(of: account.email, by: id)
        return id
    }

    func addMember(
        name: String,
        email: String? = nil,
        phone: String? = nil,
        password: String? = nil,
        isBot: Bool = false
    ) throws -> Int64 {
        try database.insert(
            Self.insertMember,
            email,
            phone,
            name,
            NormalText.folded(name),
            password,
            isBot,
            now
        )
    }

    /// The member with an e-mail address, and their password.
    func credentials(email: String) throws -> (member: Int64, password: PasswordRecord?)? {
        try database.first("SELECT id, password FROM members WHERE email = ?", email) { row in
            (member: row.integer(0), password: row.textIfAny(1).flatMap { PasswordRecord($0) })
        }
    }

    /// Ends an account for good: name, address and password go, sessions and connections end, threads and workspaces
    /// are left. What was written stays, under ``goneName``.
    func endAccount(of member: Int64) throws {
        let threads = try database.rows("SELECT thread_id FROM thread_members WHERE member_id = ?", member) {
            $0.integer(0)
        }
        try removeFromAllWorkspaces(member)
        for thread in threads { try leaveForGood(thread, member) }
        try revokeAllSessions(of: member)
        try database.run(
            """
            UPDATE members SET email = NULL, phone = NULL, name = ?, name_key = NULL, part = '', status_message = '',
                image_file = NULL, password = NULL, deleted_at = ? WHERE id = ?
            """,
            Self.goneName,
            now,
            member
        )
        try database.run("DELETE FROM notifications WHERE member_id = ?", member)
        try database.run("DELETE FROM blocks WHERE member_id = ? OR blocked_id = ?", member, member)
        try database.run("DELETE FROM device_codes WHERE member_id = ?", member)
        try database.run("DELETE FROM authorization_codes WHERE member_id = ?", member)
        cache[name: member] = Self.goneName
        endConnections(of: member, session: nil)
    }

    /// A direct thread keeps its other half.
    private func leaveForGood(_ thread: Int64, _ member: Int64) throws {
        try remove(member, fromThread: thread)
        try database.run("UPDATE threads SET direct_key = NULL WHERE id = ? AND kind = 'DIRECT'", thread)
    }

    func bots() throws -> [LiveMember] {
        try database.rows("SELECT id, name FROM members WHERE is_bot = 1 AND deleted_at IS NULL ORDER BY id") { row in
            LiveMember(
                memberID: row.integer(0),
                name: row.text(1),
                sessionID: "bot-\(row.integer(0))",
                // A program of the server itself has no token that could expire.
                expiresAt: Timestamp(milliseconds: 253_402_300_799_999)
            )
        }
    }
}
