public import Chat

/// How a chat on the screen ended.
public enum ChatExit: Sendable, Equatable {
    /// The user quit.
    case quit
    /// The terminal went away, or the system asked us to end.
    case hungUp
    /// The screen could not be opened; the report says why.
    case failed(FailureReport)
}
