/// The connection as the status line shows it.
public enum ConnectionStatus: Sendable, Equatable {
    /// The first attempt is under way.
    case connecting
    /// A session is up; `warning` names what makes it less than safe, such as unchecked certificates.
    case connected(server: String, warning: String?)
    /// No session; the next attempt starts in `seconds`.
    case waiting(reason: String, seconds: Double)
    /// No session and no further attempt.
    case offline(reason: String)
}
