/// Where a connection gets its tokens from, and where renewed ones go.
public protocol TokenStore: Sendable {
    /// The token for the next attempt, or nil to connect without one.
    func accessToken() async -> String?
    /// The token that renews an access token.
    func refreshToken() async -> String?
    /// Keeps renewed tokens.
    func save(_ tokens: TokenPair) async throws
    /// Forgets all tokens.
    func clear() async throws
}

/// An access token and the refresh token that renews it.
public struct TokenPair: Sendable, Equatable {
    /// The token sent with each connection attempt.
    public var access: String
    /// The token that renews it, where the server has one.
    public var refresh: String?

    /// Makes a pair.
    public init(access: String, refresh: String? = nil) {
        self.access = access
        self.refresh = refresh
    }
}
