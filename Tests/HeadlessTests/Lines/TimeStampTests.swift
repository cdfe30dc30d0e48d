import Chat
import Testing

@testable import Headless

@Suite("A time in a line")
struct TimeStampTests {
    private func text(_ stamp: TimeStamp, _ milliseconds: Int64) -> String {
        var output: [UInt8] = []
        stamp.append(milliseconds, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    @Test("is written in its zone with its offset, and in UTC with milliseconds")
    func forms() {
        let time: Int64 = 1_796_031_605_007
        #expect(text(.utc, time) == "2026-11-30T09:40:05.007Z")
        #expect(text(.dated(.utc), time) == "2026-11-30T09:40:05+00:00")
        #expect(text(.dated(.fixed(secondsEast: 9 * 3600)), time) == "2026-11-30T18:40:05+09:00")
        #expect(text(.dated(.fixed(secondsEast: -(3 * 3600 + 1800))), time) == "2026-11-30T06:10:05-03:30")
        #expect(text(.timeOfDay(.fixed(secondsEast: 9 * 3600)), time) == "18:40:05")
        #expect(text(.utc, -1) == "1969-12-31T23:59:59.999Z")
    }

    @Test("is written for any number", arguments: [Int64.min, .max, 0, -62_135_596_800_001])
    func extremes(_ milliseconds: Int64) {
        #expect(text(.utc, milliseconds).utf8.count == 24)
        #expect(text(.dated(.fixed(secondsEast: 3600)), milliseconds).utf8.count == 25)
    }
}
