/// What not every server can do.
public enum ChatCapability: Sendable, Hashable, CaseIterable {
    /// Threads are listed by the server, with unread counts, history, edits, reactions, members, search, files.
    case community
    /// The server keeps the history of threads, which are asked for when they are opened.
    case history
    /// There are workspaces.
    case workspaces
}
