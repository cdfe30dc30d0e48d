/// The identifiers seen lately; the oldest are forgotten first.
struct RecentIDs: Sendable {
    private let limit: Int
    private var known: Set<String> = []
    private var ring: [String] = []
    private var oldest = 0

    /// Keeps the `limit` latest.
    init(limit: Int) {
        self.limit = limit
    }

    func contains(_ id: String) -> Bool { known.contains(id) }

    /// Notes an identifier; false when it was known.
    mutating func insert(_ id: String) -> Bool {
        guard known.insert(id).inserted else { return false }
        if ring.count < limit {
            ring.append(id)
        } else {
            known.remove(ring[oldest])
            ring[oldest] = id
            oldest = (oldest + 1) % limit
        }
        return true
    }
}
