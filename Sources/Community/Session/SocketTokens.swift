package import StompClient
import Synchronization

/// A session as the connection knows it: its token for each attempt, and a renewal shared with all calls when the
/// server closes because the token has expired.
package final class SocketTokens: TokenStore, TokenRefresher {
    private let session: MemberSession
    private let ticket: (@Sendable () async throws(APIFailure) -> Secret)?
    /// The access token of the last attempt: the one that has expired if the server says so.
    private let lastUsed = Mutex<Secret?>(nil)

    /// - Parameter ticket: asks for a short-lived ticket that goes in place of the access token, where the profile
    ///   wants that.
    package init(session: MemberSession, ticket: (@Sendable () async throws(APIFailure) -> Secret)? = nil) {
        self.session = session
        self.ticket = ticket
    }

    package func accessToken() async -> String? {
        if let ticket { return try? await ticket().revealed }
        var token = try? await session.accessToken()
        // It could not be renewed, for want of a network most likely: the attempt fails by itself and is made again.
        if token == nil { token = try? await session.current()?.access }
        lastUsed.withLock { $0 = token }
        return token?.revealed
    }

    package func refreshToken() async -> String? {
        try? await session.current()?.refresh?.revealed
    }

    /// The session is renewed as a whole; the connection need not know which refresh token it was.
    package func refresh(_ refreshToken: String) async throws -> TokenPair {
        guard let before = try await session.current() else { throw APIFailure.signInNeeded(.neverSignedIn) }
        do throws(APIFailure) {
            if ticket != nil {
                // The ticket has expired, not the session; the next attempt asks for another.
                _ = try await session.accessToken()
            } else {
                _ = try await session.accessToken(replacing: lastUsed.withLock { $0 } ?? before.access)
            }
        } catch {
            if case .signInNeeded = error { throw error }
            // Not renewed for now: let the connection try again in its own time, which asks for a token first.
            return before.pair
        }
        return try await session.current()?.pair ?? before.pair
    }

    /// The session has kept them already, and may have newer ones by now.
    package func save(_ tokens: TokenPair) async throws {}

    package func clear() async throws {
        await session.signOut()
    }
}
