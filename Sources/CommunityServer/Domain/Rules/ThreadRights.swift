import Community

/// Who may do what in a thread or a workspace. Pure: the caller has looked up the roles.
enum ThreadRights {
    enum Kind: String {
        /// Anybody of the server, or of its workspace, may find and join it.
        case open = "OPEN"
        /// Only those invited know of it.
        case invite = "INVITE"
        /// One to one.
        case direct = "DIRECT"
    }

    /// Titles, descriptions and icons.
    static func mayEdit(_ role: MemberRole) -> Bool { role != .member }

    static func mayDelete(_ role: MemberRole) -> Bool { role == .owner }

    /// Everybody brings people along to an open thread, which they could join by themselves anyway.
    static func mayInvite(_ role: MemberRole, to kind: Kind) -> Bool {
        switch kind {
        case .open: true
        case .invite: role != .member
        case .direct: false
        }
    }

    /// Owners send away anybody, administrators ordinary members.
    static func mayRemove(_ role: MemberRole, _ other: MemberRole) -> Bool {
        role == .owner || (role == .admin && other == .member)
    }

    static func mayGiveRoles(_ role: MemberRole) -> Bool { role == .owner }

    /// Authors delete what they wrote; owners and administrators anything.
    static func mayDeleteMessage(_ role: MemberRole, isAuthor: Bool) -> Bool { isAuthor || role != .member }
}
