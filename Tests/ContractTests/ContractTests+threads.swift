import Chat
import Community
import Testing

extension ContractTests {
    @Test(
        "threads: made, listed in pages, searched, changed, pinned, muted and deleted",
        arguments: ContractServer.allCases
    )
    func threads(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            #expect(try await ann.threads().isEmpty)
            var made: [WireThread] = []
            for number in 1...5 {
                let category: ThreadCategory = number == 1 ? .questions : .free
                let body = CreateThreadBody(title: "Thread \(number)", description: "d", category: category, icon: "🧵")
                made.append(try await ann.client.call(ThreadEndpoints.Create(body: body)))
            }
            #expect(made.allSatisfy { $0.isJoined && $0.myRole == .owner && $0.memberCount == 1 })
            #expect(made.map(\.category) == [.questions, .free, .free, .free, .free])

            let listed = try await ann.threads(ThreadListQuery(limit: 2))
            #expect(Set(listed.map(\.threadId)) == Set(made.map(\.threadId)) && listed.count == 5)
            #expect(try await ann.threads(ThreadListQuery(filter: .category(.questions))).map(\.title) == ["Thread 1"])
            #expect(try await ann.threads(ThreadListQuery(search: "thread 3")).map(\.title) == ["Thread 3"])
            #expect(try await ann.threads(ThreadListQuery(search: "nowhere")).isEmpty)

            let id = made[1].threadId
            _ = try await ann.client.call(ThreadEndpoints.Pin(threadId: id))
            _ = try await ann.client.call(ThreadEndpoints.Mute(threadId: id))
            #expect(try await ann.pinned().map(\.threadId) == [id])
            #expect(try await ann.threads().count == 4)
            var thread = try await ann.client.call(ThreadEndpoints.Get(threadId: id))
            #expect(thread.isPinned && thread.isMuted && thread.title == "Thread 2" && thread.icon == "🧵")
            _ = try await ann.client.call(ThreadEndpoints.Unpin(threadId: id))
            _ = try await ann.client.call(ThreadEndpoints.Unmute(threadId: id))
            let changes = UpdateThreadBody(title: "둘째")
            _ = try await ann.client.call(ThreadEndpoints.Update(threadId: id, body: changes))
            thread = try await ann.client.call(ThreadEndpoints.Get(threadId: id))
            #expect(!thread.isPinned && !thread.isMuted && thread.title == "둘째" && thread.description == "d")

            _ = try await ann.client.call(ThreadEndpoints.Delete(threadId: id))
            #expect(try await ann.refusal(ThreadEndpoints.Get(threadId: id))?.status == 404)
            #expect(try await ann.refusal(ThreadEndpoints.Get(threadId: "999999")) == Refused(404, "THREAD404"))
        }
    }

    @Test("members: invited, joined, given roles, removed and gone", arguments: ContractServer.allCases)
    func members(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let ben = try await stage.person("Ben")
            let cleo = try await stage.person("Cleo")
            let body = CreateThreadBody(title: "Common", memberIds: [ben.id])
            let id = try await ann.client.call(ThreadEndpoints.Create(body: body)).threadId
            #expect(Set(try await ann.members(of: id, limit: 1).map(\.name)) == ["Ann", "Ben"])
            #expect(try await ben.members(of: id).first { $0.name == "Ben" }?.role == .member)
            #expect(try await ann.invitable(to: id).map(\.name) == ["Cleo"])
            #expect(try await cleo.refusal(MessageEndpoints.List(threadId: id)) == Refused(404, "THREAD404"))
            #expect(try await ben.refusal(ThreadEndpoints.Delete(threadId: id))?.status == 403)

            let invitation = InviteBody(memberIds: [cleo.id])
            _ = try await ann.client.call(ThreadEndpoints.Invite(threadId: id, body: invitation))
            #expect(try await cleo.client.call(ThreadEndpoints.Get(threadId: id)).isJoined)
            #expect(try await cleo.messages(in: id).isEmpty)
            _ = try await ann.client.call(ThreadEndpoints.Kick(threadId: id, memberId: cleo.id))
            #expect(try await cleo.refusal(MessageEndpoints.List(threadId: id))?.status == 404)

            let owner = RoleBody(role: .owner)
            #expect(
                try await ben.refusal(ThreadEndpoints.SetRole(threadId: id, memberId: ben.id, body: owner))?.status
                    == 403
            )
            _ = try await ann.client.call(ThreadEndpoints.SetRole(threadId: id, memberId: ben.id, body: owner))
            #expect(try await ann.client.call(ThreadEndpoints.Get(threadId: id)).myRole == .admin)
            #expect(try await ben.client.call(ThreadEndpoints.Get(threadId: id)).myRole == .owner)
            _ = try await ann.client.call(ThreadEndpoints.Leave(threadId: id))
            #expect(try await ben.members(of: id).map(\.name) == ["Ben"])
            #expect(try await ben.client.call(ThreadEndpoints.Get(threadId: id)).memberCount == 1)
            #expect(try await ann.refusal(ThreadEndpoints.Join(threadId: id))?.status == 404)

            let open = CreateThreadBody(title: "Open")
            let openID = try await ben.client.call(ThreadEndpoints.Create(body: open)).threadId
            let denied = try await ann.refusal(MessageEndpoints.List(threadId: openID))
            #expect(denied == Refused(403, "THREAD403"))
            _ = try await ann.client.call(ThreadEndpoints.Join(threadId: openID))
            let joined = try await ann.client.call(ThreadEndpoints.Get(threadId: openID))
            #expect(joined.myRole == .member && joined.isJoined && joined.memberCount == 2)

            let direct = try await ann.client.call(ThreadEndpoints.OpenDirect(body: DirectBody(memberId: cleo.id)))
            let same = try await cleo.client.call(ThreadEndpoints.OpenDirect(body: DirectBody(memberId: ann.id)))
            #expect(direct.threadId == same.threadId && direct.isDirect && same.isDirect)
            #expect(direct.title == "Cleo" && same.title == "Ann")
            #expect(try await ben.refusal(ThreadEndpoints.Get(threadId: direct.threadId))?.status == 404)
        }
    }

    @Test("messages are reported by whom may read them, with a reason", arguments: ContractServer.allCases)
    func reports(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let (annPerson, ben) = (try await stage.person("Ann"), try await stage.person("Ben"))
            let stranger = try await stage.person("Cleo")
            let body = CreateThreadBody(title: "Reports", memberIds: [ben.id])
            let id = try await annPerson.client.call(ThreadEndpoints.Create(body: body)).threadId
            var ann = try await stage.chat(of: annPerson)
            await ann.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            await ann.perform(.send(Draft("buy now"), threadID: id)) {
                $0.message("buy now", in: id)?.delivery == .delivered
            }
            let message = try #require(try await ben.messages(in: id).first?.messageId)
            func report(_ body: ReportBody, of message: String) -> MessageEndpoints.Report {
                MessageEndpoints.Report(messageId: message, body: body)
            }
            let spam = ReportBody(reason: "SPAM", detail: "도배")
            _ = try await ben.client.call(report(spam, of: message))
            // Once more is no mistake.
            _ = try await ben.client.call(report(spam, of: message))
            #expect(try await ben.refusal(report(ReportBody(reason: "  "), of: message))?.status == 400)
            #expect(try await ben.refusal(report(spam, of: "999999"))?.status == 404)
            #expect(try await stranger.refusal(report(spam, of: message))?.status == 404)
        }
    }

    @Test("pages with nothing on them come before others and behind the last", arguments: ContractServer.allCases)
    func emptyPages(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let annPerson = try await stage.person("Ann")
            let id = try await annPerson.client.call(ThreadEndpoints.Create(body: CreateThreadBody(title: "Few")))
                .threadId
            var ann = try await stage.chat(of: annPerson)
            await ann.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            for number in 1...3 {
                await ann.perform(.send(Draft("needle \(number)"), threadID: id)) {
                    $0.message("needle \(number)", in: id)?.delivery == .delivered
                }
            }
            let texts = ["needle 1", "needle 2", "needle 3"]
            #expect(try await annPerson.messages(in: id).map(\.content) == texts)
            let first = try await annPerson.client.call(MessageEndpoints.List(threadId: id))
            #expect(first.messages.isEmpty == (server == .odd))

            // Somebody who comes later has it all from pages.
            var again = try await stage.chat(of: annPerson)
            await again.perform(.open(threadID: id)) { !$0.messages(in: id).isEmpty }
            while again.view.hasOlder[id] == true {
                let before = again.view.changes[id]
                await again.perform(.loadOlder(threadID: id)) { $0.changes[id] != before }
            }
            #expect(again.view.messages(in: id).map(\.text) == texts)
            await again.perform(.search("needle", threadID: nil)) { $0.found != nil }
            #expect(again.view.found?.map(\.text) == texts.reversed())
            #expect(again.view.failures == [])
        }
    }
}
