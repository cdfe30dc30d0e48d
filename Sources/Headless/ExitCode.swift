/// What `bobbin` tells the shell, one code a cause.
public enum ExitCode: Int32, Sendable, CaseIterable {
    case success = 0
    case noMatch = 1
    case usage = 2
    case authentication = 3
    case refused = 4
    case noConnection = 5
    case protocolError = 6
    case failure = 7
    case commandFailed = 8
    case timedOut = 124
    case hungUp = 129
    case interrupted = 130
    case terminated = 143

    /// What it says, for the help and the manual.
    public var meaning: String {
        switch self {
        case .success: "Done: delivered, the count or the match reached, left, or the reader of the output went away."
        case .noMatch: "It ended without the match it waited for."
        case .usage: "The command line or the configuration can't be used."
        case .authentication: "The server refused the name, the password or the token, or nobody is signed in."
        case .refused: "The server refused the request, or there is no such destination."
        case .noConnection: "No connection, or it was lost."
        case .protocolError: "The server does not speak WebSocket or STOMP as it should."
        case .failure: "This machine is in the way: the output can't be written, a resource is missing."
        case .commandFailed: "A command run for a message failed."
        case .timedOut: "The time given was up."
        case .hungUp: "The terminal went away (SIGHUP)."
        case .interrupted: "Interrupted (Ctrl-C, SIGINT)."
        case .terminated: "Asked to end (SIGTERM)."
        }
    }
}
