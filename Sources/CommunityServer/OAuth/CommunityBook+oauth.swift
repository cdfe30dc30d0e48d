import Community
import SQLite

/// Codes that are traded for tokens.
extension CommunityBook {
    /// What a token request comes to. A refusal may change the database as well, so it is a value.
    enum Grant {
        case tokens(OAuthTokens)
        case refused(OAuthRefusal)

        static func refused(_ error: String, _ description: String) -> Grant {
            .refused(OAuthRefusal(error: error, errorDescription: description))
        }
    }

    // MARK: Device codes (RFC 8628)

    /// Device codes that may wait at a time, which bounds what guessing can hit.
    static let deviceCodeLimit = 10_000

    func authorizeDevice(base: String) throws -> DeviceAuthorization {
        let time = now
        try database.run("DELETE FROM device_codes WHERE expires_at < ?", time + .seconds(-86_400))
        let waiting = try database.first("SELECT count(*) FROM device_codes WHERE expires_at > ?", time) { $0.count(0) }
        guard (waiting ?? 0) < Self.deviceCodeLimit else { throw Refusal.busy }
        let token = makeToken()
        let userCode = makeUserCode()
        let interval = Int(settings.devicePollInterval.components.seconds)
        try database.run(
            "INSERT INTO device_codes (hash, user_code, interval, expires_at) VALUES (?, ?, ?, ?)",
            token.hash,
            userCode,
            interval,
            time + settings.deviceCodeLifetime
        )
        let shown = OAuthRules.shown(userCode)
        return DeviceAuthorization(
            deviceCode: Secret(token.text),
            userCode: shown,
            verificationURI: "\(base)/device",
            verificationURIComplete: "\(base)/device?user_code=\(shown)",
            expiresIn: Int(settings.deviceCodeLifetime.components.seconds),
            interval: interval
        )
    }

    private func makeUserCode() -> String {
        let letters = OAuthRules.userCodeLetters
        var code = ""
        while code.count < OAuthRules.userCodeLength {
            // 240 is a multiple of the 20 letters, so that each is as likely as the others.
            for byte in surroundings.random(16) where byte < 240 && code.count < OAuthRules.userCodeLength {
                code.append(letters[Int(byte) % letters.count])
            }
        }
        return code
    }

