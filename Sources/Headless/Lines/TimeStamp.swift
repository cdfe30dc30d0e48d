import Chat

/// The form of a time in a line.
enum TimeStamp: Sendable {
    /// `HH:MM:SS`.
    case timeOfDay(Zone)
    /// `2026-11-30T09:40:00+01:00`.
    case dated(Zone)
    /// `2026-11-30T08:40:00.123Z`.
    case utc
    /// Seconds since 1970 with milliseconds: `1796028000.123`.
    case unix
    /// How long ago it is: `5m ago`.
    case relative(now: @Sendable () -> Int64)
    /// Nothing.
    case none

    /// Appends a moment, given in milliseconds since 1970.
    func append(_ milliseconds: Int64, to output: inout [UInt8]) {
        switch self {
        case .timeOfDay(let zone):
            TimeStamp.append(timeOf: zone.civilTime(at: milliseconds), to: &output)
        case .dated(let zone):
            let time = zone.civilTime(at: milliseconds)
            TimeStamp.append(dateOf: time, to: &output)
            TimeStamp.append(timeOf: time, to: &output)
            TimeStamp.append(offset: time.millisecondsSince1970 - milliseconds, to: &output)
        case .utc:
            let time = CivilTime(millisecondsSince1970: milliseconds)
            TimeStamp.append(dateOf: time, to: &output)
            TimeStamp.append(timeOf: time, to: &output)
            output.append(UInt8(ascii: "."))
            TimeStamp.append(time.millisecond, digits: 3, to: &output)
            output.append(UInt8(ascii: "Z"))
        case .unix:
            let fraction = Int(((milliseconds % 1000) + 1000) % 1000)
            output += Array("\((milliseconds - Int64(fraction)) / 1000).".utf8)
            TimeStamp.append(fraction, digits: 3, to: &output)
        case .relative(let now):
            output += Array(TimeStamp.distance(from: milliseconds, to: now()).utf8)
        case .none: break
        }
    }

    /// Whether it prints nothing.
    var isEmpty: Bool { if case .none = self { true } else { false } }

    private static func distance(from time: Int64, to now: Int64) -> String {
        let (distance, overflows) = now.subtractingReportingOverflow(time)
        let seconds = (overflows ? Int64.max : distance.magnitude < UInt64(Int64.max) ? abs(distance) : .max) / 1000
        let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("m", 60)]
        let unit = units.first { seconds >= $0.seconds } ?? ("s", 1)
        let amount = "\(seconds / unit.seconds)\(unit.name)"
        return distance < 0 ? "in \(amount)" : "\(amount) ago"
    }

    private static func append(dateOf time: CivilTime, to output: inout [UInt8]) {
        append(time.year, digits: 4, to: &output)
        output.append(UInt8(ascii: "-"))
        append(time.month, digits: 2, to: &output)
        output.append(UInt8(ascii: "-"))
        append(time.day, digits: 2, to: &output)
        output.append(UInt8(ascii: "T"))
    }

    private static func append(timeOf time: CivilTime, to output: inout [UInt8]) {
        append(time.hour, digits: 2, to: &output)
        output.append(UInt8(ascii: ":"))
        append(time.minute, digits: 2, to: &output)
        output.append(UInt8(ascii: ":"))
        append(time.second, digits: 2, to: &output)
    }

    private static func append(offset milliseconds: Int64, to output: inout [UInt8]) {
        let minutes = Int(milliseconds / 60_000)
        output.append(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        append(abs(minutes) / 60, digits: 2, to: &output)
        output.append(UInt8(ascii: ":"))
        append(abs(minutes) % 60, digits: 2, to: &output)
    }

    private static func append(_ number: Int, digits: Int, to output: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            output.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}
