import Community

extension ChatThread {
    /// A thread of the server.
    init(_ wire: WireThread) {
        self.init(id: wire.threadId, title: wire.title)
        detail = wire.description
        category = wire.category.rawValue
        icon = wire.icon
        memberCount = wire.memberCount
        maxMembers = wire.maxMembers
        unreadCount = max(0, wire.unreadCount)
        isPinned = wire.isPinned
        isMuted = wire.isMuted
        isJoined = wire.isJoined
        isDirect = wire.isDirect
        role = wire.myRole.map(Member.Role.init)
        shareURL = wire.shareUrl
        workspaceID = wire.workspaceId
        lastMessage = wire.lastMessage.flatMap { last in
            last.createdAt.map {
                LastMessage(
                    sender: last.senderName,
                    preview: ForeignText(last.preview).description,
                    time: $0.milliseconds
                )
            }
        }
        // The latest first.
        order = -(lastMessage?.time ?? wire.createdAt?.milliseconds ?? wire.updatedAt?.milliseconds ?? 0)
    }

    /// Takes over what an event says of the thread; what it does not say stays.
    mutating func apply(_ change: ThreadChanged) {
        if let title = change.title { self.title = title }
        if let description = change.description { detail = description }
        if let category = change.category { self.category = category.rawValue }
        if let icon = change.icon { self.icon = icon }
        if let memberCount = change.memberCount { self.memberCount = memberCount }
        if let maxMembers = change.maxMembers { self.maxMembers = maxMembers }
    }
}
