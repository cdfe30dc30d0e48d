/// Changes one's own profile; only what is set is sent, and only that changes.
package struct UpdateProfileBody: Sendable, Hashable {
    package var name: String?
    package var part: String?
    package var statusMessage: String?
    /// An image uploaded before.
    package var profileImageFileId: String?

    package init(
        name: String? = nil,
        part: String? = nil,
        statusMessage: String? = nil,
        profileImageFileId: String? = nil
    ) {
        self.name = name
        self.part = part
        self.statusMessage = statusMessage
        self.profileImageFileId = profileImageFileId
    }
}

extension UpdateProfileBody: Codable {
    private enum Key: String, CodingKey { case name, part, statusMessage, profileImageFileId }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        name = try fields.valueIfPresent(.name)
        part = try fields.valueIfPresent(.part)
        statusMessage = try fields.valueIfPresent(.statusMessage)
        profileImageFileId = try fields.identifierIfPresent(.profileImageFileId)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(name, .name)
        try fields.value(part, .part)
        try fields.value(statusMessage, .statusMessage)
        try fields.identifier(profileImageFileId, .profileImageFileId)
    }
}
