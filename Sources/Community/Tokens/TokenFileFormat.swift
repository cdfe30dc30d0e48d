/// The form of a token file: a head that says how the key is made, then the sealed session.
///
/// `BOBBIN\0` and a version byte; how the key is made (0: a key file, 1: scrypt); its cost (three bytes) and salt (16
/// bytes); the nonce (12 bytes); AES-256-GCM over the JSON of the session, with all before it bound in.
struct TokenFileFormat {
    enum KeySource: Equatable {
        case keyFile
        case scrypt(Cryptography.ScryptCost, salt: [UInt8])
    }

    static let saltSize = 16
    private static let magic: [UInt8] = Array("BOBBIN\0".utf8) + [1]
    private static let headSize = magic.count + 4 + saltSize + Cryptography.nonceSize

    let source: KeySource
    let nonce: [UInt8]
    /// All before the ciphertext, as it stands in the file: what is bound in must be what was read.
    let head: [UInt8]
    /// Ciphertext and tag.
    var sealed: [UInt8] = []

    init(source: KeySource, nonce: [UInt8]) {
        self.source = source
        self.nonce = nonce
        switch source {
        case .keyFile: head = Self.magic + [0, 0, 0, 0] + [UInt8](repeating: 0, count: Self.saltSize) + nonce
        case .scrypt(let cost, let salt): head = Self.magic + [1, cost.logN, cost.r, cost.p] + salt + nonce
        }
    }

    /// Reads a file; nil for one of another form.
    init?(_ file: [UInt8]) {
        guard file.count > Self.headSize + Cryptography.tagSize, file.starts(with: Self.magic) else { return nil }
        let fields = file.dropFirst(Self.magic.count)
        let cost = Array(fields.prefix(4))
        let salt = Array(fields.dropFirst(4).prefix(Self.saltSize))
        switch cost[0] {
        case 0: source = .keyFile
        case 1: source = .scrypt(Cryptography.ScryptCost(logN: cost[1], r: cost[2], p: cost[3]), salt: salt)
        default: return nil
        }
        nonce = Array(fields.dropFirst(4 + Self.saltSize).prefix(Cryptography.nonceSize))
        head = Array(file.prefix(Self.headSize))
        sealed = Array(file.dropFirst(Self.headSize))
    }

    var bytes: [UInt8] { head + sealed }
}
