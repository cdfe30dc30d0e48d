/// What a member may do in a thread or workspace; a role this program does not know counts as `MEMBER`.
package enum MemberRole: String, CaseIterable {
    case owner = "OWNER"
    case admin = "ADMIN"
    case member = "MEMBER"
}

extension MemberRole: WireChoice {
    package static var fallback: MemberRole { .member }
}
