import Community

/// A password as it is stored: scrypt (RFC 7914) with a salt of its own.
struct PasswordRecord: Sendable, Equatable {
    var cost: Cryptography.ScryptCost
    var salt: [UInt8]
    var key: [UInt8]

    static let saltSize = 16

    /// Blocks for a tenth of a second at the usual cost.
    init(password: [UInt8], salt: [UInt8], logN: UInt8) throws(Cryptography.Failure) {
        cost = Cryptography.ScryptCost(logN: logN)
        self.salt = salt
        key = try Cryptography.scrypt(password, salt: salt, cost: cost)
    }

    /// Whether it is the password. Blocks, as long for a wrong one.
    func matches(_ password: [UInt8]) -> Bool {
        guard let other = try? Cryptography.scrypt(password, salt: salt, cost: cost) else { return false }
        return Cryptography.isEqual(key, other)
    }
}

extension PasswordRecord {
    /// `scrypt$logN$r$p$salt$key`.
    var text: String {
        "scrypt$\(cost.logN)$\(cost.r)$\(cost.p)$\(Base64URL.text(salt))$\(Base64URL.text(key))"
    }

    init?(_ text: String) {
        let parts = text.split(separator: "$").map(String.init)
        guard parts.count == 6, parts[0] == "scrypt", let logN = UInt8(parts[1]), let r = UInt8(parts[2]),
            let p = UInt8(parts[3]), let salt = Base64URL.bytes(parts[4]), let key = Base64URL.bytes(parts[5])
        else { return nil }
        cost = Cryptography.ScryptCost(logN: logN, r: r, p: p)
        self.salt = salt
        self.key = key
    }
}
