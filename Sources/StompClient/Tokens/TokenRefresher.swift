/// Renews tokens; the connection asks it when the server says that the access token has run out.
public protocol TokenRefresher: Sendable {
    /// Trades a refresh token for a new pair. Throwing ends the connection: the user has to sign in again.
    func refresh(_ refreshToken: String) async throws -> TokenPair
}
