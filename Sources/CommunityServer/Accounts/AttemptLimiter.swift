import Community

/// Holds back attempts by key: so many at once, then one each time `refill` has passed.
struct AttemptLimiter {
    /// Keys remembered; a key not tried for long is as good as one never tried.
    static let keyLimit = 20_000

    let burst: Int
    let refill: Duration
    /// When the key will have all its attempts again.
    private var fullAt: [String: Timestamp] = [:]

    init(burst: Int, refill: Duration) {
        self.burst = burst
        self.refill = refill
    }

    private var refillMilliseconds: Int64 {
        let (seconds, attoseconds) = refill.components
        return max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// Seconds until there is an attempt again; nil where there is one now.
    func wait(_ key: String, at now: Timestamp) -> Int? {
        let debt = (fullAt[key]?.milliseconds ?? 0) - now.milliseconds
        let excess = debt - refillMilliseconds * Int64(burst - 1)
        return excess > 0 ? Int((excess + 999) / 1000) : nil
    }

    /// Takes an attempt.
    mutating func count(_ key: String, at now: Timestamp) {
        if fullAt.count >= Self.keyLimit { fullAt = fullAt.filter { $0.value > now } }
        // Everybody at once is an attack on the memory: those who came first are forgotten.
        if fullAt.count >= Self.keyLimit { fullAt.removeAll() }
        let start = max(fullAt[key] ?? now, now)
        fullAt[key] = Timestamp(milliseconds: start.milliseconds + refillMilliseconds)
    }

    mutating func forget(_ key: String) {
        fullAt[key] = nil
    }

    /// Takes an attempt or refuses.
    mutating func take(_ key: String, at now: Timestamp) throws(Refusal) {
        if let seconds = wait(key, at: now) { throw .tooMany(retryAfter: seconds) }
        count(key, at: now)
    }
}
