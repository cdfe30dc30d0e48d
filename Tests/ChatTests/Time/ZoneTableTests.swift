import Glibc
import Testing

@testable import Chat

@Suite("Zones by name") struct ZoneTableTests {
    /// Seconds since 1970, and the distance from UTC then.
    @Test(
        "tell the distance from UTC before, between and behind the changes they list",
        arguments: [
            ("Asia/Seoul", 1_796_031_605, 32_400), ("Asia/Seoul", 584_000_000, 36_000),
            ("Europe/Berlin", 1_796_031_605, 3600), ("Europe/Berlin", 1_783_000_000, 7200),
            ("Europe/Berlin", 4_118_000_000, 7200), ("Europe/Berlin", 4_102_444_800, 3600),
            ("Australia/Sydney", 4_102_444_800, 39_600), ("America/St_Johns", 1_796_031_605, -12_600),
            ("UTC", 0, 0),
        ]
    )
    func distances(name: String, moment: Int64, expected: Int) throws {
        let table = try #require(ZoneTable(name))
        #expect(table.secondsEast(at: moment) == expected)
    }

    @Test(
        "behind the last change the rule says when the clock is changed",
        arguments: [
            // 2027-03-28 and 2027-10-31, at 01:00 UTC each.
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_806_195_599, 3600), ("CET-1CEST,M3.5.0,M10.5.0/3", 1_806_195_600, 7200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_824_944_399, 7200), ("CET-1CEST,M3.5.0,M10.5.0/3", 1_824_944_400, 3600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_800_000_000, 39_600), ("<+0330>-3:30", 1_800_000_000, 12_600),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_800_000_000, 0), ("KST-9", 1_800_000_000, 32_400),
        ]
    )
    func rules(text: String, moment: Int64, expected: Int) throws {
        #expect(try #require(ZoneRule(text)).secondsEast(at: moment) == expected)
    }

    @Test(
        "a file that is no zone, and a path out of the database, are none",
        arguments: [
            "zone.tab", "tzdata.zi", "../../../etc/hostname", "/usr/share/zoneinfo/UTC", "Mars/Phobos", "Europe", "",
        ]
    )
    func noZone(name: String) {
        #expect(ZoneTable(name) == nil)
    }

    @Test("a file that is cut off anywhere is none, or a zone, and never a trap")
    func cut() throws {
        let file = try #require(fopen("/usr/share/zoneinfo/Europe/Berlin", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        bytes.removeSubrange(fread(&bytes, 1, bytes.count, file)...)
        for count in stride(from: 0, to: bytes.count, by: 7) {
            _ = ZoneTable("x", Array(bytes[..<count]))?.secondsEast(at: 1_796_031_605)
        }
        #expect(ZoneTable("x", bytes) != nil)
    }

    @Test(
        "a person writes a distance with or without a colon",
        arguments: [
            ("+09:00", 32_400), ("-0330", -12_600), ("+9", 32_400), ("-09", -32_400), ("+9:30", 34_200), ("utc", 0),
            ("Z", 0),
        ]
    )
    func written(text: String, expected: Int) {
        #expect(Zone(named: text) == .fixed(secondsEast: expected))
    }

    @Test("what is neither a name nor a distance is refused", arguments: ["+", "+25", "+09:0x", "+093", "9", "+9:60"])
    func refused(text: String) {
        #expect(Zone(named: text) == nil)
    }
}
