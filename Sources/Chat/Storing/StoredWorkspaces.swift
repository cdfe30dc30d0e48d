/// The workspaces as they are stored, and the one that was shown.
struct StoredWorkspaces: Codable, Sendable, Equatable {
    /// The name of the value in the store.
    static let name = "workspaces"

    var all: [StoredWorkspace]
    var current: String?
}

/// A workspace as it is stored.
struct StoredWorkspace: Codable, Sendable, Equatable {
    var id: String
    var name: String
    var detail: String
    var icon: String
    var role: String?

    init(_ workspace: Workspace) {
        id = workspace.id
        name = workspace.name
        detail = workspace.detail
        icon = workspace.icon
        role = workspace.role?.stored
    }

    var workspace: Workspace {
        Workspace(id: id, name: name, detail: detail, icon: icon, role: role.flatMap { Member.Role(stored: $0) })
    }
}
