/// Asks for a new thread.
package struct CreateThreadBody: Sendable, Hashable {
    package var title: String
    package var description: String
    package var category: ThreadCategory
    package var icon: String
    /// Members to invite at once.
    package var memberIds: [String]?
    package var workspaceId: String?

    package init(
        title: String,
        description: String = "",
        category: ThreadCategory = .free,
        icon: String = "",
        memberIds: [String]? = nil,
        workspaceId: String? = nil
    ) {
        self.title = title
        self.description = description
        self.category = category
        self.icon = icon
        self.memberIds = memberIds
        self.workspaceId = workspaceId
    }
}

extension CreateThreadBody: Codable {
    private enum Key: String, CodingKey { case title, description, category, icon, memberIds, workspaceId }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        title = try fields.value(.title)
        description = try fields.valueIfPresent(.description) ?? ""
        category = try fields.valueIfPresent(.category) ?? .free
        icon = try fields.valueIfPresent(.icon) ?? ""
        memberIds = try fields.identifiersIfPresent(.memberIds)
        workspaceId = try fields.identifierIfPresent(.workspaceId)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(title, .title)
        try fields.value(description, .description)
        try fields.value(category, .category)
        try fields.value(icon, .icon)
        try fields.identifiers(memberIds, .memberIds)
        try fields.identifier(workspaceId, .workspaceId)
    }
}
