import Community

extension Member {
    /// A member of a list.
    init(_ wire: WireMember) {
        self.init(id: wire.memberId, name: wire.name, part: wire.part, role: Role(wire.role))
    }

    /// A member's profile.
    init(_ wire: WireProfile) {
        self.init(id: wire.memberId, name: wire.name, part: wire.part, statusMessage: wire.statusMessage)
    }
}

extension Member.Role {
    init(_ wire: MemberRole) {
        self =
            switch wire {
            case .owner: .owner
            case .admin: .admin
            case .member: .member
            }
    }

    /// As the server calls it.
    var wire: MemberRole {
        switch self {
        case .owner: .owner
        case .admin: .admin
        case .member: .member
        }
    }
}
