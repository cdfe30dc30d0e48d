import Chat

/// What the text being written is going to be.
enum Purpose: Sendable, Equatable {
    case message
    case reply(ReplyTarget)
    /// An edit of the message with this identifier of the server; what was being written before comes back after it.
    case edit(messageID: String, draft: String)
    /// An emoji for the message with this identifier of the server.
    case react(messageID: String, sender: String, draft: String)
}

extension ThreadState {
    /// The next text answers a message.
    mutating func beginReply(to message: ChatMessage, id: String) {
        cancelPurpose()
        purpose = .reply(
            ReplyTarget(messageID: id, sender: message.sender ?? "", snippet: String(message.text.prefix(200)))
        )
    }

    /// The composer holds a message's text to be changed.
    mutating func beginEdit(of message: ChatMessage, id: String) {
        cancelPurpose()
        purpose = .edit(messageID: id, draft: composer.text)
        // What begins with / would be a command.
        composer.replace(with: message.text.hasPrefix("/") ? "/" + message.text : message.text)
    }

    /// The composer takes an emoji.
    mutating func beginReaction(to message: ChatMessage, id: String) {
        cancelPurpose()
        purpose = .react(messageID: id, sender: message.sender ?? "", draft: composer.text)
        composer.replace(with: "")
    }

    /// Back to an ordinary message, and to what was being written before.
    mutating func cancelPurpose() {
        switch purpose {
        case .message, .reply: break
        case .edit(_, let draft), .react(_, _, let draft): composer.replace(with: draft)
        }
        purpose = .message
    }
}
