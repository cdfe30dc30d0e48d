import Testing

@testable import ChatStore

@Suite("Messages without names", .timeLimit(.minutes(10)))
struct HeardTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    private let start: Int64 = 1_700_000_000_000

    private func heard(_ number: Int64, _ text: String, after: Int64) -> StoreChange {
        var message = message(number, text, time: start + after)
        message.id = "run \(number)"
        return .heard(threadID: "t", message, kind: text)
    }

    @Test("What two programs hear moments apart is stored once, whoever is first, and what is said again each time")
    func twoPrograms() async throws {
        let first = try await folder.open()
        let second = try await folder.open()
        var number: Int64 = 0
        for (index, time) in [Int64(0), 20, 1_500, 1_510, 9_000].enumerated() {
            for text in ["ok", "other"] {
                number += 2
                let mine = heard(number, text, after: time)
                let theirs = heard(number + 1, text, after: time + 300)
                let stores =
                    index.isMultiple(of: 2) ? [(first, mine), (second, theirs)] : [(second, theirs), (first, mine)]
                for (store, change) in stores { try await store.commit([change]) }
            }
        }
        let texts = try await first.newest(of: "t", limit: 99).messages.map(\.text)
        #expect(texts.count { $0 == "ok" } == 5 && texts.count { $0 == "other" } == 5)
        await first.close()
        await second.close()
    }

    @Test("A program that lags behind, all of it at once, stores nothing again")
    func lag() async throws {
        let first = try await folder.open()
        let second = try await folder.open()
        try await first.commit((0..<50).map { heard($0, "ok", after: $0 * 10) })
        try await second.commit((0..<50).map { heard(100 + $0, "ok", after: $0 * 10 + 800) })
        #expect(try await first.newest(of: "t", limit: 99).messages.count == 50)
        await first.close()
        await second.close()
    }

    @Test("One program alone stores all it hears, however much of it is the same")
    func flood() async throws {
        let store = try await folder.open()
        for part in 0..<12 {
            try await store.commit((0..<1_000).map { heard(Int64(part * 1_000 + $0), "tick", after: Int64(part)) })
        }
        #expect(try await store.search(SearchQuery(words: ["tick"], limit: 20_000)).hits.count == 12_000)
        await store.close()
    }
}
