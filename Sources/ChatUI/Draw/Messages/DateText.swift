import Chat
import Terminal

extension CivilTime {
    /// `09:05`.
    var clockText: SafeText {
        "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// `Mon 30 Nov 2026`.
    var dateText: SafeText {
        "\(weekday) \(day) \(CivilTime.months[month - 1]) \(year)"
    }

    /// `30 Nov`.
    var shortDateText: SafeText { "\(day < 10 ? " " : "")\(day) \(CivilTime.months[month - 1])" }

    /// `30 Nov 09:05`.
    var dayAndClockText: SafeText { "\(shortDateText) \(clockText)" }

    func isSameDay(as other: CivilTime) -> Bool {
        day == other.day && month == other.month && year == other.year
    }

    private static let months: [SafeText] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let weekdays: [SafeText] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    // 1 January 1970 was a Thursday.
    private var weekday: SafeText {
        let milliseconds = millisecondsSince1970
        let days = (milliseconds >= 0 ? milliseconds : milliseconds - 86_399_999) / 86_400_000
        return CivilTime.weekdays[Int((days % 7 + 7) % 7)]
    }
}
