/// What was handed over to be kept and is not yet, and what could not be kept.
struct Waiting: Sendable {
    /// Bytes that may wait, about: an hour of a busy community, and a part of the memory that a chat may take.
    static let limit = 16 << 20
    /// Bytes above which whoever can wait does.
    private static let much = 8 << 20
    /// Changes that may be kept for another try.
    private static let retryLimit = 1_000

    private var weight = 0
    /// Those who wait until it is not much any more.
    private var patient: [@Sendable () -> Void] = []
    /// What exists nowhere else and could not be written, in order.
    private var retries: [StoreChange] = []
    /// Whether history was lost, which has to be noted as a gap once that is possible.
    private var hasLostHistory = false
    /// What the person was told since something was kept last.
    private var told: Set<StoreFailure> = []

    /// Whether there is room; what is larger than all of it passes alone.
    mutating func admit(_ weight: Int) -> Bool {
        guard self.weight == 0 || self.weight + weight <= Self.limit else { return false }
        self.weight += weight
        return true
    }

    /// Whether whoever hands over more should wait first, in which case `goOn` is kept for them.
    mutating func isMuch(_ goOn: @escaping @Sendable () -> Void) -> Bool {
        guard weight > Self.much else { return false }
        patient.append(goOn)
        return true
    }

    /// Something is kept, or lost; returns what is to be called by those who waited for it.
    @discardableResult
    mutating func leave(_ weight: Int) -> [@Sendable () -> Void] {
        self.weight -= weight
        guard self.weight <= Self.much else { return [] }
        defer { patient = [] }
        return patient
    }

    /// Whether something is to be tried again.
    var hasRetries: Bool { !retries.isEmpty || hasLostHistory }

    /// What is to be tried again before anything else.
    mutating func takeRetries() -> [StoreChange] {
        defer {
            retries = []
            hasLostHistory = false
        }
        return retries + (hasLostHistory ? [.interrupted(threadID: nil)] : [])
    }

    /// Keeps what would be lost, and lets history go.
    mutating func lost(_ changes: [StoreChange], for failure: StoreFailure) {
        for change in changes {
            if change.isHistory {
                hasLostHistory = true
                continue
            }
            // The message comes again, the entry would be sent again.
            if case .delivered(let outboxID, let threadID, .some) = change {
                hasLostHistory = true
                keep(.delivered(outboxID: outboxID, threadID: threadID, nil), for: failure)
            } else {
                keep(change, for: failure)
            }
        }
    }

    private mutating func keep(_ change: StoreChange, for failure: StoreFailure) {
        // What the database refuses as such is refused again.
        guard failure.mayPass || failure.isCorruption else { return }
        if case .draft(let threadID, _) = change {
            retries.removeAll { if case .draft(threadID, _) = $0 { true } else { false } }
        }
        if retries.count < Self.retryLimit { retries.append(change) }
    }

    /// Whether the person is to be told: once each, until something is kept again.
    mutating func isNews(_ failure: StoreFailure) -> Bool {
        told.insert(failure).inserted
    }

    /// Something was kept; returns whether the person was told of something that is over now.
    mutating func kept() -> Bool {
        // What failed meanwhile has its own turn.
        guard !hasRetries else { return false }
        defer { told = [] }
        return told.contains { $0.mayPass }
    }
}
