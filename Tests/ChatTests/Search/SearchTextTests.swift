import ChatStore
import Testing

@testable import Chat

@Suite("The text of a search")
struct SearchTextTests {
    /// 30 November 2026, 12:00 UTC.
    private static let noon: Int64 = 1_796_040_000_000
    private static let day: Int64 = 86_400_000

    private func read(_ text: String, zone: Zone = .utc) throws(FailureReport) -> SearchText {
        try SearchText(text, zone: zone, now: Self.noon)
    }

    @Test("holds words, quoted ones as they stand, and what they must come from")
    func parts() throws {
        let text = try read("  자전거 \"two  words\" FROM:\"Ann Lee\" in:Tea http://a.example ")
        #expect(text.words == ["자전거", "two words", "http://a.example"])
        #expect(text.sender == "Ann Lee")
        #expect(text.thread == "Tea")
        let query = text.query(in: "7", limit: 5)
        #expect(query.threadID == "7" && query.limit == 5 && query.sender == "Ann Lee" && query.words.count == 3)
    }

    @Test("knows days by their beginning here, moments, and how long ago")
    func times() throws {
        #expect(try read("x after:2026-11-29").after == Self.noon - Self.day * 3 / 2)
        #expect(
            try read("x before:2026-11-30", zone: .fixed(secondsEast: 9 * 3600)).before == Self.noon - 21 * 3_600_000
        )
        #expect(try read("after:2026-11-30T09:40Z").after == Self.noon - 140 * 60_000)
        #expect(try read("after:today").after == Self.noon - Self.day / 2)
        #expect(try read("after:yesterday").after == Self.noon - Self.day * 3 / 2)
        #expect(try read("after:7d before:12h").after == Self.noon - 7 * Self.day)
        #expect(try read("after:7d before:12h").before == Self.noon - Self.day / 2)
    }

    @Test("takes a thousand characters, and no more")
    func limit() throws {
        #expect(try read(String(repeating: "회", count: SearchText.limit)).words.count == 1)
        do throws(FailureReport) {
            _ = try read(String(repeating: "회", count: SearchText.limit + 1))
            Issue.record("it was taken")
        } catch {
            #expect(error.description.contains("a search takes 1000 characters at most"))
        }
    }

    @Test(
        "says what can't be meant",
        arguments: [
            ("", "there is nothing to search for"), ("\"\"", "there is nothing to search for"),
            ("\"open", "is not closed"), ("from:", "from: lacks"), ("x in:\"\"", "in: lacks"),
            ("before:soon", "before:soon is no time"), ("after:12", "after:12 is no time"),
            ("after:2026-13-01", "is no time"), ("after:99999999d", "is no time"),
        ]
    )
    func mistakes(text: String, words: String) {
        do throws(FailureReport) {
            _ = try read(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.description.contains(words))
        }
    }
}
