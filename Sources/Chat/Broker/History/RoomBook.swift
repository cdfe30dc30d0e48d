/// What has been seen of a thread whose history the server keeps, or whose messages come twice or out of order.
struct RoomBook: Sendable {
    /// The server's names of messages.
    private var known = RecentIDs(limit: 5000)
    /// What was shown lately, in its order.
    private var recent: [(id: String, time: Int64)] = []
    /// What came live before the history did.
    private(set) var early: [ChatMessage] = []
    /// The first message that came live on the present connection.
    private(set) var firstLive: String?
    /// Whether the newest page has come.
    private(set) var isLoaded = false
    /// The place of the page before the oldest message; nil when there is none.
    var older: PagePlace?
    /// Whether somebody looks at the thread, or has.
    var isOpened = false
    /// Whether the person knows that its history could not be read.
    var hasFailed = false

    private static let recentLimit = 200
    /// How late a message may come and still find its place.
    private static let latest: Int64 = 60_000

    var hasOlder: Bool { older != nil }

    func isKnown(_ name: String) -> Bool { known.contains(name) }

    /// Notes a message by the server's name; false when it was here before.
    mutating func note(_ name: String?) -> Bool { name.map { known.insert($0) } ?? true }

    /// Finds the place of a message that came live.
    ///
    /// - Returns: what it stands before; nil for the end.
    mutating func place(_ message: ChatMessage, byTime: Bool) -> String? {
        if !isLoaded, early.count < RoomBook.recentLimit { early.append(message) }
        if firstLive == nil { firstLive = message.id }
        let later = byTime ? recent.firstIndex { $0.time > message.time && $0.time - message.time <= Self.latest } : nil
        let place = later.map { recent[$0].id }
        recent.insert((message.id, message.time), at: later ?? recent.endIndex)
        if recent.count > RoomBook.recentLimit { recent.removeFirst() }
        return place
    }

    /// The connection is another one now.
    mutating func connected() {
        firstLive = nil
    }

    /// The newest page is here: it and what came since stand in the thread now.
    mutating func loaded(_ messages: [ChatMessage]) {
        isLoaded = true
        early = []
        recent = messages.suffix(RoomBook.recentLimit).map { ($0.id, $0.time) }
    }
}
