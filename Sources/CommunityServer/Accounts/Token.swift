import Community

/// A token of 256 random bits: its holder has the text, the database its hash.
struct Token {
    let text: String
    let hash: [UInt8]

    init(random: (Int) -> [UInt8]) {
        text = Base64URL.text(random(32))
        hash = Self.hash(text)
    }

    /// Plain SHA-256: nothing of 256 random bits can be guessed, so it need not be slow.
    static func hash(_ text: String) -> [UInt8] { Cryptography.sha256(Array(text.utf8)) }
}

extension CommunityBook {
    func makeToken() -> Token { Token(random: surroundings.random) }
}
