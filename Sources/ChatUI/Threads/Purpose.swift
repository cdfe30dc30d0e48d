import Chat

/// What the text being written is going to be.
enum Purpose: Sendable, Equatable {
    case message
    case reply(ReplyTarget)
    /// An edit of the message with this identifier of the server; what was being written before comes back after it.
    case edit(messageID: String, draft: ComposerDraft)
    /// An emoji for the message with this identifier of the server.
    case react(messageID: String, sender: String, draft: ComposerDraft)
}

extension ThreadState {
    /// The next text answers a message.
    mutating func beginReply(to message: ChatMessage, id: String) {
        comeBack()
        purpose = .reply(ReplyTarget(to: message, id: id))
    }

    /// The composer holds a message's text to be changed.
    mutating func beginEdit(of message: ChatMessage, id: String) {
        purpose = .edit(messageID: id, draft: draft)
        composer.replace(with: ThreadState.writable(message.text))
    }

    /// A text as it is written: what begins with / would be a command.
    static func writable(_ text: String) -> String { text.hasPrefix("/") ? "/" + text : text }

    /// The composer takes an emoji.
    mutating func beginReaction(to message: ChatMessage, id: String) {
        purpose = .react(messageID: id, sender: message.sender ?? "", draft: draft)
        composer.replace(with: "")
    }

    /// Back to an ordinary message, and from an edit to what was being written before.
    mutating func cancelPurpose() {
        if case .reply = purpose { purpose = .message } else { comeBack() }
    }

    /// Leaves an edit or a reaction.
    private mutating func comeBack() {
        switch purpose {
        case .message, .reply: break
        case .edit(_, let draft), .react(_, _, let draft):
            purpose = .message
            self.draft = draft
        }
    }
}
