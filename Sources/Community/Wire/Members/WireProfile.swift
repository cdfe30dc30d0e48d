/// A member's profile; `email` comes only with one's own.
package struct WireProfile: Sendable, Hashable {
    package var memberId: String
    package var name: String
    package var email: String?
    package var part: String?
    package var statusMessage: String?
    package var profileImageUrl: String?

    package init(
        memberId: String,
        name: String,
        email: String? = nil,
        part: String? = nil,
        statusMessage: String? = nil,
        profileImageUrl: String? = nil
    ) {
        self.memberId = memberId
        self.name = name
        self.email = email
        self.part = part
        self.statusMessage = statusMessage
        self.profileImageUrl = profileImageUrl
    }
}

extension WireProfile: Codable {
    private enum Key: String, CodingKey { case memberId, name, email, part, statusMessage, profileImageUrl }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        memberId = try fields.identifier(.memberId)
        name = try fields.value(.name)
        email = try fields.valueIfPresent(.email)
        part = try fields.valueIfPresent(.part)
        statusMessage = try fields.valueIfPresent(.statusMessage)
        profileImageUrl = try fields.valueIfPresent(.profileImageUrl)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(memberId, .memberId)
        try fields.value(name, .name)
        try fields.value(email, .email)
        try fields.value(part, .part)
        try fields.value(statusMessage, .statusMessage)
        try fields.value(profileImageUrl, .profileImageUrl)
    }
}
