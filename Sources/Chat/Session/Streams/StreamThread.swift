import ChatStore
import StompClient

/// What is known of a stream that is a thread: which of its messages are here, and which older ones are on their way.
struct StreamThread: Sendable {
    /// Older messages on their way.
    struct Page: Sendable {
        let subscription: SubscriptionID
        /// The offsets that were asked for.
        let range: Range<UInt64>
        var messages: [Message] = []
        /// The first offset that came; more than the range's first where the broker has thrown the older ones away.
        var first: UInt64?
    }

    /// A message and its place.
    struct Message: Sendable {
        let offset: UInt64
        var message: ChatMessage
        let stored: StoredMessage
    }

    /// How many older messages are asked for at once.
    static let pageSize: UInt64 = 100

    /// The offset of the oldest message here; nil while there is none.
    private(set) var oldest: UInt64?
    /// Whether nothing is before the oldest message.
    private(set) var hasBeginning = false
    var page: Page?
    /// When it began to be read, in milliseconds since 1970: what was written before that is caught up with.
    private var readFrom: Int64?
    /// The names that writers gave their messages lately: one who is not sure sends again.
    private var recent = RecentIDs(limit: 1000)

    /// The offset behind the last of a stored history; nil where nothing is stored.
    static func next(behind history: StoredHistory) -> UInt64? {
        history.messages.last?.position.offset.map { $0 + 1 }
    }

    init(_ history: StoredHistory) {
        extend(to: history.messages.first?.position.offset, isBeginning: history.isBeginning)
        for message in history.messages { if let id = message.clientID { _ = recent.insert(id) } }
    }

    /// Messages down to this one are here.
    mutating func extend(to offset: UInt64?, isBeginning: Bool) {
        if let offset { oldest = min(oldest ?? offset, offset) }
        hasBeginning = hasBeginning || isBeginning || oldest == 0
    }

    /// How long what comes first is taken for what was missed, in milliseconds: writers need not tell the time.
    private static let catchUp: Int64 = 2000

    /// It is read from now on, behind what is known.
    mutating func begins(at time: Int64) { readFrom = time }

    /// Whether a message was said before anybody listened.
    func isMissed(_ message: ChatMessage, arrival: Int64) -> Bool {
        guard let readFrom else { return false }
        return message.time < readFrom || (readFrom..<(readFrom + StreamThread.catchUp)).contains(arrival)
    }

    /// Whether a message with this name has not been seen lately; those without one are all new.
    mutating func isNew(_ name: String?) -> Bool { name.map { recent.insert($0) } ?? true }

    /// Whether the broker may have messages before the oldest.
    var hasOlder: Bool { oldest != nil && !hasBeginning }

    /// The offsets to ask for next; nil when there is nothing to ask for, or they are on their way.
    var olderRange: Range<UInt64>? {
        guard page == nil, hasOlder, let oldest else { return nil }
        return (oldest > StreamThread.pageSize ? oldest - StreamThread.pageSize : 0)..<oldest
    }
}

extension MessagePosition {
    /// Where a message stands in a stream.
    var offset: UInt64? {
        if case .number(let number) = self, number >= 0 { UInt64(number) } else { nil }
    }
}
