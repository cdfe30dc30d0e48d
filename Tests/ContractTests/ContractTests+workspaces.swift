import Chat
import Community
import Testing

extension ContractTests {
    @Test("workspaces: made, joined, handed over, left and deleted", arguments: ContractServer.allCases)
    func workspaces(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let ben = try await stage.person("Ben")
            #expect(try await ann.client.call(WorkspaceEndpoints.List()).items.isEmpty)
            let body = CreateWorkspaceBody(name: "Weavers", description: "cloth")
            let made = try await ann.client.call(WorkspaceEndpoints.Create(body: body))
            let id = made.workspaceId
            #expect(made.name == "Weavers" && made.myRole == .owner)
            #expect(try await ben.refusal(WorkspaceEndpoints.Get(workspaceId: id))?.status == 404)
            let invitation = WorkspaceInviteBody.email("ben@example.org")
            _ = try await ann.client.call(WorkspaceEndpoints.Invite(workspaceId: id, body: invitation))
            #expect(try await ben.client.call(WorkspaceEndpoints.List()).items.map(\.name) == ["Weavers"])
            #expect(try await ben.client.call(WorkspaceEndpoints.Get(workspaceId: id)).memberCount == 2)
            let members = try await ben.allMembers(50) { WorkspaceEndpoints.Members(workspaceId: id, query: $0) }
            #expect(Set(members.map(\.memberId)) == [ann.id, ben.id])

            let thread = CreateThreadBody(title: "Inside", workspaceId: id)
            _ = try await ann.client.call(ThreadEndpoints.Create(body: thread))
            #expect(try await ben.threads(ThreadListQuery(workspaceId: id)).map(\.workspaceId) == [id])

            #expect(try await ann.refusal(WorkspaceEndpoints.Leave(workspaceId: id)) == Refused(409, "COMMON409"))
            let cleo = try await stage.person("Cleo")
            let both = WorkspaceInviteBody.members([cleo.id])
            _ = try await ann.client.call(WorkspaceEndpoints.Invite(workspaceId: id, body: both))
            let annsPlace = WorkspaceEndpoints.Remove(workspaceId: id, memberId: ann.id)
            #expect(try await ben.refusal(annsPlace)?.status == 403)
            #expect(
                try await ben.refusal(WorkspaceEndpoints.Remove(workspaceId: id, memberId: cleo.id))?.status == 403
            )
            #expect(try await ann.refusal(annsPlace)?.status == 409)
            let insideID = try #require(try await ann.threads(ThreadListQuery(workspaceId: id)).first?.threadId)
            _ = try await cleo.client.call(ThreadEndpoints.Join(threadId: insideID))
            _ = try await ann.client.call(WorkspaceEndpoints.Remove(workspaceId: id, memberId: cleo.id))
            #expect(try await cleo.refusal(WorkspaceEndpoints.Get(workspaceId: id))?.status == 404)
            #expect(try await cleo.refusal(ThreadEndpoints.Get(threadId: insideID))?.status == 404)
            #expect(try await ann.client.call(WorkspaceEndpoints.Get(workspaceId: id)).memberCount == 2)
            #expect(
                try await ann.refusal(WorkspaceEndpoints.Remove(workspaceId: id, memberId: cleo.id))?.status == 404
            )

            let changes = UpdateWorkspaceBody(name: "Spinners")
            #expect(try await ben.refusal(WorkspaceEndpoints.Update(workspaceId: id, body: changes))?.status == 403)
            _ = try await ann.client.call(WorkspaceEndpoints.Update(workspaceId: id, body: changes))
            let heir = HandoverBody(memberId: ben.id)
            _ = try await ann.client.call(WorkspaceEndpoints.HandOver(workspaceId: id, body: heir))
            #expect(try await ann.client.call(WorkspaceEndpoints.Get(workspaceId: id)).myRole == .admin)
            let owned = try await ben.client.call(WorkspaceEndpoints.Get(workspaceId: id))
            #expect(owned.myRole == .owner && owned.name == "Spinners" && owned.description == "cloth")
            _ = try await ann.client.call(WorkspaceEndpoints.Leave(workspaceId: id))
            #expect(try await ann.client.call(WorkspaceEndpoints.List()).items.isEmpty)
            _ = try await ben.client.call(WorkspaceEndpoints.Delete(workspaceId: id))
            #expect(try await ben.client.call(WorkspaceEndpoints.List()).items.isEmpty)
        }
    }

    @Test("a workspace shows at once to who is invited, and to all when it changes", arguments: ContractServer.allCases)
    func workspaceChat(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let (annPerson, benPerson) = (try await stage.person("Ann"), try await stage.person("Ben"))
            var ann = try await stage.chat(of: annPerson)
            var ben = try await stage.chat(of: benPerson)
            await ann.perform(.createWorkspace(name: "Mill", detail: "grain")) { $0.workspaceID != nil }
            let id = try #require(ann.view.workspaceID)
            #expect(ann.view.workspaces.map(\.role) == [.owner])
            await ann.session.perform(.inviteToWorkspace(names: ["ben@example.org"]))
            await ben.until("invited") { $0.workspaces.map(\.name) == ["Mill"] && $0.workspaceID == id }
            await ann.perform(.createThread(title: "Wheel", detail: "", category: nil)) {
                $0.thread(titled: "Wheel")?.workspaceID == id
            }
            await ben.perform(.join("Wheel")) { $0.thread(titled: "Wheel")?.isJoined == true }

            await ann.perform(.leaveWorkspace) { !$0.failures.isEmpty }
            #expect(ann.view.failures.map(\.cause) == [.refused])
            await ann.perform(.handOverWorkspace(name: "Ben")) { $0.workspaces.first?.role == .admin }
            await ben.perform(.listWorkspaces) { $0.workspaces.first?.role == .owner }
            await ben.perform(.updateWorkspace(name: "Windmill", detail: nil)) {
                $0.workspaces.first?.name == "Windmill"
            }
            await ann.until("renamed") { $0.workspaces.first?.name == "Windmill" }
            await ben.perform(.deleteWorkspace) { $0.workspaces.isEmpty && $0.thread(titled: "Wheel") == nil }
            await ann.until("deleted") { $0.workspaces.isEmpty && $0.thread(titled: "Wheel") == nil }
            #expect(ben.view.failures == [])
            // However often its event came.
            #expect(ben.view.notices.count { $0.hasPrefix("you were invited to the workspace") } == 1)
        }
    }
}
