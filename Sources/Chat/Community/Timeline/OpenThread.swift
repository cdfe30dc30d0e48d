/// A thread whose history is kept up to date, since a person has opened it.
struct OpenThread: Sendable {
    /// What an event said of a message: it may be newer than a page that is on its way, or earlier than the message.
    struct Change: Sendable, Equatable {
        /// The whole message after an edit or a deletion.
        var message: ChatMessage?
        var reactions: [Reaction]?
        /// When the reactions were so, in milliseconds since 1970.
        var reactionTime: Int64?

        /// Takes over what an event says, unless a newer one came before it.
        mutating func take(_ message: ChatMessage) {
            if let known = self.message, !message.isNewer(than: known) { return }
            self.message = message
        }

        /// Takes over what an event says, unless a newer one came before it.
        mutating func take(_ reactions: [Reaction], at time: Int64?) {
            if let known = reactionTime, let time, time < known { return }
            self.reactions = reactions
            reactionTime = time
        }
    }

    /// The changes remembered, at most.
    static let changeLimit = 500
    /// Older pages in a row that may bring nothing, as where all of their messages are hidden.
    static let barrenLimit = 20

    var timeline: Timeline
    /// The pages asked for that have not come, each by the number of its request: an answer to a former one means
    /// nothing.
    var loads: [Timeline.Purpose: Int] = [:]
    /// The number of the stored messages that are being read; nil while none are.
    var reading: Int?
    /// Stored messages before a hole that the server is asked to fill first.
    var held: Timeline.Page?
    /// Whether stored messages are shown that may have changed since, and that no page of the server has covered.
    var isRenewalDue = false
    /// How many pages each gap has taken in a row.
    var gapPages: [String: Int] = [:]
    /// How many older pages in a row brought nothing older.
    private var barrenPages = 0
    private var olderCursor: (oldest: String, before: String)?
    private var changes: [String: Change] = [:]
    private var changeOrder: [String] = []

    init(limit: Int) {
        timeline = Timeline(limit: limit)
    }

    /// What the page before the oldest message ends with.
    var olderBefore: String? {
        guard let oldest = timeline.oldest else { return olderCursor?.before }
        return olderCursor?.oldest == oldest ? olderCursor?.before : oldest
    }

    private mutating func setOlderCursor(_ before: String?) {
        olderCursor = before.map { (timeline.oldest ?? "", $0) }
    }

    /// Stored messages that stand right before the oldest came.
    mutating func readOlder(_ page: Timeline.Page) -> [TimelineChange] {
        var changes = timeline.extended(with: page)
        setOlderCursor(nil)
        changes += applyChanges()
        return changes + timeline.trim()
    }

    /// The server could not fill the hole before the oldest message: what is stored before it is shown.
    mutating func showHeld() -> [TimelineChange] {
        guard let page = held else { return [] }
        held = nil
        let changes = timeline.extended(with: page, beforeGap: true)
        setOlderCursor(nil)
        return changes + timeline.trim()
    }

    /// A page that was asked for came.
    ///
    /// - Parameter olderBefore: what the page behind it ends with.
    mutating func loaded(
        _ page: Timeline.Page,
        for purpose: Timeline.Purpose,
        olderBefore: String?
    ) -> [TimelineChange] {
        loads[purpose] = nil
        var changes: [TimelineChange]
        switch purpose {
        case .newest: changes = timeline.opened(with: page)
        case .older: return older(page, olderBefore: olderBefore)
        case .refresh, .renewal: changes = timeline.filled(nil, with: page)
        case .gap(let id): changes = timeline.filled(id, with: page)
        }
        if purpose == .newest { setOlderCursor(olderBefore) }
        changes += applyChanges()
        return changes + timeline.trim()
    }

    /// A page before the oldest message came. A server that names no place further back is at its end, whatever it
    /// says: else it would be asked for the same page for ever.
    private mutating func older(_ page: Timeline.Page, olderBefore: String?) -> [TimelineChange] {
        var page = page
        held = nil
        let next = [olderBefore, page.arrivals.first?.message.serverID].compactMap(\.self).first { next in
            page.before.map { MessageOrdinal(next) < MessageOrdinal($0) } ?? true
        }
        let known = timeline.oldest
        if next == nil || barrenPages >= Self.barrenLimit { page.hasMore = false }
        var changes = timeline.extended(with: page)
        barrenPages = timeline.oldest == known ? barrenPages + 1 : 0
        setOlderCursor(next)
        changes += applyChanges()
        return changes + timeline.trim()
    }

    /// Notes what an event says of a message, and changes the message if it is here. What is older than what is known
    /// changes nothing.
    mutating func noted(_ serverID: String, _ body: (inout Change) -> Void) -> [TimelineChange] {
        var change = changes[serverID] ?? Change()
        if changes[serverID] == nil {
            changeOrder.append(serverID)
            if changeOrder.count > Self.changeLimit { changes[changeOrder.removeFirst()] = nil }
        }
        body(&change)
        changes[serverID] = change
        return apply(change, to: serverID)
    }

    /// Pages may tell of an older state than events did.
    mutating func applyChanges() -> [TimelineChange] {
        changeOrder.flatMap { id in changes[id].map { apply($0, to: id) } ?? [] }
    }

    mutating func applyChanges(to serverID: String) -> [TimelineChange] {
        changes[serverID].map { apply($0, to: serverID) } ?? []
    }

    private mutating func apply(_ change: Change, to serverID: String) -> [TimelineChange] {
        timeline.change(serverID: serverID) { message in
            if let newer = change.message, newer.isNewer(than: message) { message.take(newer) }
            if let reactions = change.reactions, !message.isDeleted { message.reactions = reactions }
        }
    }

    /// The connection is lost: what events said may be out of date before the next page comes.
    mutating func interrupted() {
        changes = [:]
        changeOrder = []
        timeline.interrupted()
    }
}

extension ChatMessage {
    /// Whether this state of a message comes after another one.
    fileprivate func isNewer(than other: ChatMessage) -> Bool {
        if other.isDeleted { return false }
        return isDeleted || (editedAt ?? .min) >= (other.editedAt ?? .min)
    }

    /// Takes over a newer state; reactions have events of their own.
    fileprivate mutating func take(_ newer: ChatMessage) {
        let (id, kept) = (id, reactions)
        self = newer
        self.id = id
        if !newer.isDeleted { reactions = kept }
    }
}
