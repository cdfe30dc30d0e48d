public import Chat

/// A moment as people write it on a command line.
public enum Moment: Sendable, Equatable {
    /// Milliseconds since 1970.
    case at(Int64)
    case now
    /// Midnight, so many days before today's.
    case midnight(daysAgo: Int)
    /// Before now, or after it when negative; in milliseconds.
    case ago(Int64)
    /// A time of day today, in milliseconds since midnight.
    case timeOfDay(Int64)
    /// A date and a time on the clock of whatever zone is in use.
    case civil(CivilTime)

    /// What this is in milliseconds since 1970.
    ///
    /// - Parameter now: milliseconds since 1970.
    public func milliseconds(now: Int64, zone: Zone) -> Int64 {
        switch self {
        case .at(let moment): moment
        case .now: now
        case .midnight(let days): zone.milliseconds(of: Moment.midnight(zone.civilTime(at: now), daysAgo: days))
        case .ago(let distance): now - distance
        case .timeOfDay(let time): zone.milliseconds(of: Moment.today(zone.civilTime(at: now), time))
        case .civil(let time): zone.milliseconds(of: time)
        }
    }

    private static func midnight(_ today: CivilTime, daysAgo days: Int) -> CivilTime {
        let day = today.millisecondsSince1970 - Int64(days) * 86_400_000
        return CivilTime(millisecondsSince1970: day - Moment.ofDay(today))
    }

    private static func today(_ now: CivilTime, _ time: Int64) -> CivilTime {
        CivilTime(millisecondsSince1970: now.millisecondsSince1970 - ofDay(now) + time)
    }

    private static func ofDay(_ time: CivilTime) -> Int64 {
        Int64(time.hour * 3_600_000 + time.minute * 60_000 + time.second * 1000 + time.millisecond)
    }
}

extension Moment {
    /// Reads a moment: RFC 3339 (`2026-11-30T09:40:00Z`, a blank in place of the `T`, without a zone the clock on the
    /// wall, a date alone its beginning), `HH:MM` and `HH:MM:SS` today, `now`, `today`, `yesterday`, `-5m` (`s`, `m`, `h`,
    /// `d`, `w`) for so long ago, `+5m` for in so long, and seconds since 1970 with or without `@`.
    public init?(_ text: String) {
        switch text.lowercased() {
        case "now": self = .now
        case "today": self = .midnight(daysAgo: 0)
        case "yesterday": self = .midnight(daysAgo: 1)
        case "tomorrow": self = .midnight(daysAgo: -1)
        default:
            guard let read = Moment.relative(text) ?? Moment.unix(text) ?? Moment.written(text) else { return nil }
            self = read
        }
    }

    private static func relative(_ text: String) -> Moment? {
        let units: [Character: Int64] = ["s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000]
        guard let sign = text.first, sign == "-" || sign == "+", let unit = text.last.flatMap({ units[$0] }) else {
            return nil
        }
        let digits = text.dropFirst().dropLast()
        guard digits.count <= 9, let count = number(digits) else { return nil }
        return .ago((sign == "-" ? 1 : -1) * count * unit)
    }

    /// Ten digits or so; thirteen are milliseconds.
    private static func unix(_ text: String) -> Moment? {
        let isMarked = text.hasPrefix("@")
        let parts = (isMarked ? text.dropFirst() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, isMarked || whole.count >= 9, whole.count <= 14,
            let count = number(whole)
        else { return nil }
        if whole.count >= 12 { return parts.count == 1 ? .at(count) : nil }
        guard parts.count == 2 else { return .at(count * 1000) }
        guard parts[1].count <= 9, number(parts[1]) != nil else { return nil }
        let padded = (parts[1] + "000").prefix(3)
        return number(padded).map { .at(count * 1000 + $0) }
    }

    private static func written(_ text: String) -> Moment? {
        var rest = text[...]
        guard text.utf8.count <= 40 else { return nil }
        if let time = timeOfDay(&rest), rest.isEmpty { return .timeOfDay(time) }
        rest = text[...]
        guard let year = number(&rest, digits: 4...4), take("-", &rest), let month = number(&rest, digits: 1...2),
            take("-", &rest), let day = number(&rest, digits: 1...2)
        else { return nil }
        var time: Int64 = 0
        if take("T", &rest) || take("t", &rest) || take(" ", &rest) {
            guard let read = timeOfDay(&rest) else { return nil }
            time = read
        }
        guard let date = CivilTime(year: Int(year), month: Int(month), day: Int(day)) else { return nil }
        let moment = date.millisecondsSince1970 + time
        if rest.isEmpty { return .civil(CivilTime(millisecondsSince1970: moment)) }
        return offset(rest).map { .at(moment - $0) }
    }

    private static func timeOfDay(_ rest: inout Substring) -> Int64? {
        guard let hour = number(&rest, digits: 1...2), hour < 24, take(":", &rest),
            let minute = number(&rest, digits: 2...2), minute < 60
        else { return nil }
        var time = hour * 3_600_000 + minute * 60_000
        guard take(":", &rest) else { return time }
        guard let second = number(&rest, digits: 2...2), second <= 60 else { return nil }
        time += second * 1000
        guard take(".", &rest) else { return time }
        let fraction = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(fraction.count)
        guard !fraction.isEmpty, let milliseconds = number((fraction + "00").prefix(3)) else { return nil }
        return time + milliseconds
    }

    /// `Z`, `+09:00`, `+0900`, `+09`, in milliseconds.
    private static func offset(_ text: Substring) -> Int64? {
        if text == "Z" || text == "z" { return 0 }
        var rest = text
        let isEast = take("+", &rest)
        guard isEast || take("-", &rest), let hours = number(&rest, digits: 2...2), hours <= 18 else { return nil }
        _ = take(":", &rest)
        let minutes = rest.isEmpty ? 0 : number(&rest, digits: 2...2)
        guard let minutes, minutes < 60, rest.isEmpty else { return nil }
        return (isEast ? 1 : -1) * (hours * 3_600_000 + minutes * 60_000)
    }

    private static func take(_ mark: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == mark else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout Substring, digits: ClosedRange<Int>) -> Int64? {
        let found = rest.prefix { $0.isASCII && $0.isNumber }.prefix(digits.upperBound)
        guard digits.contains(found.count), let value = number(found) else { return nil }
        rest = rest.dropFirst(found.count)
        return value
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }
}
