import Community

extension ChatNotification {
    /// A notification of the server.
    init(_ wire: WireNotification) {
        self.init(
            id: wire.notificationId,
            kind: Kind(wire.kind),
            threadID: wire.threadId,
            messageID: wire.messageId,
            text: wire.text.text,
            time: wire.createdAt.milliseconds,
            isRead: wire.readAt != nil
        )
    }
}

extension ChatNotification.Kind {
    fileprivate init(_ wire: NotificationKind) {
        self =
            switch wire {
            case .mention: .mention
            case .reply: .reply
            case .invite: .invite
            case .reaction: .reaction
            case .notice: .notice
            }
    }
}
