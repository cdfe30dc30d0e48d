import Transport

/// How often each member may SEND, over all their connections.
final class SendRates: Sendable {
    /// The contract's limit, a second and a member.
    static let perSecond = 20

    private let now: @Sendable () -> Duration
    private let buckets = Locked<[Int64: TokenBucket]>([:])

    /// - Parameter now: the time since an origin, never going back.
    init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    /// Whether a member may send now; if so, it is counted.
    func allows(_ memberID: Int64) -> Bool {
        let now = now()
        return buckets.withLock { buckets in
            if buckets.count >= 1024, buckets[memberID] == nil {
                buckets = buckets.filter { !$0.value.isFull(at: now) }
            }
            return buckets[memberID, default: TokenBucket(rate: Self.perSecond, at: now)].take(at: now)
        }
    }

    /// For how many members something is kept.
    var count: Int { buckets.withLock { $0.count } }
}
