import Chat

/// What a session reports, in pieces of which each is soon done, so that a key in between does not wait for all.
struct UpdateSlices: Sequence, IteratorProtocol {
    /// Messages that one piece holds, at most: some tenths of a millisecond.
    static let limit = 128

    private let updates: [ChatUpdate]
    private var index = 0
    /// How many messages of the update at `index` are in pieces already.
    private var offset = 0

    init(_ updates: [ChatUpdate]) {
        self.updates = updates
    }

    mutating func next() -> [ChatUpdate]? {
        var slice: [ChatUpdate] = []
        var room = Self.limit
        while room > 0, index < updates.count {
            let update = updates[index]
            let rest = update.messageCount - offset
            if offset == 0, rest <= room || !update.canBeSplit {
                slice.append(update)
            } else {
                slice.append(update.part(offset..<(offset + Swift.min(rest, room))))
            }
            if rest > room, update.canBeSplit { offset += room } else { (index, offset) = (index + 1, 0) }
            room -= rest
        }
        return slice.isEmpty ? nil : slice
    }
}

extension ChatUpdate {
    /// How much work it is, in messages.
    var messageCount: Int {
        switch self {
        case .messages(_, let messages): messages.count
        case .timeline(_, .replaced(let items, _)), .timeline(_, .appended(let items, _)),
            .timeline(_, .inserted(let items, _, _)):
            items.count
        default: 1
        }
    }

    /// Whether its parts one after the other do the same.
    fileprivate var canBeSplit: Bool {
        switch self {
        case .messages, .timeline(_, .appended): true
        default: false
        }
    }

    /// Some of its messages.
    fileprivate func part(_ range: Range<Int>) -> ChatUpdate {
        switch self {
        case .messages(let thread, let messages):
            .messages(threadID: thread, Array(messages[range]))
        case .timeline(let thread, .appended(let items, let isLive)):
            .timeline(threadID: thread, .appended(Array(items[range]), isLive: isLive))
        default: self
        }
    }
}
