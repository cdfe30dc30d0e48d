public import Chat

/// How a chat on the screen ended.
public enum ChatExit: Sendable, Equatable {
    /// The user quit.
    case quit
    /// The terminal went away.
    case hungUp
    /// SIGTERM, SIGHUP or SIGINT asked for the end.
    case ended(signal: Int32)
    /// The screen could not be opened; the report says why.
    case failed(FailureReport)
}
