import Chat
import Terminal

/// What of the notifications is settled, and which of them stand.
struct NotificationDesk: Sendable, Equatable {
    var settings: NotificationSettings
    /// Threads watched or not by the person's word, whatever the settings say of them.
    private var watched: [ThreadName: Bool] = [:]
    /// The alerts that stand, oldest first.
    private(set) var standing: [Standing] = []
    /// When alerts were raised last, by `Moment.uptime`.
    private var raised: [Int64] = []

    struct Standing: Sendable, Equatable {
        let name: ThreadName
        let id: String
        var since: Int64
        /// Messages that came while it stood, and that nobody was told of.
        var others = 0
    }

    /// The most alerts that stand.
    private static let limit = 100
    /// The most threads of which the person's word is remembered.
    private static let watchLimit = 5000
    /// Of one thread the person is told this often at most, in milliseconds.
    static let threadPause: Int64 = 10_000
    /// Of all threads together: so many within so long.
    static let burst = (count: 5, milliseconds: Int64(30_000))

    init(_ settings: NotificationSettings = NotificationSettings()) { self.settings = settings }

    func isWatched(_ name: ThreadName, title: String) -> Bool {
        if let isOn = watched[name] { return isOn }
        return settings.watched.contains { $0 == name.thread || $0.lowercased() == title.lowercased() }
    }

    mutating func watch(_ name: ThreadName, _ isOn: Bool) {
        guard watched[name] != nil || watched.count < NotificationDesk.watchLimit else { return }
        watched[name] = isOn
    }

    /// Takes over what a session remembers of a community; what was remembered of it before is another account's.
    mutating func takeWatched(_ words: [String: Bool], of community: String) {
        watched = watched.filter { $0.key.community != community }
        for (thread, isOn) in words { watch(ThreadName(community: community, thread: thread), isOn) }
    }

    /// Takes down that an alert of a thread is raised; nil when one was a moment ago, or too many of others were.
    ///
    /// - Returns: its identifier, and how many messages came since the one before that nobody was told of.
    mutating func raise(_ name: ThreadName, at uptime: Int64) -> (id: String, others: Int)? {
        let index = standing.firstIndex { $0.name == name }
        raised.removeAll { uptime - $0 >= NotificationDesk.burst.milliseconds || $0 > uptime }
        let isSoon = index.map { uptime - standing[$0].since < NotificationDesk.threadPause } ?? false
        guard !isSoon, raised.count < NotificationDesk.burst.count else {
            if let index { standing[index].others += 1 }
            return nil
        }
        raised.append(uptime)
        guard let index else {
            let id = "bobbin\(name.fingerprint)"
            standing.append(Standing(name: name, id: id, since: uptime))
            if standing.count > NotificationDesk.limit { standing.removeFirst() }
            return (id, 0)
        }
        defer { (standing[index].since, standing[index].others) = (uptime, 0) }
        return (standing[index].id, standing[index].others)
    }

    /// Takes away the alerts of threads that are read.
    ///
    /// - Returns: their identifiers.
    mutating func withdraw(where isRead: (ThreadName) -> Bool) -> [String] {
        guard !standing.isEmpty else { return [] }
        let read = standing.filter { isRead($0.name) }
        standing.removeAll { isRead($0.name) }
        return read.map(\.id)
    }
}

extension ThreadName {
    /// FNV-1a, so that a terminal can take it for an identifier whatever the names hold.
    fileprivate var fingerprint: String {
        let hash = [Array(community.utf8), [0], Array(thread.utf8)].joined().reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 36)
    }
}
