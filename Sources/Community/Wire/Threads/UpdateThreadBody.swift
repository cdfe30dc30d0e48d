/// Changes a thread; only what is set is sent, and only that changes.
package struct UpdateThreadBody: Sendable, Hashable {
    package var title: String?
    package var description: String?
    package var category: ThreadCategory?
    package var icon: String?

    package init(
        title: String? = nil,
        description: String? = nil,
        category: ThreadCategory? = nil,
        icon: String? = nil
    ) {
        self.title = title
        self.description = description
        self.category = category
        self.icon = icon
    }
}

extension UpdateThreadBody: Codable {
    private enum Key: String, CodingKey { case title, description, category, icon }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        title = try fields.valueIfPresent(.title)
        description = try fields.valueIfPresent(.description)
        category = try fields.valueIfPresent(.category)
        icon = try fields.valueIfPresent(.icon)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(title, .title)
        try fields.value(description, .description)
        try fields.value(category, .category)
        try fields.value(icon, .icon)
    }
}
