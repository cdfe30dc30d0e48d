/// The messages this client has sent lately, and how far each has come.
struct OwnMessages: Sendable {
    /// One of them.
    struct Entry: Sendable, Equatable {
        let threadID: String
        let text: String
        let time: Int64
        /// Counts the transmissions; what a former one reports late means nothing.
        var attempt = 1
        var delivery: ChatMessage.Delivery
        /// Whether it has come back.
        var isEchoed = false
    }

    private var entries: [String: Entry] = [:]
    private var order: [String] = []
    private let limit: Int

    /// Keeps the `limit` latest.
    init(limit: Int = 1000) {
        self.limit = limit
    }

    subscript(id: String) -> Entry? { entries[id] }

    /// All of them, in the order of writing.
    var all: [(id: String, entry: Entry)] { order.compactMap { id in entries[id].map { (id, $0) } } }

    /// Adds a message, and forgets the oldest when there are too many.
    mutating func add(_ entry: Entry, id: String) {
        entries[id] = entry
        order.append(id)
        guard order.count > limit else { return }
        entries[order.removeFirst()] = nil
    }

    /// The oldest message of a thread with this text that was written after `start` and has not come back.
    func unechoed(_ text: String, in threadID: String, since start: Int64) -> String? {
        order.first { id in
            guard let entry = entries[id], !entry.isEchoed, entry.threadID == threadID, entry.text == text,
                entry.time >= start
            else { return false }
            return true
        }
    }

    /// Notes that a message has come back.
    mutating func echoed(_ id: String) {
        entries[id]?.isEchoed = true
    }

    /// Changes how far a message has come that is not with the server.
    mutating func set(_ delivery: ChatMessage.Delivery, of id: String) {
        entries[id]?.delivery = delivery
    }

    /// A message is to be sent once more; what its former transmission still reports means nothing.
    mutating func repeatLater(_ id: String) {
        entries[id]?.attempt += 1
        entries[id]?.delivery = .waiting
    }

    mutating func remove(_ id: String) {
        entries[id] = nil
        order.removeAll { $0 == id }
    }

    /// Notes that a message has arrived; false when that was known or the message is not ours.
    mutating func confirm(_ id: String) -> Bool {
        guard let entry = entries[id], entry.delivery != .delivered else { return false }
        entries[id]?.delivery = .delivered
        return true
    }

    /// Notes that a transmission failed; false when it has arrived all the same, or another has begun.
    mutating func fail(_ id: String, attempt: Int, reason: String) -> Bool {
        guard let entry = entries[id], entry.attempt == attempt, entry.delivery == .sending else { return false }
        entries[id]?.delivery = .failed(reason: reason)
        return true
    }

    /// Begins another transmission of a failed message; nil when it has not failed or is not ours.
    mutating func retry(_ id: String) -> Entry? {
        guard var entry = entries[id], case .failed = entry.delivery else { return nil }
        entry.attempt += 1
        entry.delivery = .sending
        entries[id] = entry
        return entry
    }
}
