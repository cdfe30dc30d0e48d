/// The connection as the status line shows it.
public enum ConnectionStatus: Sendable, Equatable {
    /// The first attempt is under way.
    case connecting
    /// A session is up; `warning` names what makes it less than safe, such as unchecked certificates.
    case connected(server: String, warning: String?)
    /// No session since a time, in milliseconds since 1970; the next attempt starts in `seconds`.
    case waiting(reason: String, seconds: Double, since: Int64? = nil)
    /// No session since a time, in milliseconds since 1970, and no further attempt.
    case offline(reason: String, since: Int64? = nil)
}
