/// A point in time, in milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970, leap seconds not counted.
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }
}

extension Timestamp: Comparable {
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Timestamp {
    /// Moves a point in time.
    package static func + (time: Timestamp, duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(milliseconds: time.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}

extension Timestamp: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let read: Timestamp?
        if let text = try? container.decode(String.self) {
            read = Timestamp(text)
        } else if let number = try? WireInteger(from: decoder) {
            read = Timestamp(epochMilliseconds: number.value)
        } else {
            read = (try? container.decode([WireInteger].self)).flatMap { Timestamp(parts: $0.map(\.value)) }
        }
        guard let read else {
            throw WireFault(
                path: WireFault.path(decoder.codingPath),
                problem: container.decodeNil() ? .missing : .unreadable(expected: "a date and time")
            )
        }
        self = read
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Timestamp: CustomStringConvertible {
    /// ISO 8601 in UTC with milliseconds, as the contract writes times.
    package var description: String {
        let day = CivilDate(daysSince1970: milliseconds.floored(by: 86_400_000))
        let ofDay = milliseconds - milliseconds.floored(by: 86_400_000) * 86_400_000
        let date = "\(day.year.padded(4))-\(day.month.padded(2))-\(day.day.padded(2))"
        let time =
            "\((ofDay / 3_600_000).padded(2)):\((ofDay / 60_000 % 60).padded(2)):\((ofDay / 1000 % 60).padded(2))"
        return "\(date)T\(time).\((ofDay % 1000).padded(3))Z"
    }
}

extension Int64 {
    func floored(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension BinaryInteger {
    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
