import Testing

@testable import Community

@Suite("Timestamps")
struct TimestampTests {
    private func read(_ text: String) throws -> Int64 {
        try WireJSON.read([String: Timestamp].self, from: #"{"at": \#(text)}"#.utf8).value["at"]?.milliseconds ?? -1
    }

    @Test(
        "Every form of the contract is the same moment",
        arguments: [
            "\"2026-11-30T04:05:06Z\"", "\"2026-11-30T04:05:06\"", "\"2026-11-30 04:05:06\"",
            "\"2026-11-30T04:05:06.000Z\"", "\"2026-11-30T13:05:06+09:00\"", "\"2026-11-30T13:05:06+0900\"",
            "\"2026-11-29T23:05:06-05:00\"", "1796011506000", "\"1796011506000\"", "1796011506000.0",
            "[2026,11,30,4,5,6]", "[2026,11,30,4,5,6,0]", "[\"2026\",\"11\",\"30\",\"4\",\"5\",\"6\"]",
        ]
    )
    func forms(text: String) throws {
        #expect(try read(text) == 1_796_011_506_000)
    }

    @Test(
        "Fractions are cut to milliseconds",
        arguments: [
            ("\"2026-11-30T04:05:06.7Z\"", 700), ("\"2026-11-30T04:05:06.789Z\"", 789),
            ("\"2026-11-30T04:05:06.789999999\"", 789), ("\"2026-11-30 04:05:06.78\"", 780),
            ("[2026,11,30,4,5,6,789000000]", 789),
        ]
    )
    func fractions(text: String, milliseconds: Int64) throws {
        #expect(try read(text) == 1_796_011_506_000 + milliseconds)
    }

    @Test("An array leaves out what is zero at its end")
    func shortArrays() throws {
        #expect(try read("[2026,11,30,4,5]") == 1_796_011_500_000)
        #expect(try read("[2026,11,30]") == 1_795_996_800_000)
    }

    @Test(
        "What is no time is an error that names the field",
        arguments: [
            "\"soon\"", "\"2026-02-30T00:00:00\"", "\"2026-13-01T00:00:00\"", "\"2026-11-30T25:00:00\"", "\"\"",
            "\"2026-11-30T04:05:06.\"", "\"2026-11-30T04:05:06Zulu\"", "[2026,11]", "[2026,2,29]", "[2026,11,30,4]",
            "true",
            "9e18", "{}",
        ]
    )
    func broken(text: String) {
        #expect(throws: WireFault(path: "at", problem: .unreadable(expected: "a date and time"))) { try read(text) }
    }

    @Test(
        "A time is written in UTC with milliseconds",
        arguments: [
            (Int64(1_796_011_506_789), "2026-11-30T04:05:06.789Z"), (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        ]
    )
    func writing(milliseconds: Int64, text: String) {
        let time = Timestamp(milliseconds: milliseconds)
        #expect(time.description == text)
        #expect(Timestamp(text) == time)
    }

    @Test("Every day of 400 years reads back as it was written")
    func calendar() {
        for day in Int64(-73_000)..<73_097 {
            let time = Timestamp(milliseconds: day * 86_400_000)
            guard Timestamp(time.description) == time else {
                Issue.record("day \(day) became \(time.description)")
                return
            }
        }
    }
}
