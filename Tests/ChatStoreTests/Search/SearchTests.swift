import ChatStore
import Testing

@Suite("Search", .timeLimit(.minutes(10)))
struct SearchTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    /// Numbered from 1, a second apart, in thread `t`.
    private func store(_ texts: [String], sender: (Int) -> String = { _ in "Mina" }) async throws -> ChatStore {
        let store = try await folder.open()
        let messages = texts.enumerated().map { index, text in
            message(Int64(index + 1), text, sender: sender(index))
        }
        try await store.commit([.stretch(StoredStretch(threadID: "t", messages: messages, isBeginning: true))])
        return store
    }

    private func numbers(_ store: ChatStore, _ query: SearchQuery) async throws -> [String] {
        try await store.search(query).hits.map(\.message.id)
    }

    @Test(
        "Words are found whatever their form, and inside others",
        arguments: [
            ("회의", "오늘회의실에서 봐요"), ("회", "국회"), ("실", "회의실"), ("東京", "明日東京駅で"), ("駅", "東京駅で"),
            ("カメラ", "ｶﾒﾗを買った"), ("ガ", "ｶﾞ"), ("がく", "か\u{3099}く"),
            ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
            ("board", "my KEYBOARD broke"), ("key", "keyboards"), ("go", "Go home"), ("a", "it is A."), ("x1", "x1"),
            ("resume", "Mon Résumé"), ("résumé", "resume"), ("cafe\u{301}", "café"), ("STRASSE", "Strasse"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("йод", "ЙОД"), ("abc", "ＡＢＣ"), ("👍", "좋아요👍🏽!"), ("don't", "I don’t, I don't"),
            ("c++", "in C++ then"), ("hello world", "oh hello\nworld"), ("2026", "v2026.11"), ("ㅋㅋ", "ㅋㅋㅋㅋ"),
            ("สวัสดี", "ครับสวัสดี"),
        ]
    )
    func forms(word: String, text: String) async throws {
        let store = try await store(["nothing 없음 無", text, "something else 다른 것"])
        #expect(try await numbers(store, SearchQuery(words: [word])) == ["2"])
        await store.close()
    }

    @Test("What only has the pieces of a word is not found")
    func pieces() async throws {
        let store = try await store(["the abcd bcde", "회의 의실", "abcde", "회의실"])
        #expect(try await numbers(store, SearchQuery(words: ["abcde"])) == ["3"])
        #expect(try await numbers(store, SearchQuery(words: ["회의실"])) == ["4"])
        #expect(try await numbers(store, SearchQuery(words: ["\"abcde\" OR"])) == [])
        await store.close()
    }

    @Test("All words must be there, in the text or the sender's name, newest first")
    func words() async throws {
        let store = try await store(["red blue", "red", "blue", "green"]) { $0 == 2 ? "Red 민아" : "Zoe" }
        #expect(try await numbers(store, SearchQuery(words: ["red"])) == ["3", "2", "1"])
        #expect(try await numbers(store, SearchQuery(words: ["red", "blue"])) == ["3", "1"])
        #expect(try await numbers(store, SearchQuery(words: ["red"], sender: "zo")) == ["2", "1"])
        #expect(try await numbers(store, SearchQuery(sender: "민아")) == ["3"])
        #expect(try await numbers(store, SearchQuery(words: ["민"])) == ["3"])
        await store.close()
    }

    @Test("Threads, times and the limit hold; no word at all is everything")
    func filters() async throws {
        let store = try await store((1...10).map { "word \($0)" })
        try await store.commit([page(20...21, of: "u")])
        #expect(try await numbers(store, SearchQuery(words: ["text"])) == ["21", "20"])
        #expect(try await numbers(store, SearchQuery(words: ["text"], threadID: "t")) == [])
        #expect(try await numbers(store, SearchQuery(threadID: "u")) == ["21", "20"])
        #expect(try await store.search(SearchQuery(words: ["text"], threadID: "v")) == SearchResult(isIncomplete: true))
        let after = message(3).time
        let before = message(5).time
        #expect(try await numbers(store, SearchQuery(words: ["word"], after: after, before: before)) == ["4", "3"])
        #expect(try await numbers(store, SearchQuery(after: after, before: before)) == ["4", "3"])
        #expect(try await numbers(store, SearchQuery(after: before, before: after)) == [])
        let some = try await store.search(SearchQuery(words: ["word"], limit: 4))
        #expect(some.hits.map(\.message.id) == ["10", "9", "8", "7"] && some.hasMore)
        #expect(try await store.search(SearchQuery(words: ["word"], limit: 10)).hasMore == false)
        #expect(try await numbers(store, SearchQuery(words: ["++"])) == [])
        await store.close()
    }

    @Test("Edited, deleted, forgotten and pruned messages are found as they are now")
    func changes() async throws {
        let store = try await store(["apple", "banana", "cherry", "damson"])
        try await store.commit([
            .changed(threadID: "t", message(1, "orange", editedAt: 5)),
            .changed(threadID: "t", message(2, "", isDeleted: true)),
        ])
        #expect(try await numbers(store, SearchQuery(words: ["apple"])) == [])
        #expect(try await numbers(store, SearchQuery(words: ["orange"])) == ["1"])
        #expect(try await numbers(store, SearchQuery(words: ["banana"])) == [])
        #expect(try await numbers(store, SearchQuery(threadID: "t")) == ["4", "3", "1"])
        try await store.prune(before: message(4).time)
        #expect(try await numbers(store, SearchQuery(words: ["cherry"])) == [])
        #expect(try await numbers(store, SearchQuery(sender: "Mina")) == ["4"])
        #expect(try await store.forget("t") == 1)
        #expect(try await numbers(store, SearchQuery(words: ["damson"])) == [])
        await store.close()
    }

    @Test("What is stored in bulk is found at once, before and after a restart, and once each")
    func bulk() async throws {
        let first = try await store((1...3000).map { $0 % 100 == 0 ? "needle \($0)" : "hay \($0)" })
        let expected = stride(from: 3000, through: 100, by: -100).map { "\($0)" }
        #expect(try await numbers(first, SearchQuery(words: ["needle"])) == expected)
        try await first.commit([page(3001...4000), page(5001...5999, of: "u")])
        await first.close()
        let second = try await folder.open()
        #expect(try await numbers(second, SearchQuery(words: ["needle"])) == expected)
        #expect(try await numbers(second, SearchQuery(words: ["text"], limit: 5000)).count == 1999)
        // Edited and deleted before and after it was indexed.
        try await second.commit([
            page(7001...7999, of: "w"), .changed(threadID: "w", message(7500, "straw", editedAt: 1)),
            .changed(threadID: "w", message(7501, "", isDeleted: true)),
        ])
        #expect(try await numbers(second, SearchQuery(words: ["straw"])) == ["7500"])
        #expect(try await numbers(second, SearchQuery(words: ["text"], threadID: "w", limit: 5000)).count == 997)
        await second.close()
    }

    @Test("A snippet is the line around the match, with the matches in it")
    func snippet() async throws {
        let long = String(repeating: "앞의 글 ", count: 30) + "여기\nRésumé 와 resume" + String(repeating: " 뒤의 글", count: 60)
        let store = try await store([long, "👩‍💻 ok", "short"])
        let hit = try #require(try await store.search(SearchQuery(words: ["resume"])).hits.first)
        let scalars = Array(hit.snippet.unicodeScalars)
        let matched = hit.matches.map { String(String.UnicodeScalarView(scalars[$0])) }
        #expect(matched == ["Résumé", "resume"])
        #expect(hit.snippet.hasPrefix("…") && hit.snippet.hasSuffix("…") && scalars.count < 140)
        #expect(hit.snippet.contains("여기 Résumé"))
        let short = try #require(try await store.search(SearchQuery(words: ["ok", "mina"])).hits.first)
        #expect(short.snippet == "👩‍💻 ok" && short.matches == [4..<6])
        await store.close()
    }

    @Test("What nothing is left of to look for is not found everywhere", arguments: ["\u{301}", "\u{200B}\u{FE0F}"])
    func vain(word: String) async throws {
        let store = try await folder.open()
        try await store.commit([page(1...5, isBeginning: true)])
        #expect(try await store.search(SearchQuery(words: [word])).hits.isEmpty)
        #expect(try await store.search(SearchQuery(words: [word, "text"])).hits.count == 5)
        #expect(try await store.search(SearchQuery(words: ["text"], sender: word)).hits.isEmpty)
        #expect(!SearchQuery.canBeFound(word) && SearchQuery.canBeFound("e" + word))
        await store.close()
    }

    @Test("What may have come since something was heard last is no hole in what is kept")
    func behind() async throws {
        let store = try await folder.open()
        try await store.commit([page(1...5, isBeginning: true), .interrupted(threadID: nil)])
        let result = try await store.search(SearchQuery(words: ["text"]))
        #expect(!result.isIncomplete && result.isBehind)
        #expect(try await !store.search(SearchQuery(before: message(4).time)).isBehind)
        try await store.commit([page(7...9)])
        let later = try await store.search(SearchQuery(words: ["text"]))
        #expect(later.isIncomplete && !later.isBehind)
        await store.close()
    }

    @Test("A search says when the server may know more, of the time that is asked for")
    func holes() async throws {
        let store = try await folder.open()
        func isIncomplete(_ query: SearchQuery) async throws -> Bool { try await store.search(query).isIncomplete }
        try await store.commit([page(1...5, isBeginning: true)])
        #expect(try await !isIncomplete(SearchQuery(words: ["x"])))
        try await store.commit([page(10...15)])
        #expect(try await isIncomplete(SearchQuery(words: ["x"])))
        #expect(try await !isIncomplete(SearchQuery(words: ["x"], after: message(11).time)))
        #expect(try await !isIncomplete(SearchQuery(words: ["x"], before: message(5).time)))
        #expect(try await isIncomplete(SearchQuery(words: ["x"], after: message(4).time, before: message(8).time)))
        try await store.commit([page(6...9, before: 10), page(5...5, before: 6)])
        #expect(try await !isIncomplete(SearchQuery(threadID: "t")))
        try await store.commit([page(1...2, of: "u")])
        #expect(try await !isIncomplete(SearchQuery(threadID: "t")))
        #expect(try await isIncomplete(SearchQuery()))
        await store.close()
    }
}
