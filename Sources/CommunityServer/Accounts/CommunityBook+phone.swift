import Community
import SQLite

/// Signing in by a code sent to a phone. A number nobody has signed in with opens an account, under a name that can be
/// changed.
extension CommunityBook {
    /// Tries for one code.
    static let codeTries = 5
    /// How long one waits before another code is sent to the same number.
    static let codePause = Duration.seconds(30)
    /// How long a verified number may take to sign in.
    static let verificationLifetime = Duration.seconds(300)

    func requestCode(_ body: RequestCodeBody) throws -> CodeRequested {
        let phone = try TextRules.phone(body.phoneNumber)
        let time = now
        let sentAt = try database.first("SELECT sent_at FROM phone_codes WHERE phone = ?", phone) { $0.time(0) }
        if let sentAt, time < sentAt + Self.codePause {
            let wait = ((sentAt + Self.codePause).milliseconds - time.milliseconds + 999) / 1000
            throw Refusal.tooMany(retryAfter: Int(wait))
        }
        let code = makeCode()
        try database.run(
            "INSERT OR REPLACE INTO phone_codes (phone, hash, attempts, sent_at, expires_at) VALUES (?, ?, 0, ?, ?)",
            phone,
            codeHash(code, phone),
            time,
            time + settings.phoneCodeLifetime
        )
        surroundings.sendCode(phone, code)
        return CodeRequested(expiresIn: Int(settings.phoneCodeLifetime.components.seconds))
    }

    /// Six digits, each as likely as the others.
    private func makeCode() -> String {
        var digits = ""
        while digits.count < 6 {
            for byte in surroundings.random(12) where byte < 250 && digits.count < 6 { digits += String(byte % 10) }
        }
        return digits
    }

    private func codeHash(_ code: String, _ phone: String) -> [UInt8] { Token.hash("\(phone) \(code)") }

    /// Nil for a wrong code: the try is stored, so it is no refusal that takes changes back.
    func verifyCode(_ body: VerifyCodeBody) throws -> CodeVerified? {
        let phone = try TextRules.phone(body.phoneNumber)
        let row = try database.first("SELECT hash, attempts, expires_at FROM phone_codes WHERE phone = ?", phone) {
            row in
            (hash: row.blob(0), attempts: row.count(1), expiresAt: row.time(2))
        }
        guard let row, now < row.expiresAt, row.attempts < Self.codeTries else { return nil }
        guard Cryptography.isEqual(row.hash, codeHash(TextRules.trimmed(body.code.revealed), phone)) else {
            try database.run("UPDATE phone_codes SET attempts = attempts + 1 WHERE phone = ?", phone)
            return nil
        }
        try database.run("DELETE FROM phone_codes WHERE phone = ?", phone)
        let token = makeToken()
        try database.run(
            "INSERT INTO phone_verifications VALUES (?, ?, ?)",
            token.hash,
            phone,
            now + Self.verificationLifetime
        )
        return CodeVerified(verificationToken: Secret(token.text))
    }

    func signIn(_ body: CodeLoginBody) throws -> SignedIn {
        let phone = try TextRules.phone(body.phoneNumber)
        let hash = Token.hash(body.verificationToken.revealed)
        let isGood = try database.exists(
            "SELECT 1 FROM phone_verifications WHERE hash = ? AND phone = ? AND expires_at > ?",
            hash,
            phone,
            now
        )
        guard isGood else { throw Refusal(401, "AUTH404", "The code has expired: ask for another.") }
        try database.run("DELETE FROM phone_verifications WHERE hash = ?", hash)
        let known = try database.first("SELECT id FROM members WHERE phone = ?", phone) { $0.integer(0) }
        return try openSession(for: known ?? addMember(name: freeName(), phone: phone))
    }

    private func freeName() throws -> String {
        var number = surroundings.random(4).reduce(0) { $0 << 8 | Int($1) } % 1_000_000
        while try !isNameFree("Guest \(number)") { number += 1 }
        return "Guest \(number)"
    }
}
