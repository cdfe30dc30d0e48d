import Chat
import Testing

@testable import Headless

@Suite("Moments")
struct MomentTests {
    /// 2026-11-30T09:40:05.007Z, 18:40:05 in the zone of the tests.
    private static let now: Int64 = 1_796_031_605_007
    private static let zone = Zone.fixed(secondsEast: 32_400)
    private static let midnight: Int64 = 1_795_964_400_000

    private static let cases: [(String, Int64)] = [
        ("now", now), ("today", midnight), ("yesterday", midnight - 86_400_000), ("Tomorrow", midnight + 86_400_000),
        ("-5m", now - 300_000), ("-1s", now - 1000), ("+2h", now + 7_200_000), ("-1d", now - 86_400_000),
        ("-2w", now - 1_209_600_000), ("09:40", midnight + 34_800_000), ("9:40:05.5", midnight + 34_805_500),
        ("2026-11-30", midnight), ("2026-11-30T09:40:00Z", 1_796_031_600_000),
        ("2026-11-30 09:40", midnight + 34_800_000), ("2026-11-30t18:40:00+09:00", 1_796_031_600_000),
        ("2026-11-30T09:40:05.007Z", now), ("2026-11-30T01:40:00-0800", 1_796_031_600_000),
        ("1796031605", 1_796_031_605_000), ("@1796031605.25", 1_796_031_605_250), ("@0", 0), ("1796031605007", now),
    ]

    @Test("are read in every form", arguments: cases)
    func read(_ text: String, _ expected: Int64) throws {
        #expect(try #require(Moment(text)).milliseconds(now: MomentTests.now, zone: MomentTests.zone) == expected)
    }

    @Test(
        "that are none are refused",
        arguments: [
            "", "x", "5m", "-5", "-5y", "25:00", "9:60", "2026-13-01", "2026-02-30", "2026-11-30T", "2026-11-30T25:00",
            "2026-11-30T09:40+", "2026-11-30T09:40:00Zx", "12", "@", "@x", "-99999999999d", "1.5", "09:40:",
        ]
    )
    func refused(_ text: String) {
        #expect(Moment(text) == nil)
    }
}
