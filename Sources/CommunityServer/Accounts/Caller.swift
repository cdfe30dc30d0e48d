import Community

/// Who makes a call, by a token that is good.
struct Caller: Sendable, Hashable {
    var member: Int64
    var session: String
    /// When the access token expires.
    var expiresAt: Timestamp
}
