import Chat
import ChatStore
import Community

/// The threads that a tail prints, and what of them it has had.
struct WatchedThreads: Sendable {
    struct Thread: Sendable {
        let id: String
        var title: String
        var workspaceID: String?
        /// The greatest message known, printed or not; nil where there was none.
        var newest: MessagePosition?
        /// Its identifier, where that is no number.
        fileprivate var newestName: String?
        /// Of what came live, the messages up to here are the past, which was asked for.
        var past: MessagePosition?

        /// The identifier of the greatest message known.
        var newestID: String? {
            if case .number(let number) = newest { return "\(number)" }
            return newest == nil ? nil : newestName
        }

        init(id: String, title: String, workspaceID: String? = nil) {
            self.id = id
            self.title = title
            self.workspaceID = workspaceID
        }
    }

    private(set) var all: [Thread] = []
    private var places: [String: Int] = [:]
    /// The threads whose identifiers are numbers, by those, and their titles as JSON.
    private var numbered: [Int64: (place: Int, title: [UInt8])] = [:]
    private var recent = RecentValues<MessagePosition>(limit: 10_000)
    private var recentEvents = RecentValues<String>(limit: 10_000)

    subscript(id: String) -> Thread? { places[id].map { all[$0] } }

    var isEmpty: Bool { all.isEmpty }

    /// For sentences.
    var titles: String { all.map(\.title).joined(separator: ", ") }

    mutating func add(_ thread: Thread) {
        guard places[thread.id] == nil else { return }
        all.append(thread)
        number()
    }

    mutating func rename(_ id: String, _ title: String) {
        guard let place = places[id] else { return }
        all[place].title = title
        number()
    }

    /// Forgets a thread; returns its title if it was there.
    mutating func remove(_ id: String) -> String? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        let title = all.remove(at: place).title
        number()
        return title
    }

    private mutating func number() {
        places = [:]
        numbered = [:]
        for (place, thread) in all.enumerated() {
            places[thread.id] = place
            guard let number = Int64(thread.id), "\(number)" == thread.id else { continue }
            var title: [UInt8] = []
            JSONText.append(thread.title, to: &title)
            numbered[number] = (place, title)
        }
    }

    /// What was there of a thread when its past was asked for.
    mutating func began(_ id: String, newest: MessagePosition?, newestID: String?) {
        guard let place = places[id] else { return }
        all[place].past = newest
        all[place].newest = newest
        all[place].newestName = newestID
    }

    /// Notes a message of a thread, both by number.
    ///
    /// - Returns: the thread's title as JSON when it is new; nothing when it is known, or of no such thread.
    mutating func isNew(_ number: Int64, in thread: Int64) -> [UInt8]? {
        guard let (place, title) = numbered[thread] else { return [] }
        let position = MessagePosition.number(number)
        if let past = all[place].past, position <= past { return [] }
        guard recent.insert(position) else { return [] }
        if all[place].newest.map({ $0 < position }) ?? true {
            all[place].newest = position
        }
        return title
    }

    /// Notes a message that came live or by a page after a lost connection; returns whether it is new.
    ///
    /// Delivery is at least once, and in no certain order.
    mutating func isNew(_ id: String, in threadID: String) -> Bool {
        guard let place = places[threadID] else { return false }
        let position = MessagePosition(messageID: id)
        if let past = all[place].past, position <= past { return false }
        guard recent.insert(position) else { return false }
        if all[place].newest.map({ $0 < position }) ?? true {
            all[place].newest = position
            all[place].newestName = id
        }
        return true
    }

    /// Notes an event that is about no new message; returns whether it is new.
    mutating func isNew(event id: String) -> Bool { recentEvents.insert(id) }
}

/// The values met lately; the oldest are forgotten first.
struct RecentValues<Value: Hashable & Sendable>: Sendable {
    private let limit: Int
    private var known: Set<Value> = []
    private var ring: [Value] = []
    private var oldest = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Notes a value; returns whether it is new.
    mutating func insert(_ value: Value) -> Bool {
        guard known.insert(value).inserted else { return false }
        if ring.count < limit {
            ring.append(value)
        } else {
            known.remove(ring[oldest])
            ring[oldest] = value
            oldest = (oldest + 1) % limit
        }
        return true
    }
}
