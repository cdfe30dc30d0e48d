extension Timestamp {
    /// Epoch milliseconds; nil beyond the year 9999, where a sender has mixed up its units.
    init?(epochMilliseconds: Int) {
        guard (-62_135_596_800_000...253_402_300_799_999).contains(epochMilliseconds) else { return nil }
        self.init(milliseconds: Int64(epochMilliseconds))
    }

    /// The array form of a Java date: year, month, day, then hour, minute, second and nanoseconds as far as they are given.
    init?(parts: [Int]) {
        guard (3...7).contains(parts.count), parts.count != 4 else { return nil }
        func part(_ index: Int) -> Int64 { index < parts.count ? Int64(parts[index]) : 0 }
        guard (0..<1_000_000_000).contains(part(6)) else { return nil }
        self.init(
            date: CivilDate(year: part(0), month: part(1), day: part(2)),
            hour: part(3),
            minute: part(4),
            second: part(5),
            milliseconds: part(6) / 1_000_000,
            zoneMinutes: 0
        )
    }

    /// ISO 8601, with or without fraction and zone, `T` or a space between date and time, or epoch milliseconds as text.
    /// A time without a zone is in UTC.
    package init?(_ text: String) {
        if let number = Int(text) {
            self.init(epochMilliseconds: number)
            return
        }
        var scanner = TimestampScanner(text)
        guard let year = scanner.number(digits: 4), scanner.take("-"),
            let month = scanner.number(digits: 2), scanner.take("-"),
            let day = scanner.number(digits: 2)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        if scanner.isAtEnd {
            self.init(date: date, hour: 0, minute: 0, second: 0, milliseconds: 0, zoneMinutes: 0)
            return
        }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(digits: 2), scanner.take(":"),
            let minute = scanner.number(digits: 2)
        else { return nil }
        var second: Int64 = 0
        if scanner.take(":") {
            guard let read = scanner.number(digits: 2) else { return nil }
            second = read
        }
        guard let milliseconds = scanner.fraction(), let zone = scanner.zone(), scanner.isAtEnd else { return nil }
        self.init(
            date: date,
            hour: hour,
            minute: minute,
            second: second,
            milliseconds: milliseconds,
            zoneMinutes: zone
        )
    }

    private init?(
        date: CivilDate?,
        hour: Int64,
        minute: Int64,
        second: Int64,
        milliseconds: Int64,
        zoneMinutes: Int64
    ) {
        // Second 60 is a leap second, which Unix time does not count.
        guard let date, (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else {
            return nil
        }
        let minutes = date.daysSince1970 * 1440 + hour * 60 + minute - zoneMinutes
        self.init(milliseconds: minutes * 60_000 + second * 1000 + milliseconds)
    }
}

/// A cursor over the text of a time.
private struct TimestampScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits count: Int) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
        rest.removeFirst(count)
        return Int64(Substring(digits))
    }

    /// The fraction of a second in milliseconds, finer digits cut off; 0 where there is none.
    mutating func fraction() -> Int64? {
        guard take(".") || take(",") else { return 0 }
        let digits = rest.prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return nil }
        let text = String(Substring(digits.prefix(3)))
        rest.removeFirst(digits.count)
        return Int64(text + String(repeating: "0", count: 3 - text.count))
    }

    /// Minutes east of UTC; 0 where no zone is named.
    mutating func zone() -> Int64? {
        if isAtEnd || take("Z") || take("z") { return 0 }
        let sign: Int64
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = number(digits: 2) else { return nil }
        let hasColon = take(":")
        if isAtEnd { return hasColon ? nil : sign * hours * 60 }
        guard let minutes = number(digits: 2), minutes < 60, hours < 24 else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
