/// Reads the forms in which back ends write times.
struct TimeText {
    /// The zone of times that name none.
    let zone: Zone

    /// The moment a JSON value means, in milliseconds since 1970; nil when it means none.
    func milliseconds(_ value: JSONValue) -> Int64? {
        switch value {
        case .number(let digits): TimeText.epoch(digits)
        case .string(let text): TimeText.epoch(text) ?? written(text)
        case .array(let parts): parted(parts)
        case .null, .bool, .object: nil
        }
    }

    /// Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by size.
    private static func epoch(_ digits: String) -> Int64? {
        guard let first = digits.utf8.first, (0x30...0x39).contains(first), let number = Double(digits), number > 0
        else { return nil }
        return switch number {
        case ..<1e11: Int64(number * 1000)
        case ..<1e14: Int64(number)
        case ..<1e17: Int64(number / 1000)
        case ..<1e20: Int64(number / 1_000_000)
        default: nil
        }
    }

    /// Jackson's array form: year, month, day, hour, minute, second, nanosecond; the last ones may be missing.
    private func parted(_ values: [JSONValue]) -> Int64? {
        let parts = values.prefix(7).compactMap { if case .number(let digits) = $0 { Int(digits) } else { nil } }
        guard values.count <= 7, parts.count == values.count, parts.count >= 3 else { return nil }
        let padded = parts + Array(repeating: 0, count: 7 - parts.count)
        let time = CivilTime(
            year: padded[0],
            month: padded[1],
            day: padded[2],
            hour: padded[3],
            minute: padded[4],
            second: padded[5],
            millisecond: padded[6] / 1_000_000
        )
        return time.map(zone.milliseconds(of:))
    }

    /// ISO 8601, with or without fraction and zone, `T` or a blank before the time, `/` for `-`; a date alone is its
    /// midnight; what follows in brackets, as Java's `[Asia/Seoul]`, only repeats the zone.
    private func written(_ text: String) -> Int64? {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-") || reader.skip("/"),
            let month = reader.number(digits: 1...2), reader.skip("-") || reader.skip("/"),
            let day = reader.number(digits: 1...2)
        else { return nil }
        var parts = (hour: 0, minute: 0, second: 0, millisecond: 0)
        var east: Int?
        if reader.skip("T") || reader.skip("t") || reader.skip(" ") {
            guard let hour = reader.number(digits: 1...2), reader.skip(":"), let minute = reader.number(digits: 2)
            else {
                return nil
            }
            parts.hour = hour
            parts.minute = minute
            if reader.skip(":") {
                guard let second = reader.number(digits: 2) else { return nil }
                parts.second = second
                if reader.skip(".") || reader.skip(",") { parts.millisecond = reader.fraction() }
            }
            guard let read = TimeText.offset(&reader) else { return nil }
            east = read
        }
        guard reader.isAtEnd || reader.skip("[") else { return nil }
        let time = CivilTime(
            year: year,
            month: month,
            day: day,
            hour: parts.hour,
            minute: parts.minute,
            second: parts.second,
            millisecond: parts.millisecond
        )
        return time.map { (east.map(Zone.fixed(secondsEast:)) ?? zone).milliseconds(of: $0) }
    }

    /// The zone behind a time: nil inside when none is named, nil outside when it is no zone.
    private static func offset(_ reader: inout DigitReader) -> Int?? {
        _ = reader.skip(" ")
        if reader.skip("Z") || reader.skip("z") { return .some(0) }
        let isEast = reader.skip("+")
        guard isEast || reader.skip("-") else { return .some(nil) }
        guard let hours = reader.number(digits: 2), hours <= 18 else { return nil }
        _ = reader.skip(":")
        let minutes = reader.number(digits: 2) ?? 0
        guard minutes < 60 else { return nil }
        return .some((isEast ? 1 : -1) * (hours * 3600 + minutes * 60))
    }
}

/// A cursor over the digits and marks of a written time.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
        while rest.last == 0x20 { rest.removeLast() }
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == mark.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits: Int) -> Int? { number(digits: digits...digits) }

    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let found = rest.prefix { (0x30...0x39).contains($0) }.prefix(digits.upperBound)
        guard digits.contains(found.count) else { return nil }
        rest.removeFirst(found.count)
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The digits behind a decimal point as milliseconds.
    mutating func fraction() -> Int {
        let found = rest.prefix { (0x30...0x39).contains($0) }
        rest.removeFirst(found.count)
        let padded = Array(found.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - found.count))
        return padded.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
