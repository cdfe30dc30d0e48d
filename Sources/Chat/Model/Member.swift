/// A person, or a program that writes like one.
public struct Member: Sendable, Equatable, Identifiable {
    /// What a member may do in a thread or a workspace.
    public enum Role: Sendable, Equatable, CaseIterable {
        case owner
        case admin
        case member
    }

    /// The server's identifier.
    public var id: String
    public var name: String
    /// What they do: a team, a field; nil when they don't say.
    public var part: String?
    public var statusMessage: String?
    /// Their role where the list they stand in has roles.
    public var role: Role?
    /// Whether the person using this program has blocked them.
    public var isBlocked: Bool

    /// Makes a member.
    public init(
        id: String,
        name: String,
        part: String? = nil,
        statusMessage: String? = nil,
        role: Role? = nil,
        isBlocked: Bool = false
    ) {
        self.id = id
        self.name = name
        self.part = part
        self.statusMessage = statusMessage
        self.role = role
        self.isBlocked = isBlocked
    }
}
