/// The receipts that are waited for. Each leaves in one of three ways: it came, it is overdue, or it is lost.
struct PendingReceipts: Sendable {
    private struct Entry: Sendable {
        var id: ReceiptID
        var serial: Int
        var deadline: Duration
    }

    private let timeout: Duration
    /// The serial of each receipt that is waited for; an id may come again once it has left.
    private var serials: [ReceiptID: Int] = [:]
    private var nextSerial = 0
    /// In the order they were asked for, which is that of their deadlines; those that left are skipped later.
    private var order: [Entry] = []
    private var firstInOrder = 0

    init(timeout: Duration) {
        self.timeout = timeout
    }

    var count: Int { serials.count }

    func contains(_ id: ReceiptID) -> Bool { serials[id] != nil }

    /// Waits for a receipt from now on.
    mutating func expect(_ id: ReceiptID, at now: Duration) {
        serials[id] = nextSerial
        order.append(Entry(id: id, serial: nextSerial, deadline: now + timeout))
        nextSerial += 1
    }

    /// Takes a receipt that came; false when it was not waited for.
    mutating func received(_ id: ReceiptID) -> Bool {
        guard serials.removeValue(forKey: id) != nil else { return false }
        skipThoseThatLeft()
        return true
    }

    /// When the oldest receipt is overdue.
    var due: Duration? { firstInOrder < order.count ? order[firstInOrder].deadline : nil }

    /// Gives up the receipts that are overdue.
    mutating func expire(at now: Duration) -> [ReceiptID] {
        var expired: [ReceiptID] = []
        while let due, due <= now {
            expired.append(order[firstInOrder].id)
            serials[order[firstInOrder].id] = nil
            skipThoseThatLeft()
        }
        return expired
    }

    /// Gives up all receipts.
    mutating func loseAll() -> [ReceiptID] {
        let lost = order[firstInOrder...].filter(isWaitedFor).map(\.id)
        self = PendingReceipts(timeout: timeout)
        return lost
    }

    private func isWaitedFor(_ entry: Entry) -> Bool { serials[entry.id] == entry.serial }

    private mutating func skipThoseThatLeft() {
        while firstInOrder < order.count, !isWaitedFor(order[firstInOrder]) { firstInOrder += 1 }
        // Dropped once they are most of the array, so that each entry is moved once at the most.
        if firstInOrder * 2 > order.count {
            order.removeFirst(firstInOrder)
            firstInOrder = 0
        }
    }
}
