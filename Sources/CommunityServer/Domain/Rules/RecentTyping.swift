import Community

/// Holds typing to one event in three seconds for each member and thread.
struct RecentTyping {
    static let pause = Duration.seconds(3)
    static let limit = 10_000

    private struct Key: Hashable {
        let member: Int64
        let thread: Int64
    }

    private var times: [Key: Timestamp] = [:]

    /// Whether it may be told now; then it counts as told.
    mutating func mayTell(_ member: Int64, in thread: Int64, at now: Timestamp) -> Bool {
        let key = Key(member: member, thread: thread)
        if let last = times[key], last <= now, now < last + Self.pause { return false }
        if times.count >= Self.limit { times = times.filter { now < $0.value + Self.pause } }
        // All of them typed just now: best effort says no.
        if times.count >= Self.limit { return false }
        times[key] = now
        return true
    }
}
