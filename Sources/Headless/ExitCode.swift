/// What `bobbin` tells the shell, one code a cause.
public enum ExitCode: Int32, Sendable {
    case success = 0
    case usage = 2
    case authentication = 3
    case refused = 4
    case noConnection = 5
    case protocolError = 6
    case timedOut = 124
    case interrupted = 130
}
