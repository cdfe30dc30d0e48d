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
