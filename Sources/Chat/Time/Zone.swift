import Glibc

/// Which clock on the wall times are read and shown by.
public enum Zone: Sendable, Hashable {
    /// The zone of this machine, or of `TZ`.
    case system
    /// Always the same distance from UTC, in seconds, positive in the east.
    case fixed(secondsEast: Int)
    /// A zone of the system's database.
    case table(ZoneTable)

    /// Coordinated Universal Time.
    public static let utc = Zone.fixed(secondsEast: 0)

    /// What the clock on the wall shows at a moment, given in milliseconds since 1970.
    public func civilTime(at milliseconds: Int64) -> CivilTime {
        let (sum, overflows) = milliseconds.addingReportingOverflow(Int64(secondsEast(at: milliseconds)) * 1000)
        return CivilTime(millisecondsSince1970: overflows ? milliseconds : sum)
    }

    /// The moment at which the clock on the wall shows `time`, in milliseconds since 1970.
    public func milliseconds(of time: CivilTime) -> Int64 {
        let unzoned = time.millisecondsSince1970
        // The second round settles times near a change of the offset.
        let first = unzoned - Int64(secondsEast(at: unzoned)) * 1000
        return unzoned - Int64(secondsEast(at: first)) * 1000
    }

    private func secondsEast(at milliseconds: Int64) -> Int {
        switch self {
        case .fixed(let seconds):
            return seconds
        case .table(let table):
            return table.secondsEast(at: milliseconds / 1000)
        case .system:
            // Beyond the years 1 to 9999 the C library may refuse; UTC then does.
            var moment = time_t(milliseconds / 1000)
            var parts = tm()
            guard localtime_r(&moment, &parts) != nil else { return 0 }
            return parts.tm_gmtoff
        }
    }
}

extension Zone {
    /// A zone as a person names it: `Asia/Seoul` or another name of the system's database, `utc`, `local`, or a distance
    /// from UTC such as `+09:00`, `-0330` or `+9`.
    public init?(named text: String) {
        switch text.lowercased() {
        case "utc", "z": self = .utc
        case "local", "system": self = .system
        default:
            if let seconds = Zone.distance(text) {
                self = .fixed(secondsEast: seconds)
            } else if let table = ZoneTable(text) {
                self = .table(table)
            } else {
                return nil
            }
        }
    }

    private static func distance(_ text: String) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else { return nil }
        let hasMinutes = digits.count == 4 || digits.count == 3 && parts.count == 2
        guard hasMinutes ? parts.count == 1 || parts.last?.count == 2 : parts.count == 1 && digits.count <= 2 else {
            return nil
        }
        let (hours, minutes) = hasMinutes ? (number / 100, number % 100) : (number, 0)
        guard hours <= 18, minutes < 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
