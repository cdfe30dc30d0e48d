/// Trades and ends tokens with the server.
package protocol TokenExchange: Sendable {
    /// New tokens for the refresh token in these.
    func renewed(_ tokens: StoredTokens) async throws(APIFailure) -> StoredTokens
    /// Ends the session of these tokens.
    func revoke(_ tokens: StoredTokens) async throws(APIFailure)
}

/// Does so with a client that sends no token of its own.
package struct ServerTokenExchange: TokenExchange {
    private let client: APIClient
    private let now: @Sendable () -> Timestamp

    /// - Parameter client: a client without a ``TokenPlugin``.
    package init(client: APIClient, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.client = client
        self.now = now
    }

    package func renewed(_ tokens: StoredTokens) async throws(APIFailure) -> StoredTokens {
        guard let refresh = tokens.refresh else { throw .signInNeeded(.refused) }
        switch tokens.grant {
        case .community:
            let answer = try await client.call(AuthEndpoints.Refresh(body: RefreshBody(refreshToken: refresh)))
            return tokens.renewed(
                access: answer.accessToken,
                refresh: answer.refreshToken,
                expiresIn: answer.expiresIn,
                now: now()
            )
        case .oauth(let clientId):
            let form = TokenForm.refreshToken(refresh, clientId: clientId)
            let answer = try await client.call(OAuthEndpoints.Token(body: form))
            return tokens.renewed(
                access: answer.accessToken,
                refresh: answer.refreshToken,
                expiresIn: answer.expiresIn,
                now: now()
            )
        }
    }

    package func revoke(_ tokens: StoredTokens) async throws(APIFailure) {
        guard let refresh = tokens.refresh else { return }
        _ = try await client.call(AuthEndpoints.Logout(body: LogoutBody(refreshToken: refresh)))
    }
}
