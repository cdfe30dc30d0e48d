import Community
import SQLite

/// Sessions: families of tokens that came from one sign-in.
extension CommunityBook {
    /// Used refresh tokens are remembered for this long, and dead sessions with them.
    static let memory = Duration.seconds(30 * 86_400)

    /// A new session with its first tokens.
    func openSession(for member: Int64) throws -> SignedIn {
        let session = Base64URL.text(surroundings.random(16))
        try database.run(
            "INSERT INTO sessions (id, member_id, created_at) VALUES (?, ?, ?)",
            session,
            member,
            now
        )
        let tokens = try grantTokens(to: session)
        return SignedIn(
            memberId: String(member),
            name: try name(of: member),
            accessToken: tokens.accessToken,
            refreshToken: tokens.refreshToken,
            expiresIn: tokens.expiresIn
        )
    }

    private func grantTokens(to session: String) throws -> RefreshedTokens {
        let (access, refresh) = (makeToken(), makeToken())
        let time = now
        try database.run(
            "INSERT INTO access_tokens VALUES (?, ?, ?)",
            access.hash,
            session,
            time + settings.accessTokenLifetime
        )
        try database.run(
            "INSERT INTO refresh_tokens (hash, session_id, expires_at) VALUES (?, ?, ?)",
            refresh.hash,
            session,
            time + settings.refreshTokenLifetime
        )
        return RefreshedTokens(
            accessToken: Secret(access.text),
            refreshToken: Secret(refresh.text),
            expiresIn: Int(settings.accessTokenLifetime.components.seconds)
        )
    }

    private static let accessToken: SQL = """
        SELECT s.member_id, s.id, a.expires_at, s.revoked_at FROM access_tokens a JOIN sessions s ON s.id = a.session_id
        WHERE a.hash = ?
        """

    /// Whose access token it is. Expired is another refusal than unknown or revoked: only then a client renews it.
    func caller(token: String?) throws -> Caller {
        guard let token, !token.isEmpty else { throw Refusal.notSignedIn }
        let found = try database.first(Self.accessToken, Token.hash(token)) { row in
            (Caller(member: row.integer(0), session: row.text(1), expiresAt: row.time(2)), row.integerIfAny(3) != nil)
        }
        guard let (caller, isRevoked) = found, !isRevoked else { throw Refusal.notSignedIn }
        guard now < caller.expiresAt else { throw Refusal.tokenExpired }
        return caller
    }

    private static let refreshToken: SQL = """
        SELECT r.session_id, r.expires_at, r.used_at, s.revoked_at FROM refresh_tokens r
        JOIN sessions s ON s.id = r.session_id WHERE r.hash = ?
        """

    /// What a refresh comes to. A token used twice is in two hands, one of them a thief's: the outcome is stored, so it
    /// is no refusal that takes changes back.
    enum Renewal {
        case tokens(RefreshedTokens)
        case refused
    }

    func renew(refreshToken: String) throws -> Renewal {
        let hash = Token.hash(refreshToken)
        let found = try database.first(Self.refreshToken, hash) { row in
            (
                session: row.text(0), expiresAt: row.time(1), isUsed: row.integerIfAny(2) != nil,
                isRevoked: row.integerIfAny(3) != nil
            )
        }
        guard let found, !found.isRevoked else { return .refused }
        if found.isUsed {
            surroundings.log("a refresh token was used twice: its session is revoked")
            try revoke(session: found.session)
            return .refused
        }
        guard now < found.expiresAt else { return .refused }
        try database.run("UPDATE refresh_tokens SET used_at = ? WHERE hash = ?", now, hash)
        // Calls under way keep their token until it expires, and hear that it has: others asked for the renewal, and
        // an unknown token would end them. The ones before the last are of no use to anybody.
        try database.run(
            """
            DELETE FROM access_tokens WHERE session_id = ? AND expires_at < ?
                AND expires_at < (SELECT max(expires_at) FROM access_tokens WHERE session_id = ?)
            """,
            found.session,
            now,
            found.session
        )
        return .tokens(try grantTokens(to: found.session))
    }

