package import Transport

/// A call under way, as plugins see it.
package struct APICall: Sendable, Equatable {
    /// Names the call; never used twice by one client.
    package var id: Int
    package var method: HTTPMethod
    /// The path without query; it holds no secret.
    package var path: String
    /// Whether the call is made on somebody's behalf.
    package var signIn: SignInNeed
    /// Counts from 1.
    package var attempt: Int
}
