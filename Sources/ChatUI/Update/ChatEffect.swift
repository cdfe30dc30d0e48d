/// What an action asks of the world.
public enum ChatEffect: Sendable, Equatable {
    /// Send a text to a thread.
    case send(String, threadID: String)
    /// Send a failed message again.
    case retry(messageID: String)
    /// Join a destination.
    case join(String)
    /// Leave a thread.
    case leave(threadID: String)
    /// Draw everything anew.
    case redraw
    /// Give the terminal back to the shell for a while.
    case suspend
    /// End the chat.
    case quit
}
