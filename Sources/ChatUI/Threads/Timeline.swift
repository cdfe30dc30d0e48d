import Chat

/// What happened in a thread, oldest first, bounded in number and in bytes.
struct Timeline: Sendable, Equatable {
    /// One thing that happened.
    enum Entry: Sendable, Equatable {
        case message(ChatMessage)
        /// Messages are missing here. With an identifier they can be asked for; without one, the connection was away and
        /// what was said meanwhile is lost.
        case gap(id: String?)
        /// The client says something about the thread.
        case note(String)
    }

    /// The entries; the serial number of the first is `firstSerial`, and each has the one after the entry before it.
    private(set) var entries: [Entry] = []
    private(set) var firstSerial = 0
    /// Whether the server has older ones than the first.
    private(set) var hasOlder = false
    /// Whether older ones than the first were here and are no more.
    private(set) var isCut = false
    // Our own messages, and all items of a history.
    private var serials: [String: Int] = [:]
    /// Identifiers here by those of the server, where they differ.
    private var aliases: [String: String] = [:]
    private var byteCount = 0
    /// The messages of our own that wait for a session.
    private(set) var waitingCount = 0

    /// The most entries kept.
    static let limit = 10_000
    /// The most bytes of text kept.
    static let byteLimit = 16 * 1024 * 1024
    /// The most bytes of one message that are kept.
    static let textLimit = 64 * 1024
    /// How many more than the limit may stand, so that dropping costs little.
    private static let slack = 500

    /// The serial number the next entry gets.
    var endSerial: Int { firstSerial + entries.count }
    var isEmpty: Bool { entries.isEmpty }

    /// The entry with a serial number; nil when it is not there (any more).
    subscript(serial: Int) -> Entry? {
        let index = serial - firstSerial
        return entries.indices.contains(index) ? entries[index] : nil
    }

    /// The message with a serial number; nil when there is none.
    func message(_ serial: Int) -> ChatMessage? {
        guard case .message(let message)? = self[serial] else { return nil }
        return message
    }

    /// The serial number of an item, by the identifier it has here.
    func serial(of id: String) -> Int? { serials[id] }

    /// The serial number of a message, by the server's identifier or the one it has here.
    func serial(ofMessage id: String) -> Int? { serials[id] ?? aliases[id].flatMap { serials[$0] } }

    mutating func append(_ entry: Entry) {
        let entry = entry.bounded
        if let id = entry.ownID { serials[id] = endSerial }
        add(entry)
    }

    private mutating func add(_ entry: Entry) {
        count(entry)
        entries.append(entry)
        if entries.count > Timeline.limit + Timeline.slack {
            drop(entries.count - Timeline.limit)
        } else if byteCount > Timeline.byteLimit {
            drop(max(1, entries.count / 4))
        }
    }

    /// Notes how far a message of our own has come; false when it is not here.
    mutating func deliver(_ id: String, _ delivery: ChatMessage.Delivery) -> Bool {
        guard let serial = serials[id], var message = message(serial), message.isOwn else { return false }
        uncount(.message(message))
        message.delivery = delivery
        count(.message(message))
        entries[serial - firstSerial] = .message(message)
        return true
    }

    private mutating func count(_ entry: Entry) {
        byteCount += entry.byteCount
        if entry.isWaiting { waitingCount += 1 }
        if let alias = entry.alias { aliases[alias.serverID] = alias.id }
    }

    private mutating func uncount(_ entry: Entry) {
        byteCount -= entry.byteCount
        if entry.isWaiting { waitingCount -= 1 }
        if let alias = entry.alias, aliases[alias.serverID] == alias.id { aliases[alias.serverID] = nil }
    }

    /// The messages of our own that failed, oldest first.
    var failedIDs: [String] {
        entries.compactMap {
            guard case .message(let message) = $0, message.isOwn, case .failed = message.delivery else { return nil }
            return message.id
        }
    }

    private mutating func drop(_ count: Int) {
        for entry in entries.prefix(count) {
            uncount(entry)
            if let id = entry.itemID { serials[id] = nil }
        }
        entries.removeFirst(count)
        firstSerial += count
        isCut = true
    }
}

// MARK: A history that changes
extension Timeline {
    /// How the serial numbers of entries that were there before have changed: those below `serial` moved by `distance`.
    struct Renumbering: Sendable, Equatable {
        let below: Int
        let distance: Int

        /// The serial number that an entry has now.
        func callAsFunction(_ serial: Int) -> Int { serial < below ? serial + distance : serial }
    }

