/// What holds behind the last change that a zone's table lists, such as `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 8536 §3.3).
struct ZoneRule: Sendable, Hashable {
    /// The day of a year on which the clock is changed: the `week`th `weekday` of a month, 5 for the last, and the time.
    private struct Day: Sendable, Hashable {
        let month, week, weekday, seconds: Int
    }

    private let standard: Int
    private let summer: Int
    private let start: Day?
    private let end: Day?

    /// Nil where it is in a form that is not known, or empty.
    init?(_ text: String) {
        var rest = text[...]
        guard ZoneRule.takeName(&rest), let standard = ZoneRule.time(&rest) else { return nil }
        self.standard = -standard
        guard ZoneRule.takeName(&rest) else {
            guard rest.isEmpty else { return nil }
            (summer, start, end) = (-standard, nil, nil)
            return
        }
        summer = rest.first == "," ? -standard + 3600 : ZoneRule.time(&rest).map { -$0 } ?? -standard + 3600
        let parts = rest.split(separator: ",")
        guard parts.count == 2, let start = ZoneRule.day(parts[0]), let end = ZoneRule.day(parts[1]) else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// The distance from UTC at a moment, in seconds.
    func secondsEast(at seconds: Int64) -> Int {
        guard let start, let end else { return standard }
        let year = CivilTime(millisecondsSince1970: (seconds + Int64(standard)) * 1000).year
        let begins = ZoneRule.moment(start, year) - Int64(standard)
        let ends = ZoneRule.moment(end, year) - Int64(summer)
        // South of the equator summer lasts over the end of the year.
        let isSummer =
            begins < ends ? (begins..<ends).contains(seconds) : !(ends..<begins).contains(seconds)
        return isSummer ? summer : standard
    }

    /// The day's time on the clock, in seconds since 1970.
    private static func moment(_ day: Day, _ year: Int) -> Int64 {
        guard let first = CivilTime(year: year, month: day.month, day: 1) else { return 0 }
        let days = first.millisecondsSince1970 / 86_400_000
        // 1970 began on a Thursday.
        let weekday = Int((days % 7 + 11) % 7)
        var number = 1 + (day.weekday - weekday + 7) % 7 + (day.week - 1) * 7
        while number > 28, CivilTime(year: year, month: day.month, day: number) == nil { number -= 7 }
        return (days + Int64(number) - 1) * 86_400 + Int64(day.seconds)
    }

    private static func takeName(_ rest: inout Substring) -> Bool {
        let name: Substring
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            name = rest[...end]
        } else {
            name = rest.prefix { $0.isASCII && $0.isLetter }
        }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// `-1`, `10:30`, `3:00:00`, in seconds.
    private static func time(_ rest: inout Substring) -> Int? {
        let text = rest.prefix { $0 == "-" || $0 == "+" || $0 == ":" || $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(text.count)
        let isNegative = text.first == "-"
        let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":").map { Int($0) ?? -1 }
        guard (1...3).contains(parts.count), parts.allSatisfy({ (0...167).contains($0) }) else { return nil }
        let seconds = zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return isNegative ? -seconds : seconds
    }

    /// `M3.5.0/2`.
    private static func day(_ text: Substring) -> Day? {
        let halves = text.split(separator: "/")
        guard halves.first?.first == "M" else { return nil }
        let parts = (halves.first ?? "").dropFirst().split(separator: ".").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[0]), (1...5).contains(parts[1]), (0...6).contains(parts[2])
        else {
            return nil
        }
        var time = halves.count > 1 ? halves[1] : "2"
        guard let seconds = ZoneRule.time(&time) else { return nil }
        return Day(month: parts[0], week: parts[1], weekday: parts[2], seconds: seconds)
    }
}
