/// What happens to the session.
package enum SessionEvent: Sendable, Equatable {
    case signedIn
    case renewed
    /// The user has to sign in again, unless they have signed out themselves. Drafts and the outbox stay.
    case ended(SessionEnd)
    /// The session goes on, but the next run will not find it.
    case notKept(TokenStoreFault)
}
