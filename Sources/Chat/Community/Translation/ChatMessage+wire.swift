import Community

extension ChatMessage {
    /// A message of the server, as the person sees it.
    init(_ wire: WireMessage, seenBy viewer: Viewer) {
        let name = wire.senderName.isEmpty ? nil : wire.senderName
        self.init(
            id: wire.messageId,
            sender: name,
            text: wire.content,
            time: wire.createdAt.milliseconds,
            isOwn: wire.senderId == viewer.member?.id
        )
        serverID = wire.messageId
        senderID = wire.senderId
        kind = Kind(wire.type)
        attachments = wire.files.map {
            Attachment(id: $0.fileId, name: $0.fileName, size: $0.fileSize, url: $0.fileUrl)
        }
        mentions = wire.mentions.map(\.name)
        mentionsMe = viewer.member.map { me in wire.mentions.contains { $0.memberId == me.id } } ?? false
        replyTo = wire.replyTo.map { ReplyTarget(messageID: $0.messageId, sender: $0.senderName, snippet: $0.snippet) }
        reactions = wire.reactions.map(Reaction.init)
        editedAt = wire.editedAt?.milliseconds
        isDeleted = wire.deletedAt != nil
        isBlocked = viewer.blocked.contains(wire.senderId)
    }

    /// What the list of threads shows of it: its beginning, on one line.
    var preview: String {
        if isDeleted || isBlocked { return "" }
        return ForeignText(text).description
    }
}

extension ChatMessage.Kind {
    init(_ wire: MessageType) {
        self =
            switch wire {
            case .text: .text
            case .image: .image
            case .file: .file
            case .system: .system
            }
    }

    /// As the server calls it.
    var wire: MessageType {
        switch self {
        case .text: .text
        case .image: .image
        case .file: .file
        case .system: .system
        }
    }
}

extension Reaction {
    init(_ wire: WireReaction) {
        self.init(emoji: wire.emoji, count: wire.count, isOwn: wire.reactedByMe)
    }
}

extension Timeline.Arrival {
    init(_ wire: WireMessage, seenBy viewer: Viewer) {
        self.init(message: ChatMessage(wire, seenBy: viewer), clientID: wire.clientMessageId)
    }
}
