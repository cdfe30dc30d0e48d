/// The answer to every sign-in of the community API.
///
/// `expiresIn` goes beyond the contract: a server that sends it lets opaque tokens be renewed in time.
package struct SignedIn: Sendable, Hashable {
    package var memberId: String
    package var name: String
    package var accessToken: Secret
    package var refreshToken: Secret?
    /// Seconds until the access token expires.
    package var expiresIn: Int?

    package init(
        memberId: String,
        name: String = "",
        accessToken: Secret,
        refreshToken: Secret? = nil,
        expiresIn: Int? = nil
    ) {
        self.memberId = memberId
        self.name = name
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}

extension SignedIn: Codable {
    private enum Key: String, CodingKey { case memberId, name, accessToken, refreshToken, expiresIn }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        memberId = try fields.identifier(.memberId)
        name = try fields.valueIfPresent(.name) ?? ""
        accessToken = try fields.value(.accessToken)
        refreshToken = try fields.valueIfPresent(.refreshToken)
        expiresIn = try fields.integerIfPresent(.expiresIn)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(memberId, .memberId)
        try fields.value(name, .name)
        try fields.value(accessToken, .accessToken)
        try fields.value(refreshToken, .refreshToken)
        try fields.integer(expiresIn, .expiresIn)
    }
}
