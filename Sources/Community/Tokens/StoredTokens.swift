package import StompClient

/// A session as it is kept: its tokens and whose it is.
package struct StoredTokens: Sendable, Hashable {
    /// How the tokens were granted, and so how they are renewed.
    package enum Grant: Sendable, Hashable {
        /// By the community API.
        case community
        /// By RFC 6749, to the client named.
        case oauth(clientId: String)
    }

    package var access: Secret
    package var refresh: Secret?
    /// When the access token expires, where that is known.
    package var expiresAt: Timestamp?
    package var memberId: String?
    package var name: String?
    package var grant: Grant

    package init(
        access: Secret,
        refresh: Secret? = nil,
        expiresAt: Timestamp? = nil,
        memberId: String? = nil,
        name: String? = nil,
        grant: Grant = .community
    ) {
        self.access = access
        self.refresh = refresh
        self.expiresAt = expiresAt
        self.memberId = memberId
        self.name = name
        self.grant = grant
    }
}

extension StoredTokens {
    /// The time before its expiry from which on an access token is renewed before it is used.
    package static let renewalMargin = Duration.seconds(30)

    /// Whether the access token should be renewed before it is used.
    func isExpiring(at now: Timestamp) -> Bool {
        guard let expiresAt else { return false }
        return expiresAt <= now + Self.renewalMargin
    }

    /// The tokens that take the place of these.
    func renewed(access: Secret, refresh: Secret?, expiresIn: Int?, now: Timestamp) -> StoredTokens {
        var renewed = self
        renewed.access = access
        renewed.refresh = refresh ?? self.refresh
        renewed.expiresAt = TokenExpiry.date(of: access, expiresIn: expiresIn, now: now)
        return renewed
    }

    /// The pair the connection knows.
    package var pair: TokenPair { TokenPair(access: access.revealed, refresh: refresh?.revealed) }
}

extension StoredTokens: Codable {
    private enum Key: String, CodingKey { case accessToken, refreshToken, expiresAt, memberId, name, clientId }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        access = try fields.value(.accessToken)
        refresh = try fields.valueIfPresent(.refreshToken)
        expiresAt = try fields.valueIfPresent(.expiresAt)
        memberId = try fields.identifierIfPresent(.memberId)
        name = try fields.valueIfPresent(.name)
        let clientId: String? = try fields.valueIfPresent(.clientId)
        grant = clientId.map { .oauth(clientId: $0) } ?? .community
        if expiresAt == nil { expiresAt = TokenExpiry.date(of: access, expiresIn: nil, now: .now) }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(access, .accessToken)
        try fields.value(refresh, .refreshToken)
        try fields.value(expiresAt, .expiresAt)
        try fields.identifier(memberId, .memberId)
        try fields.value(name, .name)
        if case .oauth(let clientId) = grant { try fields.value(clientId, .clientId) }
    }
}
