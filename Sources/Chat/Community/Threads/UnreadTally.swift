/// How many messages of a thread are unread: the server's last count, corrected by what has come and been read since.
///
/// The server counts without saying which messages it means. Those that came since are known by name; the others are
/// older than all of them.
struct UnreadTally: Sendable, Equatable {
    /// An unread message that is known.
    struct Known: Sendable, Equatable {
        let ordinal: MessageOrdinal
        let id: String
        /// In milliseconds since 1970, by the server's clock.
        let time: Int64
    }

    /// The unread messages known by name, at most.
    static let limit = 1000

    /// How far the person has read; nil while that is not known. It only moves forward.
    private(set) var watermark: String?
    /// Unread messages older than all known ones.
    private var olderCount = 0
    private var known: [Known] = []
    /// A message newer than all that `olderCount` counts.
    private var olderEnd: MessageOrdinal?

    /// When the newest message was written that the server's last count could include; nil where it did not say.
    private var countedTime: Int64?
    /// Whether the server's last count was of a thread without messages.
    private var countedNothing = false
    /// Whether the server names the newest message of a thread where there is one.
    private var namesNewest = true
    /// Whether the count is a guess that only the server's next one settles: which of several messages of one
    /// millisecond the last one included, it does not say.
    private(set) var isDoubtful = false
    private var isDoubtTold = false

    /// Never negative.
    var count: Int { olderCount + known.count }

    private func isRead(_ ordinal: MessageOrdinal) -> Bool {
        watermark.map { ordinal <= MessageOrdinal($0) } ?? false
    }

    /// A message of somebody else came.
    mutating func received(_ id: String, time: Int64) {
        let ordinal = MessageOrdinal(id)
        guard !isRead(ordinal) else { return }
        // One that comes late is older than others, but not older than what was counted before.
        let index = known.lastIndex { $0.ordinal <= ordinal }.map { $0 + 1 } ?? 0
        if index > 0, known[index - 1].ordinal == ordinal { return }
        known.insert(Known(ordinal: ordinal, id: id, time: time), at: index)
        // The count was faster than the message.
        if olderCount > 0, let countedTime, time <= countedTime {
            olderCount -= 1
            if hasTie(at: countedTime) { isDoubtful = true }
        }
        if olderEnd == nil { olderEnd = ordinal }
        if known.count > Self.limit {
            known.removeFirst()
            olderCount += 1
            olderEnd = known.first?.ordinal
        }
    }

    /// A message of somebody else was deleted: it does not count any more.
    ///
    /// - Returns: whether the count is certain; if not, only the server can tell it.
    mutating func deleted(_ id: String) -> Bool {
        let ordinal = MessageOrdinal(id)
        guard !isRead(ordinal) else { return true }
        if let index = known.lastIndex(where: { $0.ordinal == ordinal }) {
            known.remove(at: index)
            return true
        }
        return olderCount == 0
    }

    /// The person has read up to a message.
    ///
    /// - Returns: whether the count is certain; if not, only the server can tell it.
    @discardableResult
    mutating func read(upTo id: String) -> Bool {
        let ordinal = MessageOrdinal(id)
        guard !isRead(ordinal) else { return true }
        watermark = id
        known.removeAll { $0.ordinal <= ordinal }
        guard olderCount > 0 else { return true }
        guard let olderEnd, ordinal >= olderEnd else { return false }
        olderCount = 0
        return true
    }

    /// The server's count, taken when the newest message was of the time given; nil when there was none.
    mutating func corrected(to count: Int, newestTime: Int64?) {
        if newestTime == nil, isDoubtful || !known.isEmpty { namesNewest = false }
        let included = known.prefix { $0.time <= newestTime ?? .max }
        let surplus = included.count - max(0, count)
        // Taken again with the same newest message, it is later than all of that millisecond.
        isDoubtful = surplus != 0 && newestTime != countedTime && newestTime.map(hasTie) ?? false
        isDoubtTold = false
        countedTime = newestTime
        countedNothing = newestTime == nil && count == 0
        if surplus > 0 {
            // Others of the person's devices have read the oldest.
            known.removeFirst(surplus)
            olderCount = 0
        } else {
            olderCount = -surplus
        }
        olderEnd = known.first?.ordinal
    }

    /// Takes over how far the person had read when it was stored.
    mutating func restore(watermark: String?) {
        self.watermark = watermark
    }

    /// The newest messages of the thread, newest first and without a hole, were loaded: those that are unread get known.
    ///
    /// - Parameter isWhole: whether there is no message before them.
    mutating func loaded(_ messages: some Sequence<ChatMessage>, isWhole: Bool) {
        if isGuess(messages) {
            isDoubtful = true
            // A watermark that is wrong would stay.
            if countedTime == nil { return }
        }
        let total = count + messages.count(where: isUncounted)
        var found: [Known] = []
        var read: String?
        var oldest: MessageOrdinal?
        for message in messages {
            guard let id = message.serverID else { continue }
            let ordinal = MessageOrdinal(id)
            // The server's count goes further than a watermark that another device has moved since.
            if isRead(ordinal) || found.count == total {
                read = id
                break
            }
            oldest = ordinal
            if !message.isOwn && !message.isDeleted && found.count < Self.limit {
                found.append(Known(ordinal: ordinal, id: id, time: message.time))
            }
        }
        known = found.reversed()
        olderCount = read != nil || isWhole ? 0 : max(0, total - found.count)
        olderEnd = oldest
        if watermark == nil { watermark = read }
    }

    /// Whether a message is unread and came after all that was counted: it was loaded before its event came.
    private func isUncounted(_ message: ChatMessage) -> Bool {
        guard let ordinal = unknownUnread(message) else { return false }
        if let countedTime { return message.time > countedTime }
        return olderEnd.map { $0 <= ordinal } ?? false
    }

    /// The place of a message of somebody else that is unread and not known here.
    private func unknownUnread(_ message: ChatMessage) -> MessageOrdinal? {
        guard let id = message.serverID, !message.isOwn, !message.isDeleted else { return nil }
        let ordinal = MessageOrdinal(id)
        return isRead(ordinal) || known.contains { $0.ordinal == ordinal } ? nil : ordinal
    }

    /// Whether nothing tells if the server's count includes one of these messages.
    private func isGuess(_ messages: some Sequence<ChatMessage>) -> Bool {
        guard let countedTime else {
            return countedNothing && namesNewest && messages.contains { unknownUnread($0) != nil }
        }
        let tied = messages.filter { $0.time == countedTime }
        return tied.count > 1 && tied.contains { unknownUnread($0) != nil }
    }

    private func hasTie(at time: Int64) -> Bool { known.count { $0.time == time } > 1 }

    /// A message came that may have been counted before the thread was known.
    mutating func doubt() { isDoubtful = true }

    /// Whether the server has to be asked; true once for each doubt, so that what comes meanwhile does not put it off.
    mutating func takeDoubt() -> Bool {
        defer { isDoubtTold = isDoubtful }
        return isDoubtful && !isDoubtTold
    }
}
