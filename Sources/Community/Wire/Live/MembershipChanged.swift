/// A member came, left or was sent away.
package struct MembershipChanged: Sendable, Hashable {
    package var memberId: String
    /// How many there are now.
    package var memberCount: Int?

    package init(memberId: String, memberCount: Int? = nil) {
        self.memberId = memberId
        self.memberCount = memberCount
    }
}

extension MembershipChanged: Codable {
    private enum Key: String, CodingKey { case memberId, memberCount }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        memberId = try fields.identifier(.memberId)
        memberCount = try fields.countIfPresent(.memberCount)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(memberId, .memberId)
        try fields.integer(memberCount, .memberCount)
    }
}
