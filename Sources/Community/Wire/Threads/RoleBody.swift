/// Gives a member a role; giving `OWNER` away makes the old owner an `ADMIN`.
package struct RoleBody: Sendable, Hashable {
    package var role: MemberRole

    package init(role: MemberRole) {
        self.role = role
    }
}

extension RoleBody: Codable {
    private enum Key: String, CodingKey { case role }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        role = try fields.value(.role)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(role, .role)
    }
}
