public import Chat
public import Terminal

/// What can happen to the screen's state.
public enum ChatAction: Sendable, Equatable {
    /// A key was pressed.
    case key(Key)
    /// The screen has another size now.
    case resized(width: Int, height: Int)
    /// The session reports.
    case updates([ChatUpdate])
    /// It is this late now.
    case time(Moment)
    /// Something the user asked for went wrong.
    case failed(FailureReport)
}
