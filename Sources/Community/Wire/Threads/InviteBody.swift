/// Invites 1 to 99 members, none of them twice.
package struct InviteBody: Sendable, Hashable {
    package var memberIds: [String]

    package init(memberIds: [String]) {
        self.memberIds = memberIds
    }
}

extension InviteBody: Codable {
    private enum Key: String, CodingKey { case memberIds }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        memberIds = try fields.identifiers(.memberIds)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifiers(memberIds, .memberIds)
    }
}
