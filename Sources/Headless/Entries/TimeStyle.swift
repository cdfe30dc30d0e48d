import Chat

/// How times are printed in lines for people.
public enum TimeStyle: String, Sendable, CaseIterable {
    /// Date, time and offset.
    case iso
    /// The time of day.
    case local
    /// Date and time in UTC, with milliseconds.
    case utc
    /// Seconds since 1970.
    case unix
    /// How long ago.
    case relative
    /// None.
    case none

    func stamp(_ zone: Zone, now: @escaping @Sendable () -> Int64) -> TimeStamp {
        switch self {
        case .iso: .dated(zone)
        case .local: .timeOfDay(zone)
        case .utc: .utc
        case .unix: .unix
        case .relative: .relative(now: now)
        case .none: .none
        }
    }
}
