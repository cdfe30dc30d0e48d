/// What a session reports to a front.
public enum ChatUpdate: Sendable, Equatable {
    /// The connection's state changed.
    case connection(ConnectionStatus)
    /// A thread was joined.
    case joined(ChatThread)
    /// A thread was left, or the server refused it; `reason` is a sentence for a person.
    case left(threadID: String, reason: String?)
    /// New messages of a thread, in order.
    case messages(threadID: String, [ChatMessage])
    /// A message of our own came further.
    case delivery(threadID: String, messageID: String, ChatMessage.Delivery)
    /// Something a person should know, in one sentence.
    case notice(String)
}

/// A thread: with a broker, a destination.
public struct ChatThread: Sendable, Equatable, Identifiable {
    /// The destination.
    public var id: String
    /// What the list shows.
    public var title: String

    /// Makes a thread.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}

/// The connection as the status line shows it.
public enum ConnectionStatus: Sendable, Equatable {
    /// The first attempt is under way.
    case connecting
    /// A session is up; `warning` names what makes it less than safe, such as unchecked certificates.
    case connected(server: String, warning: String?)
    /// No session; the next attempt starts in `seconds`.
    case waiting(reason: String, seconds: Double)
    /// No session and no further attempt.
    case offline(reason: String)
}
