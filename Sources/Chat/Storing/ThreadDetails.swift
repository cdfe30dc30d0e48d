import ChatStore

/// What a thread is beyond the columns of the store.
struct ThreadDetails: Sendable, Equatable {
    struct Last: Sendable, Equatable, Codable {
        var sender: String
        var preview: String
        var time: Int64
    }

    var thread: ChatThread
    /// The newest message as far as it is known by name.
    var newestID: String?
    /// Whether the server may not know how far the person has read.
    var isUntold = false
}

extension ThreadDetails {
    init(_ stored: StoredThread) {
        self =
            StoredJSON.read(ThreadDetails.self, from: stored.details)
            ?? ThreadDetails(thread: ChatThread(id: stored.id, title: stored.title))
        thread.id = stored.id
        thread.title = stored.title
        if thread.order == nil { thread.order = stored.order }
    }
}

extension ThreadDetails: Codable {
    private enum Key: String, CodingKey {
        case version, title, detail, category, icon, memberCount, maxMembers, unread, mention, pinned, muted, joined
        case direct, role, last, shareURL, workspace, order, newest, untold
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        thread = ChatThread(id: "", title: fields.tolerant(.title) ?? "")
        thread.detail = fields.tolerant(.detail) ?? ""
        thread.category = fields.tolerant(.category)
        thread.icon = fields.tolerant(.icon) ?? ""
        thread.memberCount = fields.tolerant(.memberCount)
        thread.maxMembers = fields.tolerant(.maxMembers)
        thread.unreadCount = fields.tolerant(.unread)
        thread.hasMention = fields.tolerant(.mention) ?? false
        thread.isPinned = fields.tolerant(.pinned) ?? false
        thread.isMuted = fields.tolerant(.muted) ?? false
        thread.isJoined = fields.tolerant(.joined) ?? true
        thread.isDirect = fields.tolerant(.direct) ?? false
        thread.role = fields.tolerant(.role).flatMap { Member.Role(stored: $0) }
        thread.lastMessage = fields.tolerant(.last, as: Last.self).map {
            ChatThread.LastMessage(sender: $0.sender, preview: $0.preview, time: $0.time)
        }
        thread.shareURL = fields.tolerant(.shareURL)
        thread.workspaceID = fields.tolerant(.workspace)
        thread.order = fields.tolerant(.order)
        newestID = fields.tolerant(.newest)
        isUntold = fields.tolerant(.untold) ?? false
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(1, forKey: .version)
        try fields.encode(thread.title, forKey: .title)
        try fields.encode(thread.detail, forKey: .detail)
        try fields.encodeIfPresent(thread.category, forKey: .category)
        try fields.encode(thread.icon, forKey: .icon)
        try fields.encodeIfPresent(thread.memberCount, forKey: .memberCount)
        try fields.encodeIfPresent(thread.maxMembers, forKey: .maxMembers)
        try fields.encodeIfPresent(thread.unreadCount, forKey: .unread)
        try fields.encode(thread.hasMention, forKey: .mention)
        try fields.encode(thread.isPinned, forKey: .pinned)
        try fields.encode(thread.isMuted, forKey: .muted)
        try fields.encode(thread.isJoined, forKey: .joined)
        try fields.encode(thread.isDirect, forKey: .direct)
        try fields.encodeIfPresent(thread.role?.stored, forKey: .role)
        let last = thread.lastMessage.map { Last(sender: $0.sender, preview: $0.preview, time: $0.time) }
        try fields.encodeIfPresent(last, forKey: .last)
        try fields.encodeIfPresent(thread.shareURL, forKey: .shareURL)
        try fields.encodeIfPresent(thread.workspaceID, forKey: .workspace)
        try fields.encodeIfPresent(thread.order, forKey: .order)
        try fields.encodeIfPresent(newestID, forKey: .newest)
        if isUntold { try fields.encode(true, forKey: .untold) }
    }
}

extension Member.Role {
    init?(stored: String) {
        switch stored {
        case "owner": self = .owner
        case "admin": self = .admin
        case "member": self = .member
        default: return nil
        }
    }

    var stored: String {
        switch self {
        case .owner: "owner"
        case .admin: "admin"
        case .member: "member"
        }
    }
}
