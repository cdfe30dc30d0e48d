/// A limit on how often something may happen: so many at once, and so many a second after that.
struct TokenBucket: Sendable, Equatable {
    /// How many may happen at once, and how many a second.
    let rate: Double
    private var tokens: Double
    private var filledAt: Duration

    /// A full bucket.
    init(rate: Int, at now: Duration) {
        self.rate = Double(rate)
        tokens = self.rate
        filledAt = now
    }

    /// Takes one if there is one.
    mutating func take(at now: Duration) -> Bool {
        fill(at: now)
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// Whether nothing has been taken for long enough that it might as well be new.
    func isFull(at now: Duration) -> Bool {
        var bucket = self
        bucket.fill(at: now)
        return bucket.tokens >= rate
    }

    private mutating func fill(at now: Duration) {
        tokens = min(rate, tokens + (now - filledAt) / .seconds(1) * rate)
        filledAt = max(now, filledAt)
    }
}
