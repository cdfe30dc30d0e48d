import ChatStore
import Community
import TestSupport
import Testing

@testable import Chat

@Suite("A community session and the store that it opens", .timeLimit(.minutes(10)))
struct StoreOpeningTests {
    private let place: TemporaryShelf
    init() throws { place = try TemporaryShelf() }

    private static let pageOfTwo: @Sendable (CommunityStage.Request) -> CommunityStage.Answer? = { request in
        if request.path == "/api/v1/community/threads/1" {
            return CommunityStage.success(
                #"{"threadId": "1", "title": "General", "unreadCount": "2", "isJoined": true, "memberCount": "3"}"#
            )
        }
        guard request.path == "/api/v1/community/threads/1/messages" else { return nil }
        let page = [5, 4].map { CommunityStage.message($0, "m\($0)") }.joined(separator: ",")
        return CommunityStage.success(#"{"messages": [\#(page)], "hasMore": false}"#)
    }

    @Test("shows after a restart, before there is a network, what was read, begun and not wanted")
    func restart() async throws {
        let first = try CommunityStage(shelf: place.shelf, Self.pageOfTwo)
        var updates = await first.begin()
        await first.session.perform(.open(threadID: "1"))
        await updates.until { $0.messages(in: "1").count == 2 }
        first.broker.push("message.created", in: "1", #"{"message": \#(CommunityStage.message(6, "m6"))}"#)
        await updates.until { $0.messages(in: "1").count == 3 }
        let files = ["/home/ann/a b.pdf", "/tmp/사진.png"]
        await first.session.perform(.draft(threadID: "1", text: "begun", cursor: 2, replyTo: "5", files: files))
        await first.session.perform(.draft(threadID: "2", text: "이것도", cursor: 3, replyTo: nil))
        await first.session.perform(.block(name: "ben", true))
        await updates.until { $0.notices.contains { $0.contains("blocked") } }
        await first.end()

        let second = try CommunityStage(shelf: place.shelf, isReachable: false) { _ in
            CommunityStage.failure(503, "COMMON503")
        }
        updates = Watched(second.session)
        await second.session.start()
        await updates.until { $0.drafts.count == 2 }
        #expect(updates.front.list.map(\.title) == ["General", "Études"])
        #expect(updates.front.drafts["1"] == DraftState("begun", cursor: 2, replyTo: "5", files: files))
        #expect(updates.front.drafts["2"] == DraftState("이것도", cursor: 3))
        await second.session.perform(.open(threadID: "1"))
        await updates.until { $0.messages(in: "1").count == 3 }
        #expect(updates.front.messages(in: "1").map(\.text) == ["m4", "m5", "m6"])
        #expect(await second.session.conversation.viewer.blocked == ["8"])
        #expect(!updates.front.connections.contains { if case .connected = $0 { true } else { false } })
        await second.end()
    }

    @Test("opens a store later that can't be opened at first, says both, and puts into it what there is by then")
    func later() async throws {
        try place.obstruct()
        let stage = try CommunityStage(shelf: place.shelf, Self.pageOfTwo)
        var updates = await stage.begin()
        await stage.session.perform(.open(threadID: "1"))
        await updates.until { $0.messages(in: "1").count == 2 }
        await stage.session.perform(.draft(threadID: "2", text: "begun", cursor: 5, replyTo: nil))
        await stage.session.perform(.send(Draft("on its way"), threadID: "1"))
        await updates.until { $0.messages(in: "1").count == 3 }
        #expect(updates.front.keeping.count == 1)

        // It is no better yet, which is not told again.
        try await stage.clock.timer(at: .seconds(5))
        stage.clock.advance(by: .seconds(5))
        try await stage.clock.timer(at: .seconds(15))
        try place.clear()
        stage.clock.advance(by: .seconds(10))
        await updates.until { $0.keeping.last == .some(nil) }
        #expect(updates.front.keeping.count == 2)
        // What comes from now on is kept too.
        stage.broker.push("message.created", in: "1", #"{"message": \#(CommunityStage.message(6, "m6"))}"#)
        await updates.until { $0.messages(in: "1").contains { $0.text == "m6" } }
        await stage.end()

        let store = try await ChatStore.open(place.location)
        #expect(try await store.newest(of: "1", limit: 9).messages.map(\.text) == ["m4", "m5", "m6"])
        #expect(try await store.adoptOutbox().map(\.text) == ["on its way"])
        #expect(try await store.drafts() == ["2": StoredDraft(text: "begun", cursor: 5)])
        #expect(try await store.threads().map(\.title) == ["General", "Études"])
        await store.close()
    }

    @Test("brings back what a run before has left, where the store comes late")
    func leftBehind() async throws {
        let before = try await ChatStore.open(place.location)
        try await before.queue(OutboxEntry(id: "old", threadID: "1", text: "left behind", time: 1))
        try await before.commit([.draft(threadID: "2", StoredDraft(text: "begun before", cursor: 1))])
        await before.close()
        try place.obstruct()
        let stage = try CommunityStage(shelf: place.shelf)
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        #expect(updates.front.drafts.isEmpty)
        try await stage.clock.timer(at: .seconds(5))
        try place.clear()
        stage.clock.advance(by: .seconds(5))
        await updates.until { $0.keeping.last == .some(nil) }
        #expect(updates.front.drafts["2"] == DraftState("begun before", cursor: 1))
        #expect(updates.front.messages(in: "1").map(\.text) == ["left behind"])
        let frame = try #require(await sent.next(isolation: #isolation))
        #expect(frame.string("clientMessageId") == "old")
        await stage.end()
    }

    @Test("deletes once a day what is not to be kept so long")
    func retention() async throws {
        let start = BrokerSession.systemTime()
        let day: Int64 = 86_400_000
        let wall = WallTime(start)
        let shelf = StoreShelf(folder: place.folder, profile: "test", keeping: .seconds(30 * 86_400))
        let beside = try await ChatStore.open(place.location)
        func store(_ id: Int64, at time: Int64) async throws {
            let message = StoredMessage(id: "\(id)", position: .number(id), sender: "Ben", text: "m", time: time)
            try await beside.commit([.arrived(threadID: "1", message)])
        }
        try await store(1, at: start - day)
        let stage = try CommunityStage(shelf: shelf, wall: wall, isReachable: false)
        var updates = Watched(stage.session)
        await stage.session.start()
        await updates.first { if case .account = $0 { true } else { nil } }
        // Each minute is past once the next one is waited for.
        var minutes = 0
        func minute() async throws -> [String] {
            minutes += 1
            stage.clock.advance(by: .seconds(60))
            try await stage.clock.timer(at: .seconds(60 * (minutes + 1)))
            return try await beside.newest(of: "1", limit: 9).messages.map(\.id)
        }
        try await stage.clock.timer(at: .seconds(60))
        #expect(try await minute() == ["1"])
        wall.set(start + 40 * day)
        #expect(try await minute() == [])
        try await store(2, at: start)
        wall.set(start + 41 * day - 1)
        #expect(try await minute() == ["2"])
        wall.set(start + 41 * day)
        #expect(try await minute() == [])
        // A clock that was set back deletes nothing, and begins the day anew.
        try await store(3, at: start - 60 * day)
        wall.set(start)
        #expect(try await minute() == ["3"])
        wall.set(start + day - 1)
        #expect(try await minute() == ["3"])
        wall.set(start + day)
        #expect(try await minute() == [])
        await beside.close()
        await stage.end()
    }
}
