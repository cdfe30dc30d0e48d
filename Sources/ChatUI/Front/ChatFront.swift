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

/// The chat on the screen: it joins the keyboard, the session and the clock into one loop.
public actor ChatFront {
    /// Shows a session until the user quits: opens the terminal, starts the session, and ends and restores both.
    ///
    /// - Parameters:
    ///   - session: a session that has not been started and that nobody else uses.
    ///   - title: what the chat is called on the screen and in the terminal's title: the profile's name.
    ///   - zone: the zone of the times shown.
    public static func run(session: ChatSession, title: String, zone: Zone = .system) async -> ChatExit {
        await session.start()
        await session.disconnect()
        return .quit
    }
}
