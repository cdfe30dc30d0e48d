/// A thread, as one member sees it.
package struct WireThread: Sendable, Hashable {
    package var threadId: String
    /// The workspace it belongs to, on a server that has them.
    package var workspaceId: String?
    package var title: String
    package var description: String
    package var category: ThreadCategory
    /// An emoji, or empty.
    package var icon: String
    package var memberCount: Int
    package var unreadCount: Int
    /// The limit on members; nil where the server names none.
    package var maxMembers: Int?
    package var isPinned: Bool
    package var isMuted: Bool
    /// A one-to-one thread; its title is the other member's name.
    package var isDirect: Bool
    /// The reader's role; nil for somebody who has not joined.
    package var myRole: MemberRole?
    package var isJoined: Bool
    package var lastMessage: WireLastMessage?
    /// The member who made it.
    package var createdBy: String?
    package var createdAt: Timestamp?
    package var updatedAt: Timestamp?
    package var shareUrl: String?
    package var deletedAt: Timestamp?

    package init(
        threadId: String,
        workspaceId: String? = nil,
        title: String,
        description: String = "",
        category: ThreadCategory = .free,
        icon: String = "",
        memberCount: Int = 0,
        unreadCount: Int = 0,
        maxMembers: Int? = nil,
        isPinned: Bool = false,
        isMuted: Bool = false,
        isDirect: Bool = false,
        myRole: MemberRole? = nil,
        isJoined: Bool = false,
        lastMessage: WireLastMessage? = nil,
        createdBy: String? = nil,
        createdAt: Timestamp? = nil,
        updatedAt: Timestamp? = nil,
        shareUrl: String? = nil,
        deletedAt: Timestamp? = nil
    ) {
        self.threadId = threadId
        self.workspaceId = workspaceId
        self.title = title
        self.description = description
        self.category = category
        self.icon = icon
        self.memberCount = memberCount
        self.unreadCount = unreadCount
        self.maxMembers = maxMembers
        self.isPinned = isPinned
        self.isMuted = isMuted
        self.isDirect = isDirect
        self.myRole = myRole
        self.isJoined = isJoined
        self.lastMessage = lastMessage
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.shareUrl = shareUrl
        self.deletedAt = deletedAt
    }
}

extension WireThread: Codable {
    private enum Key: String, CodingKey {
        case threadId, workspaceId, title, description, category, icon, memberCount, unreadCount, maxMembers,
            isPinned, isMuted, isDirect, myRole, isJoined, lastMessage, createdBy, createdAt, updatedAt, shareUrl,
            deletedAt
    }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        threadId = try fields.identifier(.threadId)
        workspaceId = try fields.identifierIfPresent(.workspaceId)
        title = try fields.value(.title)
        description = try fields.valueIfPresent(.description) ?? ""
        category = try fields.valueIfPresent(.category) ?? .free
        icon = try fields.valueIfPresent(.icon) ?? ""
        memberCount = try fields.countIfPresent(.memberCount) ?? 0
        unreadCount = try fields.countIfPresent(.unreadCount) ?? 0
        maxMembers = try fields.countIfPresent(.maxMembers)
        isPinned = try fields.booleanIfPresent(.isPinned) ?? false
        isMuted = try fields.booleanIfPresent(.isMuted) ?? false
        isDirect = try fields.booleanIfPresent(.isDirect) ?? false
        myRole = try fields.valueIfPresent(.myRole)
        isJoined = try fields.booleanIfPresent(.isJoined) ?? (myRole != nil)
        lastMessage = try fields.valueIfPresent(.lastMessage)
        createdBy = try fields.identifierIfPresent(.createdBy)
        createdAt = try fields.valueIfPresent(.createdAt)
        updatedAt = try fields.valueIfPresent(.updatedAt)
        shareUrl = try fields.valueIfPresent(.shareUrl)
        deletedAt = try fields.valueIfPresent(.deletedAt)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(threadId, .threadId)
        try fields.identifier(workspaceId, .workspaceId)
        try fields.value(title, .title)
        try fields.value(description, .description)
        try fields.value(category, .category)
        try fields.value(icon, .icon)
        try fields.integer(memberCount, .memberCount)
        try fields.integer(unreadCount, .unreadCount)
        try fields.integer(maxMembers, .maxMembers)
        try fields.value(isPinned, .isPinned)
        try fields.value(isMuted, .isMuted)
        try fields.value(isDirect, .isDirect)
        try fields.value(myRole, .myRole)
        try fields.value(isJoined, .isJoined)
        try fields.value(lastMessage, .lastMessage)
        try fields.identifier(createdBy, .createdBy)
        try fields.value(createdAt, .createdAt)
        try fields.value(updatedAt, .updatedAt)
        try fields.value(shareUrl, .shareUrl)
        try fields.value(deletedAt, .deletedAt)
    }
}
