import Community
import CommunityServer
import Testing

@Suite("The sample community")
struct SampleCommunityTests {
    private func demo(_ community: TestCommunity) async throws -> Person {
        let account = try #require(try await community.service.seedSample()?.first)
        let body = LoginBody(email: account.email, password: Secret(account.password))
        return Person(try await community.call(AuthEndpoints.Login(body: body)))
    }

    @Test("The demo account signs in and finds pinned, muted, unread and joinable threads")
    func list() async throws {
        let community = try await TestCommunity()
        let demo = try await demo(community)
        let page = try await community.call(ThreadEndpoints.List(), as: demo)
        #expect(page.pinned.map(\.title) == ["라운지 Lounge", "Swift study"])
        #expect(Set(page.threads.map(\.title)) == ["질문과 답변", "Bobbin", "점심 모임", "Book club 독서 모임"])
        #expect(page.pinned[0].unreadCount == 3)
        #expect(page.threads.first { $0.title == "점심 모임" }?.isMuted == true)
        #expect(page.threads.first { $0.title == "Book club 독서 모임" }?.isJoined == false)
        let notes = try await community.call(NotificationEndpoints.List(), as: demo)
        #expect(notes.items.map(\.kind) == [.mention])
        #expect(await community.service.bots().map(\.name) == ["Barista", "사서"])
    }

    @Test("All of its people but the bots can sign in")
    func accounts() async throws {
        let community = try await TestCommunity()
        let accounts = try #require(try await community.service.seedSample())
        #expect(accounts.map { $0.email.prefix { $0 != "@" } } == ["demo", "minji", "junho", "sara", "tom"])
        for account in accounts {
            let body = LoginBody(email: account.email, password: Secret(account.password))
            let person = Person(try await community.call(AuthEndpoints.Login(body: body)))
            let page = try await community.call(ThreadEndpoints.List(), as: person)
            #expect(page.pinned.first?.title == "라운지 Lounge", "all of them meet there")
        }
    }

    @Test("Its history is in the past, with replies, reactions, an edit and a deletion")
    func history() async throws {
        let community = try await TestCommunity()
        let demo = try await demo(community)
        let page = try await community.call(ThreadEndpoints.List(), as: demo)
        var all: [WireMessage] = []
        for thread in page.pinned + page.threads where thread.isJoined {
            all += try await community.messages(of: try #require(Int64(thread.threadId)), by: demo)
        }
        #expect(all.allSatisfy { $0.createdAt < community.now })
        #expect(all.contains { $0.replyTo != nil })
        #expect(all.contains { !$0.reactions.isEmpty })
        #expect(all.contains { $0.editedAt != nil })
        #expect(all.contains { $0.deletedAt != nil })
        #expect(all.contains { $0.content.unicodeScalars.count > 500 })
    }

    @Test("Seeding again leaves everything as it is")
    func untouched() async throws {
        let community = try await TestCommunity()
        let first = try #require(try await community.service.seedSample()?.first)
        #expect(try await community.service.seedSample() == nil)
        let login = LoginBody(email: first.email, password: Secret(first.password))
        #expect(try await community.refusal(AuthEndpoints.Login(body: login)) == nil)
    }

    @Test("Seeding for new passwords leaves all else as it is")
    func again() async throws {
        let community = try await TestCommunity()
        let first = try #require(try await community.service.seedSample()?.first)
        let second = try #require(try await community.service.seedSample(renewsPasswords: true)?.first)
        #expect(first.email == second.email)
        #expect(first.password != second.password)
        let old = LoginBody(email: first.email, password: Secret(first.password))
        #expect(try await community.refusal(AuthEndpoints.Login(body: old))?.status == 401)
        let demo = Person(
            try await community.call(
                AuthEndpoints.Login(body: LoginBody(email: second.email, password: Secret(second.password)))
            )
        )
        #expect(try await community.call(ThreadEndpoints.List(), as: demo).pinned.count == 2)
    }
}
