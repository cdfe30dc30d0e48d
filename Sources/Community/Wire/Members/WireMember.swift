/// A member of a thread or workspace.
package struct WireMember: Sendable, Hashable {
    package var memberId: String
    package var name: String
    /// What they do in the community, in their own words.
    package var part: String?
    package var profileImageUrl: String?
    package var role: MemberRole

    package init(
        memberId: String,
        name: String,
        part: String? = nil,
        profileImageUrl: String? = nil,
        role: MemberRole = .member
    ) {
        self.memberId = memberId
        self.name = name
        self.part = part
        self.profileImageUrl = profileImageUrl
        self.role = role
    }
}

extension WireMember: Codable {
    private enum Key: String, CodingKey { case memberId, name, part, profileImageUrl, role }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        memberId = try fields.identifier(.memberId)
        name = try fields.value(.name)
        part = try fields.valueIfPresent(.part)
        profileImageUrl = try fields.valueIfPresent(.profileImageUrl)
        role = try fields.valueIfPresent(.role) ?? .member
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(memberId, .memberId)
        try fields.value(name, .name)
        try fields.value(part, .part)
        try fields.value(profileImageUrl, .profileImageUrl)
        try fields.value(role, .role)
    }
}
