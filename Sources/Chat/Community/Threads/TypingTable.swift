/// Who is writing where, and whether the server may be told that we are.
struct TypingTable: Sendable {
    /// The time between two reports of our own writing in one thread.
    static let pause = Duration.seconds(3)
    /// The time after which somebody who has not been reported again has stopped.
    static let patience = Duration.seconds(5)
    /// The names shown of one thread, at most.
    static let limit = 20

    private var typists: [String: [(memberID: String, name: String)]] = [:]
    private var pausing: Set<String> = []

    /// Who is writing in a thread, in the order they began.
    func names(in threadID: String) -> [String] { typists[threadID]?.map(\.name) ?? [] }

    /// Somebody is writing.
    ///
    /// - Returns: whether that is news.
    mutating func began(_ memberID: String, name: String, in threadID: String) -> Bool {
        var list = typists[threadID] ?? []
        if let index = list.firstIndex(where: { $0.memberID == memberID }) {
            guard list[index].name != name, !name.isEmpty else { return false }
            list[index].name = name
        } else {
            guard list.count < Self.limit else { return false }
            list.append((memberID, name))
        }
        typists[threadID] = list
        return true
    }

    /// Somebody has stopped writing, or has sent what they wrote.
    ///
    /// - Returns: whether they were writing.
    mutating func ended(_ memberID: String, in threadID: String) -> Bool {
        guard let index = typists[threadID]?.firstIndex(where: { $0.memberID == memberID }) else { return false }
        typists[threadID]?.remove(at: index)
        if typists[threadID]?.isEmpty ?? false { typists[threadID] = nil }
        return true
    }

    /// Nobody is known to write any more; returns the threads where somebody was.
    mutating func clear() -> [String] {
        defer { typists = [:] }
        return typists.keys.sorted()
    }

    /// The person is writing; true when the server should be told.
    mutating func wrote(in threadID: String) -> Bool {
        pausing.insert(threadID).inserted
    }

    mutating func pauseEnded(in threadID: String) {
        pausing.remove(threadID)
    }
}
