import ChatStore
import Community
import TestSupport
import Testing

@testable import Chat

@Suite("A search in a community, here and at the server", .timeLimit(.minutes(10)))
struct MergedSearchTests {
    private let place: TemporaryShelf
    init() throws { place = try TemporaryShelf() }

    /// Four stored messages of which three speak of apples; of thread 2 all is stored, and of thread 1 the end.
    private func filled() async throws -> TemporaryShelf {
        let store = try await ChatStore.open(place.location)
        func message(_ id: Int64, _ text: String) -> StoredMessage {
            StoredMessage(id: "\(id)", position: .number(id), senderID: "8", sender: "Ben", text: text, time: id * 1000)
        }
        let whole = StoredStretch(threadID: "2", messages: [message(2, "赤い林檎と사과나무")], isBeginning: true)
        let end = StoredStretch(
            threadID: "1",
            messages: [message(1, "사과 하나"), message(3, "빨간사과\n둘"), message(4, "nothing")]
        )
        try await store.commit([.stretch(whole), .stretch(end)])
        await store.close()
        return place
    }

    /// What the server says to a search.
    private func stage(_ place: TemporaryShelf?, isReachable: Bool = true, _ answer: CommunityStage.Answer) throws
        -> CommunityStage
    {
        try CommunityStage(shelf: place?.shelf, isReachable: isReachable) { request in
            request.path.hasSuffix("/search") ? answer : nil
        }
    }

    private static func page(_ ids: [Int], hasMore: Bool = false) -> CommunityStage.Answer {
        let messages = ids.map { CommunityStage.message($0, "서버의 사과 \($0)") }.joined(separator: ",")
        return CommunityStage.success(#"{"messages": [\#(messages)], "hasMore": \#(hasMore)}"#)
    }

    private func ids(_ findings: SearchFindings?) -> [String] { findings?.hits.map(\.message.id) ?? [] }

    @Test("shows what is stored at once, and then all with what the server adds, each once and newest first")
    func merged() async throws {
        let stage = try stage(try await filled(), Self.page([9, 3]))
        var updates = await stage.begin()
        await stage.session.perform(.search("사과", threadID: nil))
        await updates.until { $0.findings.count == 2 }
        let (first, last) = (updates.front.findings.first, updates.front.findings.last)
        #expect(ids(first) == ["3", "2", "1"])
        #expect(first?.isAskingServer == true && first?.isIncomplete == false)
        #expect(ids(last) == ["9", "3", "2", "1"])
        #expect(last?.isAskingServer == false && last?.isIncomplete == false && last?.hasMore == false)
        #expect(last?.hits.map(\.message.threadID) == ["1", "1", "2", "1"])
        // Stored here as it was said; the server's in its own words.
        #expect(last?.hits.map(\.snippet) == ["서버의 사과 9", "빨간사과 둘", "赤い林檎と사과나무", "사과 하나"])
        #expect(last?.hits.map(\.matches) == [[4..<6], [2..<4], [5..<7], [0..<2]])
        #expect(stage.server.requests.last?.target.contains("q=%EC%82%AC%EA%B3%BC") == true)
        await stage.end()
    }

    @Test("says that the server may know more where it refuses")
    func refused() async throws {
        let stage = try stage(try await filled(), CommunityStage.failure(403, "COMMON403"))
        var updates = await stage.begin()
        await stage.session.perform(.search("사과", threadID: nil))
        await updates.until { $0.findings.count == 2 }
        #expect(ids(updates.front.findings.last) == ["3", "2", "1"])
        #expect(updates.front.findings.last?.isAskingServer == false)
        #expect(updates.front.findings.last?.isIncomplete == true)
        await stage.end()
    }

    @Test("works without a network, and says whether the server may know more")
    func offline() async throws {
        let stage = try stage(try await filled(), isReachable: false, Self.page([9]))
        var updates = Watched(stage.session)
        await stage.session.start()
        while await stage.session.store == nil {
            try Task.checkCancellation()
            await Task.yield()
        }
        await stage.session.perform(.search("사과", threadID: nil))
        // Two searches at once may end in either order.
        await updates.until { $0.findings.count == 1 }
        await stage.session.perform(.search("林檎", threadID: "2"))
        await updates.until { $0.findings.count == 2 }
        #expect(ids(updates.front.findings.first) == ["3", "2", "1"])
        #expect(updates.front.findings.first?.isAskingServer == false)
        #expect(updates.front.findings.first?.isIncomplete == true)
        // What has come since the end that is stored, nobody knows here.
        #expect(ids(updates.front.findings.last) == ["2"])
        #expect(updates.front.findings.last?.isIncomplete == true)
        #expect(!stage.server.requests.contains { $0.path.hasSuffix("/search") })
        await stage.end()
    }

    @Test("asks the server alone where nothing is kept, and says so where it can't")
    func withoutStore() async throws {
        let online = try stage(nil, Self.page([9], hasMore: true))
        var updates = await online.begin()
        await online.session.perform(.search("사과", threadID: nil))
        await updates.until { !$0.findings.isEmpty }
        #expect(ids(updates.front.findings.last) == ["9"])
        #expect(updates.front.findings.last?.hasMore == true)
        await online.end()
        let offline = try stage(nil, isReachable: false, Self.page([]))
        updates = Watched(offline.session)
        await offline.session.start()
        await offline.session.perform(.search("사과", threadID: nil))
        #expect(await updates.failure()?.problem == "nothing is stored here, and there is no connection")
        await offline.end()
    }
}
