import Chat

/// What the text being written is going to be.
enum Purpose: Sendable, Equatable {
    case message
    case reply(ReplyTarget)
    /// An edit of the message with this identifier of the server; what was being written before comes back after it.
    case edit(messageID: String, draft: Composer)
}
