import Community

// Workspaces, on servers that have them.
extension CommunitySession {
    /// The workspace that is shown.
    private func current() throws(FailureReport) -> Workspace {
        guard let known = conversation.workspaces,
            let workspace = known.first(where: { $0.id == conversation.workspaceID })
        else {
            throw FailureReport(.usage, "this server shows no workspace here", remedy: "create or choose one first")
        }
        return workspace
    }

    func workspaceMembers(_ workspaceID: String) async throws(APIFailure) -> [Member] {
        let client = server.client
        return try await allMembers { page throws(APIFailure) in
            try await client.call(WorkspaceEndpoints.Members(workspaceId: workspaceID, query: page))
        }
    }

    func listWorkspaces() async throws {
        do throws(APIFailure) {
            let list = try await server.client.call(WorkspaceEndpoints.List())
            apply(conversation.listed(list.items.map(Workspace.init)))
        } catch {
            throw error.isAbsence ? FailureReport(.refused, "this server has no workspaces") : error as any Error
        }
    }

    func createWorkspace(_ name: String, _ detail: String) async throws {
        let body = CreateWorkspaceBody(name: name, description: detail.isEmpty ? nil : detail)
        let made = Workspace(try await server.client.call(WorkspaceEndpoints.Create(body: body)))
        let others = (conversation.workspaces ?? []).filter { $0.id != made.id }
        apply(conversation.listed(others + [made]))
        apply(conversation.switched(to: made.id))
        queue.push([.notice("you are in the new workspace \(ForeignText(made.name))")])
    }

    func updateWorkspace(_ name: String?, _ detail: String?) async throws {
        let workspace = try current()
        let body = UpdateWorkspaceBody(name: name, description: detail)
        _ = try await server.client.call(WorkspaceEndpoints.Update(workspaceId: workspace.id, body: body))
        try await listWorkspaces()
        queue.push([.notice("the workspace is changed")])
    }

    func deleteWorkspace() async throws {
        let workspace = try current()
        let threads = conversation.threads.all.filter { $0.workspaceID == workspace.id }.map(\.id)
        conversation.parting.formUnion(threads)
        defer { conversation.parting.subtract(threads) }
        _ = try await server.client.call(WorkspaceEndpoints.Delete(workspaceId: workspace.id))
        apply(conversation.left(workspace.id))
        queue.push([.notice("the workspace \(ForeignText(workspace.name)) is deleted")])
    }

    func inviteToWorkspace(_ names: [String]) async throws {
        let workspace = try current()
        for email in names where email.contains("@") && !email.hasPrefix("@") {
            let body = WorkspaceInviteBody.email(email)
            _ = try await server.client.call(WorkspaceEndpoints.Invite(workspaceId: workspace.id, body: body))
        }
        let others = names.filter { !$0.contains("@") || $0.hasPrefix("@") }
        if !others.isEmpty {
            var ids: [String] = []
            for name in others { ids.append(try await member(called: name).id) }
            let body = WorkspaceInviteBody.members(ids)
            _ = try await server.client.call(WorkspaceEndpoints.Invite(workspaceId: workspace.id, body: body))
        }
        queue.push([.notice("invited " + names.map { ForeignText($0).description }.joined(separator: ", "))])
    }

    func handOverWorkspace(to name: String) async throws {
        let workspace = try current()
        let member = try NameMatch.member(name, among: try await workspaceMembers(workspace.id))
        let body = HandoverBody(memberId: member.id)
        _ = try await server.client.call(WorkspaceEndpoints.HandOver(workspaceId: workspace.id, body: body))
        queue.push([.notice("\(ForeignText(member.name)) is now the owner of \(ForeignText(workspace.name))")])
        try await listWorkspaces()
    }

    func leaveWorkspace() async throws {
        let workspace = try current()
        let threads = conversation.threads.all.filter { $0.workspaceID == workspace.id }.map(\.id)
        conversation.parting.formUnion(threads)
        defer { conversation.parting.subtract(threads) }
        _ = try await server.client.call(WorkspaceEndpoints.Leave(workspaceId: workspace.id))
        apply(conversation.left(workspace.id))
        queue.push([.notice("you have left the workspace \(ForeignText(workspace.name))")])
    }

    func switchWorkspace(to name: String) async throws {
        if conversation.workspaces == nil { try await listWorkspaces() }
        let workspace = try NameMatch.workspace(name, among: conversation.workspaces ?? [])
        apply(conversation.switched(to: workspace.id))
        queue.push([.notice("you are in the workspace \(ForeignText(workspace.name))")])
    }
}
