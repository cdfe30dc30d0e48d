/// Changes a workspace; only what is set is sent, and only that changes.
package struct UpdateWorkspaceBody: Sendable, Hashable {
    package var name: String?
    package var description: String?
    package var icon: String?

    package init(name: String? = nil, description: String? = nil, icon: String? = nil) {
        self.name = name
        self.description = description
        self.icon = icon
    }
}

extension UpdateWorkspaceBody: Codable {
    private enum Key: String, CodingKey { case name, description, icon }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        name = try fields.valueIfPresent(.name)
        description = try fields.valueIfPresent(.description)
        icon = try fields.valueIfPresent(.icon)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(name, .name)
        try fields.value(description, .description)
        try fields.value(icon, .icon)
    }
}
