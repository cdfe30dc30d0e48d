/// The tokens that take the place of the old ones.
///
/// `expiresIn` goes beyond the contract: a server that sends it lets opaque tokens be renewed in time.
package struct RefreshedTokens: Sendable, Hashable {
    package var accessToken: Secret
    package var refreshToken: Secret?
    /// Seconds until the access token expires.
    package var expiresIn: Int?

    package init(accessToken: Secret, refreshToken: Secret? = nil, expiresIn: Int? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}

extension RefreshedTokens: Codable {
    private enum Key: String, CodingKey { case accessToken, refreshToken, expiresIn }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        accessToken = try fields.value(.accessToken)
        refreshToken = try fields.valueIfPresent(.refreshToken)
        expiresIn = try fields.integerIfPresent(.expiresIn)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(accessToken, .accessToken)
        try fields.value(refreshToken, .refreshToken)
        try fields.integer(expiresIn, .expiresIn)
    }
}
