/// Timers by the time they are due, many and cheap: setting one anew leaves the old one behind, which is passed over
/// when its time comes.
struct Deadlines<Key: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        var due: Duration
        var key: Key
    }

    /// A binary heap, the soonest first.
    private var heap: [Entry] = []
    private var armed: [Key: Duration] = [:]

    /// When the next timer may be due; nil while there is none.
    var next: Duration? { heap.first?.due }

    /// How many are set.
    var count: Int { armed.count }

    /// Sets a timer, or sets it anew.
    mutating func set(_ key: Key, at due: Duration) {
        armed[key] = due
        heap.append(Entry(due: due, key: key))
        rise(heap.count - 1)
        // What was left behind is swept out before it outnumbers the rest.
        if heap.count > 64, heap.count > armed.count * 2 { sweep() }
    }

    /// Forgets a timer.
    mutating func cancel(_ key: Key) { armed[key] = nil }

    /// Takes one timer that is due at `now`; nil when none is.
    mutating func popDue(at now: Duration) -> Key? {
        while let first = heap.first, first.due <= now {
            removeFirst()
            if armed[first.key] == first.due {
                armed[first.key] = nil
                return first.key
            }
        }
        return nil
    }

    private mutating func sweep() {
        heap = armed.map { Entry(due: $0.value, key: $0.key) }.sorted { $0.due < $1.due }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
            guard let smallest = children.min(by: { heap[$0].due < heap[$1].due }),
                heap[smallest].due < heap[index].due
            else { return }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0, heap[index].due < heap[(index - 1) / 2].due {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }
}
