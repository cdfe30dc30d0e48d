import Community
import CommunityServer
import Testing

@Suite("Threads")
struct ThreadTests {
    private func names(_ deliveries: [RecordingPublisher.Delivery]) -> [String] {
        deliveries.map(\.event.payload.typeName)
    }

    @Test("Somebody who hasn't joined an open thread sees neither its description nor its last message")
    func outside() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let body = CreateThreadBody(title: "Open", description: "secret plans", category: .study, icon: "📚")
        let thread = try await community.call(ThreadEndpoints.Create(body: body), as: ann)
        let id = try #require(Int64(thread.threadId))
        try await community.send("hello", to: id, by: ann)
        let outside = try await community.view(of: id, for: ben)
        #expect(outside.title == "Open")
        #expect(outside.category == .study)
        #expect(outside.memberCount == 1)
        #expect(!outside.isJoined)
        #expect(outside.myRole == nil)
        #expect(outside.description.isEmpty)
        #expect(outside.lastMessage == nil)
        _ = try await community.call(ThreadEndpoints.Join(threadId: thread.threadId), as: ben)
        let joined = try await community.view(of: id, for: ben)
        #expect(joined.description == "secret plans")
        #expect(joined.lastMessage?.preview == "hello")
        #expect(joined.myRole == .member)
        // What was said before is history.
        #expect(joined.unreadCount == 0)
    }

    @Test("The list has pinned threads apart, counts the others, filters and pages")
    func list() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        var ids: [Int64] = []
        for number in 1...5 {
            community.advance(by: .seconds(1))
            ids.append(try await community.thread("T\(number)", by: ann, with: [ben]))
        }
        _ = try await community.call(ThreadEndpoints.Pin(threadId: String(ids[0])), as: ben)
        try await community.send("news", to: ids[2], by: ann)
        func page(_ query: ThreadListQuery) async throws -> ThreadPage {
            try await community.call(ThreadEndpoints.List(query: query), as: ben)
        }
        let first = try await page(ThreadListQuery(limit: 2))
        #expect(first.pinned.map(\.title) == ["T1"])
        #expect(first.total == 4)
        #expect(first.nextOffset == 2)
        let second = try await page(ThreadListQuery(offset: 2, limit: 2))
        #expect(second.pinned.map(\.title) == ["T1"])
        #expect(second.nextOffset == nil)
        #expect(Set((first.threads + second.threads).map(\.title)) == ["T2", "T3", "T4", "T5"])
        #expect(try await page(ThreadListQuery(filter: .unread)).threads.map(\.title) == ["T3"])
        let found = try await page(ThreadListQuery(search: "t1"))
        #expect(found.pinned.isEmpty)
        #expect(found.threads.map(\.title) == ["T1"])
        #expect(try await page(ThreadListQuery(search: "")).threads.count == 5)
        #expect(try await page(ThreadListQuery(filter: .category(.study))).threads.isEmpty)
    }

    @Test("What moved last comes first, and threads one could join after those one is in")
    func order() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let first = try await community.thread("First", by: ben)
        community.advance(by: .seconds(1))
        _ = try await community.thread("Second", by: ben)
        community.advance(by: .seconds(1))
        _ = try await community.thread("Others'", by: ann)
        community.advance(by: .seconds(1))
        try await community.send("bump", to: first, by: ben)
        let page = try await community.call(ThreadEndpoints.List(), as: ben)
        #expect(page.threads.map(\.title) == ["First", "Second", "Others'"])
    }

    @Test("An invitation tells the invited, notifies them, and tells the others who came")
    func invite() async throws {
        let community = try await TestCommunity()
        let (ann, ben, cho) = (
            try await community.signUp("Ann"), try await community.signUp("Ben"), try await community.signUp("Cho")
        )
        let thread = try await community.thread(by: ann, with: [ben])
        _ = community.publisher.take()
        let invite = ThreadEndpoints.Invite(
            threadId: String(thread),
            body: InviteBody(memberIds: [ben.wireID, cho.wireID])
        )
        _ = try await community.call(invite, as: ann)
        let deliveries = community.publisher.take()
        #expect(names(deliveries) == ["thread.invited", "member.joined", "notification.created"])
        #expect(deliveries[0].members == [cho.id])
        #expect(deliveries[1].members == [ann.id, ben.id, cho.id])
        guard case .threadInvited(let view) = deliveries[0].event.payload else { return }
        #expect(view.isJoined)
        #expect(view.memberCount == 3)
        guard case .memberJoined(let joined) = deliveries[1].event.payload else { return }
        #expect(joined == MembershipChanged(memberId: cho.wireID, memberCount: 3))
    }

    @Test(
        "An invitation names 1 to 99 members the server knows",
        arguments: [
            ([], 400), (["999"], 404), ((1...100).map { "\($0)" }, 400),
        ]
    )
    func badInvitations(members: [String], status: Int) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        let invite = ThreadEndpoints.Invite(threadId: String(thread), body: InviteBody(memberIds: members))
        #expect(try await community.refusal(invite, as: ann)?.status == status)
    }

    @Test("Who is sent away hears of it, sees nothing more, and comes back by invitation only")
    func kick() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann)
        _ = try await community.call(ThreadEndpoints.Join(threadId: String(thread)), as: ben)
        _ = community.publisher.take()
        _ = try await community.call(
            ThreadEndpoints.Kick(threadId: String(thread), memberId: ben.wireID),
            as: ann
        )
        let delivery = try #require(community.publisher.take().first)
        #expect(delivery.event.payload == .memberKicked(MembershipChanged(memberId: ben.wireID, memberCount: 1)))
        #expect(delivery.members == [ann.id, ben.id])
        _ = community.publisher.take()
        try await community.send("after", to: thread, by: ann)
        #expect(community.publisher.take().allSatisfy { !$0.members.contains(ben.id) })
        let join = ThreadEndpoints.Join(threadId: String(thread))
        #expect(try await community.refusal(join, as: ben)?.status == 403)
        _ = try await community.call(
            ThreadEndpoints.Invite(threadId: String(thread), body: InviteBody(memberIds: [ben.wireID])),
            as: ann
        )
        #expect(try await community.view(of: thread, for: ben).isJoined)
    }

    @Test("Giving the thread away makes the old owner an administrator")
    func ownership() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        let role = ThreadEndpoints.SetRole(
            threadId: String(thread),
            memberId: ben.wireID,
            body: RoleBody(role: .owner)
        )
        _ = try await community.call(role, as: ann)
        let members = try await community.call(ThreadEndpoints.Members(threadId: String(thread)), as: ann)
        #expect(members.items.map(\.name) == ["Ben", "Ann"])
        #expect(members.items.map(\.role) == [.owner, .admin])
        #expect(members.total == 2)
        _ = try await community.call(ThreadEndpoints.Leave(threadId: String(thread)), as: ann)
        #expect(try await community.view(of: thread, for: ben).memberCount == 1)
    }

    @Test("A role the server doesn't know is refused, not taken for another")
    func unknownRole() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        let request = APIRequest(
            method: "PATCH",
            path: "/api/v1/community/threads/\(thread)/members/\(ben.id)/role",
            headers: ["authorization": "bearer \(ann.token)"],
            body: Array(#"{"role":"KING"}"#.utf8)
        )
        #expect(await community.service.answer(request).status == 400)
    }

    @Test("A change goes out with the whole of what changed; a deletion takes the thread from everybody")
    func changes() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread("Old", by: ann, with: [ben])
        _ = community.publisher.take()
        _ = try await community.call(
            ThreadEndpoints.Update(threadId: String(thread), body: UpdateThreadBody(title: "New")),
            as: ann
        )
        let delivery = try #require(community.publisher.take().first)
        guard case .threadUpdated(let change) = delivery.event.payload else { return }
        #expect(change.title == "New")
        #expect(change.memberCount == 2)
        #expect(delivery.event.threadId == String(thread))
        _ = try await community.call(ThreadEndpoints.Delete(threadId: String(thread)), as: ann)
        #expect(names(community.publisher.take()) == ["thread.deleted"])
        let get = ThreadEndpoints.Get(threadId: String(thread))
        #expect(try await community.refusal(get, as: ben)?.status == 404)
        #expect(try await community.call(ThreadEndpoints.List(), as: ben).total == 0)
    }

    @Test("The last one out ends the thread")
    func lastOneOut() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        _ = try await community.call(ThreadEndpoints.Leave(threadId: String(thread)), as: ann)
        #expect(names(community.publisher.take()) == ["thread.deleted"])
    }

    @Test("A thread that is full lets nobody in")
    func full() async throws {
        let community = try await TestCommunity { $0.threadMembers = 1 }
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann)
        let join = ThreadEndpoints.Join(threadId: String(thread))
        #expect(try await community.refusal(join, as: ben)?.status == 409)
        let invite = ThreadEndpoints.Invite(threadId: String(thread), body: InviteBody(memberIds: [ben.wireID]))
        #expect(try await community.refusal(invite, as: ann)?.status == 409)
    }

    @Test("Who could be invited are those who aren't in the thread")
    func invitable() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        _ = try await community.signUp("Cho")
        let thread = try await community.thread(by: ann, with: [ben])
        let page = try await community.call(ThreadEndpoints.Invitable(threadId: String(thread)), as: ann)
        #expect(page.items.map(\.name) == ["Cho"])
        #expect(page.total == 1)
    }

    // MARK: Direct threads

    @Test("A direct thread is one for both, is called after the other, and comes up with its first message")
    func direct() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let opened = try await community.call(
            ThreadEndpoints.OpenDirect(body: DirectBody(memberId: ben.wireID)),
            as: ann
        )
        #expect(opened.isDirect)
        #expect(opened.title == "Ben")
        let id = try #require(Int64(opened.threadId))
        #expect(community.publisher.take().isEmpty)
        #expect(try await community.call(ThreadEndpoints.List(), as: ben).total == 0)
        try await community.send("psst", to: id, by: ann)
        let deliveries = community.publisher.take()
        #expect(names(deliveries) == ["thread.invited", "message.created", "command.acknowledged"])
        #expect(deliveries[0].members == [ben.id])
        let listed = try await community.call(ThreadEndpoints.List(), as: ben).threads
        #expect(listed.map(\.title) == ["Ann"])
        try await community.send("hm?", to: id, by: ben)
        #expect(!names(community.publisher.take()).contains("thread.invited"))
        let again = try await community.call(
            ThreadEndpoints.OpenDirect(body: DirectBody(memberId: ann.wireID)),
            as: ben
        )
        #expect(again.threadId == opened.threadId)
        let oneself = ThreadEndpoints.OpenDirect(body: DirectBody(memberId: ann.wireID))
        #expect(try await community.refusal(oneself, as: ann)?.status == 409)
    }

    @Test("Direct messages of somebody who is blocked don't arrive, nor later; in other threads they do")
    func blocked() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let shared = try await community.thread(by: ann, with: [ben])
        let opened = try await community.call(
            ThreadEndpoints.OpenDirect(body: DirectBody(memberId: ben.wireID)),
            as: ann
        )
        let direct = try #require(Int64(opened.threadId))
        _ = try await community.call(MemberEndpoints.Block(memberId: ann.wireID), as: ben)
        _ = community.publisher.take()
        try await community.send("let me in", to: direct, by: ann)
        #expect(community.publisher.take().allSatisfy { !$0.members.contains(ben.id) })
        // To who is blocked it looks as if it had been sent.
        #expect(try await community.messages(of: direct, by: ann).map(\.content) == ["let me in"])
        #expect(try await community.messages(of: direct, by: ben).isEmpty)
        try await community.send("@Ben", to: shared, by: ann, mentions: [ben])
        let deliveries = community.publisher.take()
        #expect(deliveries.first?.members.contains(ben.id) == true)
        #expect(!names(deliveries).contains("notification.created"))
        _ = try await community.call(MemberEndpoints.Unblock(memberId: ann.wireID), as: ben)
        #expect(try await community.messages(of: direct, by: ben).isEmpty)
        try await community.send("thanks", to: direct, by: ann)
        #expect(try await community.messages(of: direct, by: ben).map(\.content) == ["thanks"])
    }

    @Test("In a large thread read marks stay with their reader and typing with nobody")
    func largeThreads() async throws {
        let community = try await TestCommunity { $0.presenceMembers = 2 }
        let (ann, ben, cho) = (
            try await community.signUp("Ann"), try await community.signUp("Ben"), try await community.signUp("Cho")
        )
        let thread = try await community.thread(by: ann, with: [ben, cho])
        let id = try await community.send("x", to: thread, by: ann)
        _ = community.publisher.take()
        try await community.perform(.read, in: thread, ReadBody(lastReadMessageId: String(id)), by: ben)
        try await community.perform(.typing, in: thread, by: ben)
        let deliveries = community.publisher.take()
        #expect(deliveries.allSatisfy { $0.members == [ben.id] })
        #expect(names(deliveries).contains("read.updated"))
        #expect(!names(deliveries).contains("typing"))
    }

    @Test("Notifications are read up to a point")
    func notifications() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        for number in 1...3 { _ = try await community.thread("T\(number)", by: ann, with: [ben]) }
        let page = try await community.call(
            NotificationEndpoints.List(query: NotificationsQuery(limit: 2)),
            as: ben
        )
        #expect(page.items.map(\.kind) == [.invite, .invite])
        #expect(page.hasMore)
        let upTo = page.items[1].notificationId
        _ = try await community.call(
            NotificationEndpoints.MarkRead(body: ReadNotificationsBody(upTo: upTo)),
            as: ben
        )
        let all = try await community.call(NotificationEndpoints.List(), as: ben)
        #expect(all.items.map { $0.readAt != nil } == [false, true, true])
    }
}
