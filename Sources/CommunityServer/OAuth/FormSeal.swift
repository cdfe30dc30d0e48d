import Community

/// Keeps other sites from sending our forms: a form is good only with the cookie that was set with it, which other
/// sites' requests don't carry (SameSite) and can't read.
struct FormSeal: Sendable {
    static let cookieName = "bobbin_form"
    static let fieldName = "seal"

    private let secret: [UInt8]

    /// - Parameter secret: random, and made anew with each start: forms don't outlive it.
    init(secret: [UInt8]) {
        self.secret = secret
    }

    /// A cookie's value and what goes into the form with it.
    func make(random: (Int) -> [UInt8]) -> (cookie: String, field: String) {
        let cookie = Base64URL.text(random(16))
        return (cookie, field(for: cookie))
    }

    // The secret has a fixed length and stands first and last, so that nothing can be appended to what is hashed.
    private func field(for cookie: String) -> String {
        Base64URL.text(Cryptography.sha256(secret + Array(cookie.utf8) + secret))
    }

    func isGood(_ field: String?, headers: [String: String]) -> Bool {
        // A browser says where a form comes from; where it does, that has to be here.
        if let site = headers["sec-fetch-site"], site != "same-origin", site != "none" { return false }
        guard let field, let cookie = Self.cookie(in: headers["cookie"] ?? "") else { return false }
        return Cryptography.isEqual(Array(self.field(for: cookie).utf8), Array(field.utf8))
    }

    static func setCookie(_ value: String, path: String, isSecure: Bool) -> (name: String, value: String) {
        let secure = isSecure ? "; Secure" : ""
        return ("Set-Cookie", "\(cookieName)=\(value); Path=\(path); HttpOnly; SameSite=Strict; Max-Age=900\(secure)")
    }

    private static func cookie(in header: String) -> String? {
        for pair in header.split(separator: ";") {
            let parts = TextRules.trimmed(String(pair)).split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == cookieName { return String(parts[1]) }
        }
        return nil
    }
}
