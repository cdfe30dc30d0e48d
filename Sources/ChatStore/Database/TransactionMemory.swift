/// What is known of the database as long as a transaction keeps other programs from changing it, so that not every
/// message of many asks for it again.
struct TransactionMemory {
    /// The numbers of threads, by name.
    private var keys: [String: Int64] = [:]
    /// The newest position of threads, by number.
    private var newest: [Int64: MessagePosition] = [:]

    func key(ofThread id: String) -> Int64? { keys[id] }

    mutating func note(key: Int64, ofThread id: String) { keys[id] = key }

    /// Whether nothing stored of a thread is behind a position; nil where that is not known.
    func isNewest(_ position: MessagePosition, in thread: Int64) -> Bool? {
        newest[thread].map { $0 <= position }
    }

    /// A message is stored behind which there is nothing.
    mutating func noteNewest(_ position: MessagePosition, in thread: Int64) { newest[thread] = position }

    /// A message is stored, wherever.
    mutating func noteStored(_ position: MessagePosition, in thread: Int64) {
        if let known = newest[thread], known < position { newest[thread] = position }
    }
}
