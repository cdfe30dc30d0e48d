/// A part of a server with members and threads of its own.
public struct Workspace: Sendable, Equatable, Identifiable {
    public var id: String
    public var name: String
    public var detail: String
    public var icon: String
    public var role: Member.Role?

    /// Makes a workspace.
    public init(id: String, name: String, detail: String = "", icon: String = "", role: Member.Role? = nil) {
        self.id = id
        self.name = name
        self.detail = detail
        self.icon = icon
        self.role = role
    }
}
