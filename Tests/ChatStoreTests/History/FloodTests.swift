import ChatStore
import Testing

@Suite("Many messages at once", .timeLimit(.minutes(10)))
struct FloodTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    private func arrived(_ numbers: some Sequence<Int64>, of threadID: String = "t", time: Int64) -> [StoreChange] {
        numbers.map { .arrived(threadID: threadID, message($0, time: time)) }
    }

    @Test("Two programs store messages of the same moment in turns, and each is there once")
    func sameMoment() async throws {
        let (first, second) = (try await folder.open(), try await folder.open())
        for turn in 0..<Int64(20) {
            try await first.commit(arrived((turn * 20)..<(turn * 20 + 10), time: 5))
            // One that both have heard comes with it.
            try await second.commit(arrived((turn * 20 + 9)..<(turn * 20 + 20), time: 5))
        }
        for store in [first, second] {
            #expect(try await store.newest(of: "t", limit: 1_000).outline == Array(0..<400))
            #expect(try await store.search(SearchQuery(words: ["text"], limit: 500)).hits.count == 400)
            await store.close()
        }
    }

    @Test("Messages of more moments than are remembered are all there, and found in the order of time")
    func manyMoments() async throws {
        let store = try await folder.open()
        for round in 0..<Int64(3) {
            try await store.commit((0..<5_000).map { .arrived(threadID: "t", message(round * 5_000 + $0, time: $0)) })
        }
        #expect(try await store.newest(of: "t", limit: 20_000).outline == Array(0..<15_000))
        let found = try await store.search(SearchQuery(words: ["text"], limit: 20_000)).hits.map(\.message)
        #expect(found.count == 15_000)
        #expect(found.map(\.time) == found.map(\.time).sorted(by: >))
        await store.close()
    }

    @Test("What another program has forgotten begins anew with the next message")
    func forgotten() async throws {
        let (store, other) = (try await folder.open(), try await folder.open())
        try await store.commit(arrived(1...3, time: 5))
        #expect(try await other.forget("t") == 3)
        try await store.commit(arrived(2...4, time: 5))
        #expect(try await other.newest(of: "t", limit: 9).outline == [2, 3, 4])
        await store.close()
        await other.close()
    }

    @Test("A late message is noticed though the newest is known")
    func late() async throws {
        let store = try await folder.open()
        try await store.commit(
            [page(1...2, isBeginning: true), .interrupted(threadID: "t")] + arrived([5, 7, 3], time: 5)
                + [page(8...9), .interrupted(threadID: "t")] + arrived([12, 11], time: 5)
        )
        #expect(
            try await store.newest(of: "t", limit: 20).outline == [
                1, 2, nil, 3, nil, 5, 7, nil, 8, 9, nil, 11, nil, 12,
            ]
        )
        await store.close()
    }
}
