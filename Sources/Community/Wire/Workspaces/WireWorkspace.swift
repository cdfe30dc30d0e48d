/// A workspace: members and threads of their own.
package struct WireWorkspace: Sendable, Hashable {
    package var workspaceId: String
    package var name: String
    package var description: String
    /// An emoji, or empty.
    package var icon: String
    package var memberCount: Int
    package var myRole: MemberRole?
    package var createdAt: Timestamp?
    package var updatedAt: Timestamp?

    package init(
        workspaceId: String,
        name: String,
        description: String = "",
        icon: String = "",
        memberCount: Int = 0,
        myRole: MemberRole? = nil,
        createdAt: Timestamp? = nil,
        updatedAt: Timestamp? = nil
    ) {
        self.workspaceId = workspaceId
        self.name = name
        self.description = description
        self.icon = icon
        self.memberCount = memberCount
        self.myRole = myRole
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

extension WireWorkspace: Codable {
    private enum Key: String, CodingKey {
        case workspaceId, name, description, icon, memberCount, myRole, createdAt, updatedAt
    }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        workspaceId = try fields.identifier(.workspaceId)
        name = try fields.value(.name)
        description = try fields.valueIfPresent(.description) ?? ""
        icon = try fields.valueIfPresent(.icon) ?? ""
        memberCount = try fields.countIfPresent(.memberCount) ?? 0
        myRole = try fields.valueIfPresent(.myRole)
        createdAt = try fields.valueIfPresent(.createdAt)
        updatedAt = try fields.valueIfPresent(.updatedAt)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(workspaceId, .workspaceId)
        try fields.value(name, .name)
        try fields.value(description, .description)
        try fields.value(icon, .icon)
        try fields.integer(memberCount, .memberCount)
        try fields.value(myRole, .myRole)
        try fields.value(createdAt, .createdAt)
        try fields.value(updatedAt, .updatedAt)
    }
}
