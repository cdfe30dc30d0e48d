import Glibc

/// Which clock on the wall times are read and shown by.
public enum Zone: Sendable, Hashable {
    /// The zone of this machine, or of `TZ`.
    case system
    /// Always the same distance from UTC, in seconds, positive in the east.
    case fixed(secondsEast: Int)

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
        case .system:
            // Beyond the years 1 to 9999 the C library may refuse; UTC then does.
            var moment = time_t(milliseconds / 1000)
            var parts = tm()
            guard localtime_r(&moment, &parts) != nil else { return 0 }
            return parts.tm_gmtoff
        }
    }
}
