import FoundationEssentials

/// The difference between this machine's clock and the server's, by the `Date` of its answer (RFC 9110 §5.6.7).
enum ClockSkew {
    /// Below this the seconds of the header, and the way, explain it.
    private static let tolerance = 5.0

    static func finding(header: String?, now: Date) -> Finding {
        guard let header else { return .skipped(.clock, "the server does not tell its time") }
        guard let time = date(header) else { return .skipped(.clock, "the server's date can't be read: \(header)") }
        let skew = now.timeIntervalSince(time)
        guard abs(skew) > tolerance else { return .fine(.clock, "within \(Int(tolerance)) s of the server's") }
        let words = "\(Int(abs(skew).rounded())) s \(skew > 0 ? "ahead of" : "behind") the server's"
        return .doubtful(
            .clock,
            "this machine's clock is \(words)",
            advice: "set the clock (timedatectl set-ntp true): times of messages and the end of tokens are judged by it"
        )
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func date(_ text: String) -> Date? {
        let words = text.split { " ,:-".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count >= 7, let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])),
            let year = Int(words[3]), let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6]),
            (1...31).contains(day), (1970...9999).contains(year), (0..<24).contains(hour), (0..<60).contains(minute),
            (0...60).contains(second)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        guard let zone = TimeZone(secondsFromGMT: 0) else { return nil }
        calendar.timeZone = zone
        return calendar.date(
            from: DateComponents(
                year: year,
                month: month + 1,
                day: day,
                hour: hour,
                minute: minute,
                second: second
            )
        )
    }
}
