/// RFC 6749 §5.1: the tokens granted.
package struct OAuthTokens: Sendable, Hashable {
    package var accessToken: Secret
    package var tokenType: String
    /// Seconds until the access token expires.
    package var expiresIn: Int?
    package var refreshToken: Secret?
    /// OpenID Connect: carries the `nonce` of the request.
    package var idToken: Secret?

    package init(
        accessToken: Secret,
        tokenType: String = "Bearer",
        expiresIn: Int? = nil,
        refreshToken: Secret? = nil,
        idToken: Secret? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.idToken = idToken
    }
}

extension OAuthTokens: Codable {
    private enum Key: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        accessToken = try fields.value(.accessToken)
        tokenType = try fields.valueIfPresent(.tokenType) ?? "Bearer"
        expiresIn = try fields.integerIfPresent(.expiresIn)
        refreshToken = try fields.valueIfPresent(.refreshToken)
        idToken = try fields.valueIfPresent(.idToken)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(accessToken, .accessToken)
        try fields.value(tokenType, .tokenType)
        try fields.integer(expiresIn, .expiresIn)
        try fields.value(refreshToken, .refreshToken)
        try fields.value(idToken, .idToken)
    }
}
