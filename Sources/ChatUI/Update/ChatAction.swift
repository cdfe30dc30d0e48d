public import Chat
public import Terminal

/// What can happen to the screen's state.
public enum ChatAction: Sendable, Equatable {
    /// A key was pressed.
    case key(Key)
    /// A whole line was written, where there is no screen to write on.
    case line(String)
    /// The screen has another size now.
    case resized(width: Int, height: Int)
    /// A community's session reports.
    case updates([ChatUpdate], community: String)
    /// It is this late now.
    case time(Moment)
    /// What is shown now has been drawn.
    case drawn
    /// The person should know this.
    case notice(String)
    /// Something the person asked for went wrong.
    case failed(FailureReport)
    /// A community stands beside the others now; `isShown` puts it on the screen.
    case connected(community: String, title: String, isShown: Bool)
    /// A community is gone.
    case disconnected(community: String)
    /// The editor that was asked for has ended.
    case edited(EditorOutcome)
    /// The names in a folder, those of folders ended by `/`.
    case folder(String, names: [String])
}

extension ChatAction {
    /// Whether a person did it, at the keyboard or with the mouse.
    var isOfPerson: Bool {
        switch self {
        case .key(.focus), .key(.shade), .key(.unknown): false
        case .key, .line: true
        default: false
        }
    }
}
