/// What can change about a thread; nil where the server left a field out.
package struct ThreadChanged: Sendable, Hashable {
    package var threadId: String
    package var title: String?
    package var description: String?
    package var category: ThreadCategory?
    package var icon: String?
    package var memberCount: Int?
    package var maxMembers: Int?
    package var updatedAt: Timestamp?

    package init(
        threadId: String,
        title: String? = nil,
        description: String? = nil,
        category: ThreadCategory? = nil,
        icon: String? = nil,
        memberCount: Int? = nil,
        maxMembers: Int? = nil,
        updatedAt: Timestamp? = nil
    ) {
        self.threadId = threadId
        self.title = title
        self.description = description
        self.category = category
        self.icon = icon
        self.memberCount = memberCount
        self.maxMembers = maxMembers
        self.updatedAt = updatedAt
    }
}

extension ThreadChanged: Codable {
    private enum Key: String, CodingKey {
        case threadId, title, description, category, icon, memberCount, maxMembers, updatedAt
    }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        threadId = try fields.identifier(.threadId)
        title = try fields.valueIfPresent(.title)
        description = try fields.valueIfPresent(.description)
        category = try fields.valueIfPresent(.category)
        icon = try fields.valueIfPresent(.icon)
        memberCount = try fields.countIfPresent(.memberCount)
        maxMembers = try fields.countIfPresent(.maxMembers)
        updatedAt = try fields.valueIfPresent(.updatedAt)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(threadId, .threadId)
        try fields.value(title, .title)
        try fields.value(description, .description)
        try fields.value(category, .category)
        try fields.value(icon, .icon)
        try fields.integer(memberCount, .memberCount)
        try fields.integer(maxMembers, .maxMembers)
        try fields.value(updatedAt, .updatedAt)
    }
}