    /// Ends a session and its live connections.
    func revoke(session: String) throws {
        let member = try database.first(
            "SELECT member_id FROM sessions WHERE id = ? AND revoked_at IS NULL",
            session
        ) { $0.integer(0) }
        guard let member else { return }
        try database.run("UPDATE sessions SET revoked_at = ? WHERE id = ?", now, session)
        try database.run("DELETE FROM access_tokens WHERE session_id = ?", session)
        try database.run("DELETE FROM chat_tickets WHERE session_id = ?", session)
        endConnections(of: member, session: session)
    }

    /// Ends the session a refresh token belongs to. An unknown one is as good as signed out.
    func signOut(refreshToken: String) throws {
        let session = try database.first(
            "SELECT session_id FROM refresh_tokens WHERE hash = ?",
            Token.hash(refreshToken)
        ) { $0.text(0) }
        if let session { try revoke(session: session) }
    }

    func revokeAllSessions(of member: Int64) throws {
        let sessions = try database.rows(
            "SELECT id FROM sessions WHERE member_id = ? AND revoked_at IS NULL",
            member
        ) { $0.text(0) }
        for session in sessions { try revoke(session: session) }
    }

    func sweepSessions(before time: Timestamp) throws {
        let old = Timestamp(milliseconds: time.milliseconds - Self.memory.components.seconds * 1000)
        // A session without a refresh token that could still be used, or is remembered as used, is over.
        try database.run("DELETE FROM refresh_tokens WHERE expires_at < ?", old)
        try database.run(
            """
            DELETE FROM access_tokens WHERE session_id IN (
                SELECT id FROM sessions s WHERE NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.session_id = s.id))
            """
        )
        try database.run(
            """
            DELETE FROM sessions WHERE NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.session_id = id)
                AND NOT EXISTS (SELECT 1 FROM access_tokens a WHERE a.session_id = id)
                AND NOT EXISTS (SELECT 1 FROM chat_tickets t WHERE t.session_id = id)
            """
        )
    }

    // MARK: Live connections

    /// A ticket that stands for the access token in CONNECT, as often as needed while it is good: a connection may fail
    /// on the way.
    func buyTicket(_ caller: Caller) throws -> ChatSessionTicket {
        let ticket = makeToken()
        let time = now
        try database.run("DELETE FROM chat_tickets WHERE expires_at < ?", time)
        try database.run(
            "INSERT INTO chat_tickets VALUES (?, ?, ?, ?)",
            ticket.hash,
            caller.session,
            time + settings.chatTicketLifetime,
            caller.expiresAt
        )
        return ChatSessionTicket(
            token: Secret(ticket.text),
            expiresIn: Int(settings.chatTicketLifetime.components.seconds)
        )
    }

    private static let chatTicket: SQL = """
        SELECT s.member_id, s.id, t.access_expires_at, t.expires_at FROM chat_tickets t
        JOIN sessions s ON s.id = t.session_id WHERE t.hash = ? AND s.revoked_at IS NULL
        """

    /// Who connects, by access token or ticket.
    func liveMember(token: String?) throws -> LiveMember {
        let caller = try ticketHolder(token) ?? caller(token: token)
        return LiveMember(
            memberID: caller.member,
            name: try name(of: caller.member),
            sessionID: caller.session,
            expiresAt: caller.expiresAt
        )
    }

    private func ticketHolder(_ token: String?) throws -> Caller? {
        guard let token else { return nil }
        let found = try database.first(Self.chatTicket, Token.hash(token)) { row in
            (Caller(member: row.integer(0), session: row.text(1), expiresAt: row.time(2)), row.time(3))
        }
        guard let (caller, ticketExpiresAt) = found else { return nil }
        guard now < ticketExpiresAt, now < caller.expiresAt else { throw Refusal.tokenExpired }
        return caller
    }
}
