import Community
import CommunityServer
import Testing

@Suite("Workspaces")
struct WorkspaceTests {
    private func make(_ community: TestCommunity, by person: Person, with others: [Person]) async throws -> String {
        let workspace = try await community.call(
            WorkspaceEndpoints.Create(body: CreateWorkspaceBody(name: "Work", icon: "🏢")),
            as: person
        )
        #expect(workspace.myRole == .owner)
        if !others.isEmpty {
            let invite = WorkspaceEndpoints.Invite(
                workspaceId: workspace.workspaceId,
                body: .members(others.map(\.wireID))
            )
            _ = try await community.call(invite, as: person)
        }
        return workspace.workspaceId
    }

    @Test("Who is invited is in it, hears of it and finds its open threads")
    func invite() async throws {
        let community = try await TestCommunity()
        let (ann, ben, cho) = (
            try await community.signUp("Ann"), try await community.signUp("Ben"), try await community.signUp("Cho")
        )
        let workspace = try await make(community, by: ann, with: [ben])
        let events = community.publisher.take().filter { $0.event.payload.typeName == "workspace.invited" }
        #expect(events.map(\.members) == [[ben.id]])
        let thread = try await community.call(
            ThreadEndpoints.Create(body: CreateThreadBody(title: "Inside", workspaceId: workspace)),
            as: ann
        )
        #expect(thread.workspaceId == workspace)
        let seen = try await community.call(
            ThreadEndpoints.List(query: ThreadListQuery(workspaceId: workspace)),
            as: ben
        )
        #expect(seen.threads.map(\.title) == ["Inside"])
        #expect(try await community.call(ThreadEndpoints.List(), as: cho).total == 0)
        #expect(try await community.refusal(ThreadEndpoints.Join(threadId: thread.threadId), as: cho)?.status == 404)
        // Nobody from outside gets into its threads.
        let invite = ThreadEndpoints.Invite(threadId: thread.threadId, body: InviteBody(memberIds: [cho.wireID]))
        #expect(try await community.refusal(invite, as: ann)?.status == 400)
        let members = try await community.call(WorkspaceEndpoints.Members(workspaceId: workspace), as: ben)
        #expect(members.items.map(\.name) == ["Ann", "Ben"])
        #expect(try await community.call(WorkspaceEndpoints.List(), as: ben).items.map(\.memberCount) == [2])
    }

    @Test("An invitation by e-mail waits for the account, and does not tell whether there is one")
    func inviteByEmail() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let workspace = try await make(community, by: ann, with: [])
        func invite(_ email: String) -> WorkspaceEndpoints.Invite {
            WorkspaceEndpoints.Invite(workspaceId: workspace, body: .email(email))
        }
        let known = try await community.answer(to: invite("BEN@example.org"), as: ann)
        let unknown = try await community.answer(to: invite("cho@example.org"), as: ann)
        #expect(known.text == unknown.text)
        #expect(try await community.call(WorkspaceEndpoints.List(), as: ben).items.count == 1)
        let cho = try await community.signUp("Cho")
        #expect(try await community.call(WorkspaceEndpoints.List(), as: cho).items.count == 1)
        #expect(try await community.refusal(invite("nonsense"), as: ann)?.status == 400)
    }

    @Test("The owner hands it over before leaving, and becomes an administrator")
    func handOver() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let workspace = try await make(community, by: ann, with: [ben])
        let leave = WorkspaceEndpoints.Leave(workspaceId: workspace)
        #expect(try await community.refusal(leave, as: ann)?.status == 409)
        let handOver = WorkspaceEndpoints.HandOver(
            workspaceId: workspace,
            body: HandoverBody(memberId: ben.wireID)
        )
        _ = try await community.call(handOver, as: ann)
        #expect(try await community.call(WorkspaceEndpoints.Get(workspaceId: workspace), as: ann).myRole == .admin)
        #expect(try await community.call(WorkspaceEndpoints.Get(workspaceId: workspace), as: ben).myRole == .owner)
        _ = try await community.call(leave, as: ann)
        let get = WorkspaceEndpoints.Get(workspaceId: workspace)
        #expect(try await community.refusal(get, as: ann)?.status == 404)
    }

    @Test("Who goes from it goes from its threads, and what they owned there has an owner still")
    func removal() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let workspace = try await make(community, by: ann, with: [ben])
        let thread = try await community.call(
            ThreadEndpoints.Create(body: CreateThreadBody(title: "Ben's", workspaceId: workspace)),
            as: ben
        )
        _ = try await community.call(ThreadEndpoints.Join(threadId: thread.threadId), as: ann)
        _ = community.publisher.take()
        _ = try await community.call(
            WorkspaceEndpoints.Remove(workspaceId: workspace, memberId: ben.wireID),
            as: ann
        )
        let deliveries = community.publisher.take()
        #expect(deliveries.contains { $0.event.payload.typeName == "workspace.deleted" && $0.members == [ben.id] })
        #expect(deliveries.contains { $0.event.payload.typeName == "member.left" })
        let get = ThreadEndpoints.Get(threadId: thread.threadId)
        #expect(try await community.refusal(get, as: ben)?.status == 404)
        #expect(try await community.call(get, as: ann).myRole == .owner)
    }

    @Test("Deleting it takes its threads along; a change tells everybody in it")
    func end() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let workspace = try await make(community, by: ann, with: [ben])
        let thread = try await community.call(
            ThreadEndpoints.Create(body: CreateThreadBody(title: "T", workspaceId: workspace)),
            as: ann
        )
        _ = community.publisher.take()
        _ = try await community.call(
            WorkspaceEndpoints.Update(workspaceId: workspace, body: UpdateWorkspaceBody(name: "New")),
            as: ann
        )
        var told: Set<Int64> = []
        for delivery in community.publisher.take() {
            guard case .workspaceUpdated(let view) = delivery.event.payload else { continue }
            #expect(view.name == "New")
            #expect(view.icon == "🏢")
            #expect(view.myRole == (delivery.members == [ann.id] ? .owner : .member))
            told.formUnion(delivery.members)
        }
        #expect(told == [ann.id, ben.id])
        _ = try await community.call(WorkspaceEndpoints.Delete(workspaceId: workspace), as: ann)
        #expect(
            Set(community.publisher.take().map(\.event.payload.typeName)) == ["thread.deleted", "workspace.deleted"]
        )
        let get = ThreadEndpoints.Get(threadId: thread.threadId)
        #expect(try await community.refusal(get, as: ann)?.status == 404)
        #expect(try await community.call(WorkspaceEndpoints.List(), as: ben).items.isEmpty)
    }
}
