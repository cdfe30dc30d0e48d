/// What is known of one thread's history, oldest first: the server's messages in the server's order, messages of our own
/// that it has not named yet where they were written, and gaps.
struct Timeline: Sendable {
    /// A message of the server, and the name its sender gave it.
    struct Arrival: Sendable, Equatable {
        /// Its `serverID` is set.
        var message: ChatMessage
        var clientID: String?
    }

    /// A hole behind one message. It is shown only when it could not be filled by itself.
    struct Gap: Sendable, Equatable {
        let id: String
        var isShown = false
    }

    /// One element of the history.
    enum Row: Sendable, Equatable {
        case message(ChatMessage, MessageOrdinal)
        case own(ChatMessage)
        case gap(Gap)
    }

    /// The messages kept in memory; the oldest go first and can be loaded again.
    let limit: Int
    var rows: [Row] = []
    /// The identifier of each row that the server has named, by the server's name.
    var ids: [String: String] = [:]
    /// The rows of our own that it has not named.
    var ownIDs: Set<String> = []
    /// The holes, in the order they were made.
    var gapIDs: [String] = []
    /// Whether the first page has come.
    var isLoaded = false
    /// Whether the server has more before the first row.
    var hasOlder = false
    private var lastGap = 0

    init(limit: Int = 5000) {
        self.limit = limit
    }
}

// MARK: Reading
extension Timeline {
    /// What a person is shown.
    var items: [TimelineItem] { rows.compactMap(\.item) }

    /// The oldest message the server has named.
    var oldest: String? { rows.lazy.compactMap(\.serverID).first }

    /// The newest message the server has named.
    var newest: String? { rows.last { $0.ordinal != nil }?.serverID }

    /// The newest messages without a hole between them, newest first.
    var tail: some Sequence<ChatMessage> {
        rows.lazy.reversed().prefix { row in if case .gap = row { false } else { true } }.compactMap { row in
            if case .message(let message, _) = row { message } else { nil }
        }
    }

    /// The message of this row.
    func message(id: String) -> ChatMessage? { index(ofRow: id).flatMap { rows[$0].message } }

    /// The message that the server calls so.
    func message(serverID: String) -> ChatMessage? { ids[serverID].flatMap { message(id: $0) } }

    /// The server's name for the message of a row.
    func serverID(ofRow id: String) -> String? { message(id: id)?.serverID }

    /// The page to ask for next to fill a gap: what is before this message; nil is the newest page.
    func cursor(ofGap id: String) -> String? {
        guard let index = index(ofRow: id) else { return nil }
        return rows[(index + 1)...].lazy.compactMap(\.serverID).first
    }

    // Most of what is asked for stands near the end.
    func index(ofRow id: String) -> Int? { rows.lastIndex { $0.id == id } }
}

// MARK: Changing
extension Timeline {
    /// A person has written a message: it stands at the end until the server has named it.
    mutating func composed(_ message: ChatMessage) -> [TimelineChange] {
        rows.append(.own(message))
        ownIDs.insert(message.id)
        return [.appended([.message(message)], isLive: false)]
    }

    /// Changes a message in its place; nothing when it is not here, or the same as before.
    mutating func change(id: String, _ body: (inout ChatMessage) -> Void) -> [TimelineChange] {
        guard let index = index(ofRow: id), var message = rows[index].message else { return [] }
        let before = message
        body(&message)
        guard message != before else { return [] }
        rows[index] = rows[index].holding(message)
        return [.updated(id: id, .message(message))]
    }

    /// Changes the message that the server calls so.
    mutating func change(serverID: String, _ body: (inout ChatMessage) -> Void) -> [TimelineChange] {
        ids[serverID].map { change(id: $0, body) } ?? []
    }

    /// Changes all messages for which `body` makes a difference.
    mutating func changeAll(_ body: (inout ChatMessage) -> Void) -> [TimelineChange] {
        rows.compactMap(\.message?.id).flatMap { change(id: $0, body) }
    }

    /// Forgets a message of our own that the server has never named.
    mutating func discard(id: String) -> [TimelineChange] {
        guard let index = index(ofRow: id), case .own = rows[index] else { return [] }
        rows.remove(at: index)
        ownIDs.remove(id)
        return [.removed(id: id)]
    }

    /// The connection is lost: whatever comes next, something may be missing before it.
    mutating func interrupted() {
        guard isLoaded, let last = rows.lastIndex(where: { $0.ordinal != nil }) else { return }
        interrupted(behind: last)
    }

    /// Something may be missing behind this message.
    mutating func interrupted(behind serverID: String) {
        guard let index = ids[serverID].flatMap({ index(ofRow: $0) }) else { return }
        interrupted(behind: index)
    }

    private mutating func interrupted(behind index: Int) {
        // A hole there already covers it.
        if index + 1 < rows.count, case .gap = rows[index + 1] { return }
        rows.insert(.gap(makeGap()), at: index + 1)
    }

    mutating func makeGap(isShown: Bool = false) -> Gap {
        lastGap += 1
        let gap = Gap(id: "gap-\(lastGap)", isShown: isShown)
        gapIDs.append(gap.id)
        return gap
    }

    /// A gap could not be filled by itself: from now on it is shown.
    mutating func show(gap id: String) -> [TimelineChange] {
        guard let index = index(ofRow: id), case .gap(var gap) = rows[index], !gap.isShown else { return [] }
        gap.isShown = true
        rows[index] = .gap(gap)
        return [insertion(of: [.gap(id: id)], endingAt: index + 1, isLive: false)]
    }

    /// Drops the oldest messages when there are too many.
    mutating func trim() -> [TimelineChange] {
        guard rows.count > limit else { return [] }
        // A fifth at once, since the front is told all that stays; what the server does not know stays too.
        let excess = rows.count - limit * 4 / 5
        let kept = rows.prefix(excess).filter { $0.ordinal == nil && $0.message != nil }
        for row in rows.prefix(excess) {
            if let serverID = row.serverID { ids[serverID] = nil }
            if case .gap(let gap) = row { gapIDs.removeAll { $0 == gap.id } }
        }
        rows.replaceSubrange(..<excess, with: kept)
        hasOlder = true
        return [.replaced(items, hasOlder: true)]
    }
}

extension Timeline {
    /// How rows that were put in before `end` are told.
    func insertion(of items: [TimelineItem], endingAt end: Int, isLive: Bool) -> TimelineChange {
        guard let next = rows[end...].lazy.compactMap(\.item).first else { return .appended(items, isLive: isLive) }
        return .inserted(items, before: end == items.count ? nil : next.id, hasOlder: hasOlder)
    }
}

extension Timeline.Row {
    var id: String {
        switch self {
        case .message(let message, _), .own(let message): message.id
        case .gap(let gap): gap.id
        }
    }

    var message: ChatMessage? {
        switch self {
        case .message(let message, _), .own(let message): message
        case .gap: nil
        }
    }

    var serverID: String? { ordinal == nil ? nil : message?.serverID }

    var ordinal: MessageOrdinal? { if case .message(_, let ordinal) = self { ordinal } else { nil } }

    /// What a person is shown; nil for a gap that is being filled.
    var item: TimelineItem? {
        switch self {
        case .message(let message, _), .own(let message): .message(message)
        case .gap(let gap): gap.isShown ? .gap(id: gap.id) : nil
        }
    }

    fileprivate func holding(_ message: ChatMessage) -> Timeline.Row {
        switch self {
        case .message(_, let ordinal): .message(message, ordinal)
        case .own: .own(message)
        case .gap: self
        }
    }
}