    /// Whether a person's code waits for an answer.
    func isWaiting(userCode: String) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM device_codes WHERE user_code = ? AND expires_at > ? AND member_id IS NULL AND is_denied = 0",
            OAuthRules.userCode(userCode),
            now
        )
    }

    /// A person has answered. Returns whether there was something to answer.
    func answerDevice(userCode: String, member: Int64, isApproved: Bool) throws -> Bool {
        try database.change(
            """
            UPDATE device_codes SET member_id = ?, is_denied = ?
            WHERE user_code = ? AND expires_at > ? AND member_id IS NULL AND is_denied = 0
            """,
            isApproved ? member : nil,
            !isApproved,
            OAuthRules.userCode(userCode),
            now
        ) == 1
    }

    private struct DeviceRow {
        var member: Int64?
        var isDenied: Bool
        var interval: Int
        var polledAt: Timestamp
        var expiresAt: Timestamp
    }

    private func pollDevice(_ code: Secret) throws -> Grant {
        let hash = Token.hash(code.revealed)
        let row = try database.first(
            "SELECT member_id, is_denied, interval, polled_at, expires_at FROM device_codes WHERE hash = ?",
            hash
        ) { row in
            DeviceRow(
                member: row.integerIfAny(0),
                isDenied: row.truth(1),
                interval: row.count(2),
                polledAt: row.time(3),
                expiresAt: row.time(4)
            )
        }
        guard let row else { return .refused(OAuthRefusal.invalidGrant, "The device code is not known.") }
        guard now < row.expiresAt else { return .refused(OAuthRefusal.expiredToken, "The device code has expired.") }
        if row.isDenied { return .refused(OAuthRefusal.accessDenied, "The sign-in was denied.") }
        if let member = row.member {
            try database.run("DELETE FROM device_codes WHERE hash = ?", hash)
            return .tokens(try oauthTokens(for: member).tokens)
        }
        let isTooFast = now < row.polledAt + .seconds(row.interval)
        let interval = isTooFast ? row.interval + OAuthRules.slowDown : row.interval
        try database.run("UPDATE device_codes SET polled_at = ?, interval = ? WHERE hash = ?", now, interval, hash)
        return isTooFast
            ? .refused(OAuthRefusal.slowDown, "Wait \(interval) seconds between two polls.")
            : .refused(OAuthRefusal.authorizationPending, "Nobody has answered yet.")
    }

    // MARK: Authorization codes (RFC 6749 §4.1, RFC 7636)

    func makeAuthorizationCode(_ request: AuthorizationRequest, for member: Int64) throws -> String {
        let code = makeToken()
        try database.run(
            """
            INSERT INTO authorization_codes (hash, member_id, redirect_uri, challenge, expires_at) VALUES (?, ?, ?, ?, ?)
            """,
            code.hash,
            member,
            request.redirect,
            request.challenge,
            now + OAuthRules.codeLifetime
        )
        return code.text
    }

    private struct CodeRow {
        var member: Int64
        var redirect: String
        var challenge: String
        var expiresAt: Timestamp
        var session: String?
    }

    private func trade(_ code: Secret, redirect: String, verifier: Secret) throws -> Grant {
        let hash = Token.hash(code.revealed)
        let row = try database.first(
            "SELECT member_id, redirect_uri, challenge, expires_at, session_id FROM authorization_codes WHERE hash = ?",
            hash
        ) { row in
            CodeRow(
                member: row.integer(0),
                redirect: row.text(1),
                challenge: row.text(2),
                expiresAt: row.time(3),
                session: row.textIfAny(4)
            )
        }
        guard let row else { return .refused(OAuthRefusal.invalidGrant, "The code is not known.") }
        if let session = row.session {
            // RFC 6749 §4.1.2: a code used twice is in two hands; what it was traded for is revoked.
            try revoke(session: session)
            return .refused(OAuthRefusal.invalidGrant, "The code was used already.")
        }
        guard now < row.expiresAt, row.redirect == redirect,
            OAuthRules.fits(verifier, challenge: row.challenge)
        else { return .refused(OAuthRefusal.invalidGrant, "The code has expired or belongs to another sign-in.") }
        let (tokens, session) = try oauthTokens(for: row.member)
        try database.run("UPDATE authorization_codes SET session_id = ? WHERE hash = ?", session, hash)
        return .tokens(tokens)
    }

    // MARK: Tokens

    private func oauthTokens(for member: Int64) throws -> (tokens: OAuthTokens, session: String) {
        let signedIn = try openSession(for: member)
        let session = try caller(token: signedIn.accessToken.revealed).session
        let tokens = OAuthTokens(
            accessToken: signedIn.accessToken,
            expiresIn: signedIn.expiresIn,
            refreshToken: signedIn.refreshToken
        )
        return (tokens, session)
    }

    func grant(_ form: TokenForm) throws -> Grant {
        switch form {
        case .deviceCode(let code, let client):
            guard client == OAuthRules.clientID else { return Self.unknownClient }
            return try pollDevice(code)
        case .authorizationCode(let code, let redirect, let verifier, let client):
            guard client == OAuthRules.clientID else { return Self.unknownClient }
            return try trade(code, redirect: redirect, verifier: verifier)
        case .refreshToken(let token, let client):
            guard client == OAuthRules.clientID else { return Self.unknownClient }
            guard case .tokens(let renewed) = try renew(refreshToken: token.revealed) else {
                return .refused(OAuthRefusal.invalidGrant, "The session is over.")
            }
            return .tokens(
                OAuthTokens(
                    accessToken: renewed.accessToken,
                    expiresIn: renewed.expiresIn,
                    refreshToken: renewed.refreshToken
                )
            )
        }
    }

    private static let unknownClient = Grant.refused("invalid_client", "The client is not known.")
}
