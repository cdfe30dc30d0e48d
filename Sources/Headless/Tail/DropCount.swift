import Synchronization

/// How many messages a slow reader did not get since that was last told.
final class DropCount: Sendable {
    private let count = Mutex(0)

    func add(_ more: Int) { count.withLock { $0 += more } }

    /// Tells of them, if there are any.
    func tell(_ notices: Notices) {
        let dropped = count.withLock { count in
            defer { count = 0 }
            return count
        }
        guard dropped > 0 else { return }
        notices.complain("\(dropped) \(dropped == 1 ? "message was" : "messages were") dropped: the reader is slow")
    }
}