    /// Starts anew with a history. The serial numbers go on, so that none means something else than before.
    mutating func replace(_ items: [TimelineItem], hasOlder: Bool) {
        let start = endSerial
        self = Timeline()
        firstSerial = start
        self.hasOlder = hasOlder
        append(items)
    }

    /// Adds items at the end; those that are there already are brought up to date instead.
    mutating func append(_ items: [TimelineItem]) {
        for item in items {
            if serials[item.id] != nil {
                update(item.id, item)
            } else {
                let entry = Entry(item).bounded
                serials[item.id] = endSerial
                add(entry)
            }
        }
    }

    /// Puts items before another one, or before all; does nothing when that one is not here (any more).
    mutating func insert(_ items: [TimelineItem], before id: String?, hasOlder: Bool) -> Renumbering? {
        var index = 0
        if let id {
            guard let serial = serials[id] else { return nil }
            index = serial - firstSerial
        } else {
            self.hasOlder = hasOlder
        }
        var added: [Entry] = []
        for item in items {
            if serials[item.id] != nil { update(item.id, item) } else { added.append(Entry(item).bounded) }
        }
        // What is older than the limit allows stays away; nobody scrolls back that far.
        if index == 0, entries.count + added.count > Timeline.limit {
            added = Array(added.suffix(max(0, Timeline.limit - entries.count)))
            isCut = true
        }
        guard !added.isEmpty else { return nil }
        entries.insert(contentsOf: added, at: index)
        for entry in added { count(entry) }
        firstSerial -= added.count
        note(0..<(index + added.count), always: index..<(index + added.count))
        return Renumbering(below: firstSerial + added.count + index, distance: -added.count)
    }

    /// Brings an item up to date, in its place.
    mutating func update(_ id: String, _ item: TimelineItem) {
        guard let serial = serials[id] else { return }
        let index = serial - firstSerial
        let entry = Entry(item).bounded
        uncount(entries[index])
        count(entry)
        entries[index] = entry
        if item.id != id {
            serials[id] = nil
            serials[item.id] = serial
        }
    }

    /// Takes an item out.
    mutating func remove(_ id: String) -> Renumbering? {
        guard let serial = serials.removeValue(forKey: id) else { return nil }
        let index = serial - firstSerial
        uncount(entries[index])
        entries.remove(at: index)
        firstSerial += 1
        note(0..<index, always: 0..<0)
        // What stood on the item stands on the next one now, or at the end on the one before.
        return Renumbering(below: serial + 1 < endSerial ? serial + 1 : serial, distance: 1)
    }

    /// Writes down where entries stand: all in `always`, others if they were known.
    private mutating func note(_ indices: Range<Int>, always: Range<Int>) {
        for index in indices {
            guard let id = entries[index].itemID, always.contains(index) || serials[id] != nil else { continue }
            serials[id] = firstSerial + index
        }
    }
}

extension Timeline.Entry {
    init(_ item: TimelineItem) {
        self =
            switch item {
            case .message(let message): .message(message)
            case .gap(let id): .gap(id: id)
            case .lost: .gap(id: nil)
            }
    }

    /// The identifier of an item of a history.
    var itemID: String? {
        switch self {
        case .message(let message): message.id
        case .gap(let id): id
        case .note: nil
        }
    }

    /// The identifiers of a message that has two.
    fileprivate var alias: (id: String, serverID: String)? {
        guard case .message(let message) = self, let serverID = message.serverID, serverID != message.id else {
            return nil
        }
        return (message.id, serverID)
    }

    fileprivate var isWaiting: Bool {
        guard case .message(let message) = self else { return false }
        return message.isOwn && message.delivery == .waiting
    }

    fileprivate var ownID: String? {
        guard case .message(let message) = self, message.isOwn else { return nil }
        return message.id
    }

    /// The entry with the text cut that is too long to be kept.
    fileprivate var bounded: Timeline.Entry {
        guard case .message(var message) = self, message.text.utf8.count > Timeline.textLimit else { return self }
        let kept = String(decoding: message.text.utf8.prefix(Timeline.textLimit), as: UTF8.self)
        message.text = kept + "\n… (\(message.text.utf8.count - Timeline.textLimit) more bytes)"
        return .message(message)
    }

    fileprivate var byteCount: Int {
        switch self {
        case .message(let message):
            message.reactions.reduce(message.text.utf8.count + (message.sender?.utf8.count ?? 0) + 64) {
                $0 + $1.emoji.utf8.count
            }
        case .gap: 0
        case .note(let text): text.utf8.count
        }
    }
}
