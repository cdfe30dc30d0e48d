package import StompClient

/// Where a session is kept between runs. Every call may take a while and none blocks a task's thread.
package protocol SessionStore: TokenStore {
    /// The session kept; nil when there is none.
    func load() async throws(TokenStoreFault) -> StoredTokens?
    /// Keeps a session in place of the last.
    func keep(_ tokens: StoredTokens) async throws(TokenStoreFault)
    /// Forgets the session.
    func forget() async throws(TokenStoreFault)
    /// Keeps other programs of the same user from changing the session until the lock is released.
    func lock() async throws(TokenStoreFault) -> any SessionLock
}

/// The right to change a session that is kept; released with the value at the latest.
package protocol SessionLock: Sendable {
    func release()
}

extension SessionStore {
    package func accessToken() async -> String? {
        try? await load()?.access.revealed
    }

    package func refreshToken() async -> String? {
        try? await load()?.refresh?.revealed
    }

    package func save(_ tokens: TokenPair) async throws {
        var kept = try await load() ?? StoredTokens(access: Secret(tokens.access))
        kept = kept.renewed(
            access: Secret(tokens.access),
            refresh: tokens.refresh.map(Secret.init(_:)),
            expiresIn: nil,
            now: .now
        )
        try await keep(kept)
    }

    package func clear() async throws {
        try await forget()
    }
}
