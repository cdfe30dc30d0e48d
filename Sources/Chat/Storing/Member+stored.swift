package import ChatStore

extension Member {
    /// A member as they were stored.
    package init(_ stored: StoredMember) {
        let details = StoredJSON.read(MemberDetails.self, from: stored.details)
        self.init(
            id: stored.id,
            name: stored.name,
            part: details?.part,
            statusMessage: details?.status,
            isBlocked: stored.isBlocked
        )
    }
}

extension StoredMember {
    init(_ member: Member) {
        let details = MemberDetails(part: member.part, status: member.statusMessage)
        let isEmpty = details.part == nil && details.status == nil
        self.init(
            id: member.id,
            name: member.name,
            isBlocked: member.isBlocked,
            details: isEmpty ? [] : StoredJSON.write(details)
        )
    }
}

/// What a member is beyond the columns of the store.
private struct MemberDetails: Codable {
    private enum CodingKeys: String, CodingKey { case part, status }

    var part: String?
    var status: String?

    init(part: String?, status: String?) {
        self.part = part
        self.status = status
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        part = fields.tolerant(.part)
        status = fields.tolerant(.status)
    }
}
