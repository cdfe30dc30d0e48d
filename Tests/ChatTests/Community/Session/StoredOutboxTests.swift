import ChatStore
import Community
import TestSupport
import Testing

@testable import Chat

@Suite("A community session and the outbox that several programs share", .timeLimit(.minutes(10)))
struct StoredOutboxTests {
    private let place: TemporaryShelf
    init() throws { place = try TemporaryShelf() }

    private func entry(_ id: String) -> OutboxEntry { OutboxEntry(id: id, threadID: "1", text: id, time: 1) }

    @Test("after a minute takes over what a program has left that has ended, and nothing of one that runs")
    func adoption() async throws {
        let stage = try CommunityStage(shelf: place.shelf)
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        // What was looked for on connecting has been found.
        _ = try await stage.session.store?.threads()
        let living = try await ChatStore.open(place.location)
        try await living.queue(entry("living"))
        let ended = try await ChatStore.open(place.location)
        try await ended.queue(entry("left"))
        await ended.close()
        try await stage.clock.timer(at: .seconds(60))
        stage.clock.advance(by: .seconds(60))
        await updates.until { !$0.messages(in: "1").isEmpty }
        #expect(updates.front.messages(in: "1").map(\.text) == ["left"])
        #expect(try #require(await sent.next(isolation: #isolation)).string("clientMessageId") == "left")
        // The next minute finds what has ended since.
        await living.close()
        try await stage.clock.timer(at: .seconds(120))
        stage.clock.advance(by: .seconds(60))
        await updates.until { $0.messages(in: "1").count == 2 }
        #expect(updates.front.messages(in: "1").map(\.text) == ["left", "living"])
        await stage.end()
    }

    /// A session that refuses to send what it can't keep, with a full outbox.
    private func fullStage() async throws -> (CommunityStage, Watched) {
        let before = try await ChatStore.open(place.location)
        try await before.commit((1...Outbox.limit).map { .queued(entry("old-\($0)")) })
        await before.close()
        let stage = try CommunityStage(shelf: place.shelf, keeping: .everythingForSure, runs: "new-")
        var updates = await stage.begin()
        await updates.until { $0.messages(in: "1").count == Outbox.limit }
        return (stage, updates)
    }

    private func untilWaiting(_ stage: CommunityStage) async throws {
        while await stage.session.roomWaiters.isEmpty {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("lets the next message wait for room where the outbox is full, as long as there is a server")
    func room() async throws {
        var (stage, updates) = try await fullStage()
        let writing = Task { [session = stage.session] in await session.perform(.send(Draft("one more"), threadID: "1"))
        }
        try await untilWaiting(stage)
        #expect(!updates.front.messages(in: "1").contains { $0.text == "one more" })
        let echo = CommunityStage.message(9, by: 7, "old-1", more: #", "clientMessageId": "old-1""#)
        stage.broker.push("message.created", in: "1", #"{"message": \#(echo), "clientMessageId": "old-1"}"#)
        await writing.value
        await updates.until { $0.messages(in: "1").contains { $0.text == "one more" } }
        #expect(updates.front.failures.isEmpty)
        await stage.end()
        let after = try await ChatStore.open(place.location)
        let kept = try await after.adoptOutbox().map(\.text)
        #expect(kept.count == Outbox.limit && kept.last == "one more" && kept.first == "old-2")
        await after.close()
    }

    @Test("refuses it where the server has gone, and gives the text back")
    func noRoom() async throws {
        var (stage, updates) = try await fullStage()
        let writing = Task { [session = stage.session] in await session.perform(.send(Draft("one more"), threadID: "1"))
        }
        try await untilWaiting(stage)
        stage.broker.cut()
        await writing.value
        #expect(await updates.failure()?.problem == "\(Outbox.limit) messages wait for the server already")
        await updates.until { !$0.takenBack.isEmpty }
        #expect(updates.front.takenBack == [Draft("one more")])
        await stage.end()
    }
}
