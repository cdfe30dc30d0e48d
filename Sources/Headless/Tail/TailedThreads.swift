import Chat

/// The threads of a tail on its connection: which subscription brings which, and what of each has been printed.
struct TailedThreads {
    /// A stream as it is read from now on.
    struct Stream {
        /// The offset at which reading begins.
        var start: UInt64
        /// The offset behind the last message that was there when the tail began.
        var end: UInt64

        /// Whether messages from before the beginning are still to come.
        var hasPastToCome: Bool { start < end }
    }

    /// What each subscription brings.
    var threads: [String: String] = [:]
    /// The streams by name.
    var streams: [String: Stream] = [:]
    /// The subscriptions that were made to look around, of which something may still come.
    var spent: Set<String> = []
    /// The last message of each thread, for those whose server can be asked what came after it.
    var newest: [String: String] = [:]
    /// Messages of rooms, which may come on several destinations, and again from the server's history.
    private var seen = RecentValues<String>(limit: 10_000)
    /// Whether the server's history is to be asked once more when the first message of a session comes: what was written
    /// before the server took the subscription may have been too late for the first time.
    var isUnsure = false
    /// When the connection was lost, in milliseconds since 1970.
    var lostAt: Int64?

    private let rooms: Set<String>

    init(_ settings: TailSettings) {
        rooms = Set(settings.sources.compactMap(\.room))
    }

    /// Whether messages from before the beginning are still to come.
    var hasPastToCome: Bool { streams.values.contains(where: \.hasPastToCome) }

    /// Notes a message of a thread that is no stream; false when it was here before.
    @discardableResult
    mutating func note(_ entry: TailEntry) -> Bool {
        let (thread, id) = (entry.threadID, entry.message.id)
        guard !id.isEmpty, isRoom(thread) || newest[thread] != nil else { return true }
        guard seen.insert("\(thread) \(id)") else { return false }
        if newest[thread] != nil { newest[thread] = id }
        return true
    }

    func isRoom(_ thread: String) -> Bool { rooms.contains(thread) }
}
