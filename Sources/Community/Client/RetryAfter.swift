/// RFC 9110 §10.2.3: how long to wait, in seconds or as a date.
enum RetryAfter {
    /// The wait from `now` on; nil for what can't be read.
    static func wait(_ text: String, now: Timestamp) -> Duration? {
        if let seconds = Int(text) { return seconds >= 0 && seconds < 1_000_000 ? .seconds(seconds) : nil }
        guard let date = date(text) else { return nil }
        return max(.zero, .milliseconds(date.milliseconds - now.milliseconds))
    }

    /// RFC 9110 §5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`; the two obsolete forms are not read.
    private static func date(_ text: String) -> Timestamp? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]) else { return nil }
        let number = month + 1
        return Timestamp("\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z")
    }
}
