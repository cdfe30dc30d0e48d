extension OAuthRefusal {
    /// The codes of RFC 8628 §3.5 that tell a polling client how to go on.
    package static let authorizationPending = "authorization_pending"
    package static let slowDown = "slow_down"
    package static let accessDenied = "access_denied"
    package static let expiredToken = "expired_token"
    /// RFC 6749 §5.2: the grant or refresh token is not, or no longer, good.
    package static let invalidGrant = "invalid_grant"
}
