public import Chat

/// What an action asks of the world.
public enum ChatEffect: Sendable, Equatable {
    /// Ask a community's session for something.
    case request(ChatRequest, community: String)
    /// Connect a profile beside what is connected.
    case connect(profile: String)
    /// End a community's session.
    case disconnect(community: String)
    /// Tell the names in a folder that begin with what stands behind the last `/` of this path.
    case listFolder(String)
    /// Put a text into the terminal's clipboard.
    case copy(String)
    /// Open an address, or a file by its path, with the person's program for it.
    case open(String)
    /// Fetch a file of a message, to open it.
    case openFile(Attachment, community: String)
    /// Let the person change a text in their editor.
    case edit(String)
    /// Draw everything anew.
    case redraw
    /// Tell the person beside the screen.
    case alert(ChatAlert)
    /// Take such an alert away, since its message is read.
    case withdrawAlert(String)
    /// Give the terminal back to the shell for a while.
    case suspend
    /// End the chat.
    case quit
}

extension ChatEffect {
    /// Whether the screen looks the same though it was asked for.
    var isSilent: Bool {
        switch self {
        case .request(.seen, _), .alert, .withdrawAlert: true
        default: false
        }
    }

    /// Whether a session can't be told anything afterwards.
    var endsSession: Bool {
        switch self {
        case .request(.signOut, _), .disconnect, .quit: true
        default: false
        }
    }
}
