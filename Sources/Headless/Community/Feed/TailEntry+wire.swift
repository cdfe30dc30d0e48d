import Chat
import Community

extension TailEntry {
    /// A message of a community, or what became of one.
    ///
    /// - Parameters:
    ///   - time: when it happened, in milliseconds since 1970; nil for when the message was written.
    ///   - me: who the person using this program is.
    init(_ content: Content, _ wire: WireMessage, title: String, time: Int64? = nil, me: String?) {
        self.init(content, ChatMessage(line: wire, me: me), threadID: wire.threadId, title: title)
        clientID = wire.clientMessageId
        if let time { message.time = time }
    }

    /// The reactions to a message of a community have changed.
    init(_ body: ReactionsChanged, threadID: String, title: String, time: Int64) {
        var message = ChatMessage(id: body.messageId, sender: nil, text: "", time: time)
        message.reactions = body.reactions.map(Reaction.init(line:))
        self.init(.reactions, message, threadID: threadID, title: title)
    }
}

extension ChatMessage {
    fileprivate init(line wire: WireMessage, me: String?) {
        self.init(
            id: wire.messageId,
            sender: wire.senderName.isEmpty ? nil : wire.senderName,
            text: wire.content,
            time: wire.createdAt.milliseconds,
            isOwn: wire.senderId == me
        )
        serverID = wire.messageId
        senderID = wire.senderId
        kind =
            switch wire.type {
            case .text: .text
            case .image: .image
            case .file: .file
            case .system: .system
            }
        attachments = wire.files.map {
            Attachment(id: $0.fileId, name: $0.fileName, size: $0.fileSize, url: $0.fileUrl)
        }
        mentions = wire.mentions.map(\.name)
        mentionsMe = wire.mentions.contains { $0.memberId == me }
        replyTo = wire.replyTo.map { ReplyTarget(messageID: $0.messageId, sender: $0.senderName, snippet: $0.snippet) }
        reactions = wire.reactions.map(Reaction.init(line:))
        editedAt = wire.editedAt?.milliseconds
        isDeleted = wire.deletedAt != nil
    }
}

extension Reaction {
    fileprivate init(line wire: WireReaction) {
        self.init(emoji: wire.emoji, count: wire.count, isOwn: wire.reactedByMe)
    }
}
