/// Which stored messages without names this program has heard itself: each counts once, so that what is said again is
/// another message.
struct HeardMessages {
    /// How far apart two programs may hear the same message, in milliseconds.
    static let window: Int64 = 2_000
    /// Messages that are told apart within that time.
    private static let limit = 10_000

    private var names: Set<String> = []
    /// The same with their times, in the order of hearing.
    private var order: [(name: String, time: Int64)] = []
    /// Until when too much was heard to tell messages apart.
    private var overflow: Int64 = .min

    /// Whether messages of this time can be told apart.
    func isTellingApart(at time: Int64) -> Bool { time > overflow }

    func contains(_ name: String) -> Bool { names.contains(name) }

    mutating func add(_ name: String, at time: Int64) {
        names.insert(name)
        order.append((name, time))
        guard order.count > Self.limit else { return }
        let half = order.prefix(Self.limit / 2)
        if let last = half.last, last.time > time - 2 * Self.window { overflow = time + Self.window }
        for entry in half { names.remove(entry.name) }
        order.removeFirst(half.count)
    }
}
