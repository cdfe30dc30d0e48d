import Community

extension Workspace {
    /// A workspace of the server.
    init(_ wire: WireWorkspace) {
        self.init(
            id: wire.workspaceId,
            name: wire.name,
            detail: wire.description,
            icon: wire.icon,
            role: wire.myRole.map(Member.Role.init)
        )
    }
}
