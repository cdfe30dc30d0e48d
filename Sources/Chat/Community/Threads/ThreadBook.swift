/// The threads of the list, with what is unread in each.
struct ThreadBook: Sendable {
    /// One thread.
    struct Entry: Sendable {
        var thread: ChatThread
        var tally = UnreadTally()
        /// Unread messages that mention the person.
        var mentions: [MessageOrdinal] = []
        /// The newest message as far as it is known by name.
        var newestID: String?

        /// The thread as it is shown.
        var shown: ChatThread {
            var thread = thread
            thread.unreadCount = tally.count
            thread.hasMention = tally.count > 0 && !mentions.isEmpty
            return thread
        }
    }

    /// The threads kept, at most.
    static let limit = 2000

    private var entries: [String: Entry] = [:]

    subscript(id: String) -> Entry? {
        get { entries[id] }
        set {
            guard entries[id] != nil || entries.count < Self.limit else { return }
            entries[id] = newValue
        }
    }

    /// Changes a thread in its place.
    @discardableResult
    mutating func change<Result>(_ id: String, _ body: (inout Entry) -> Result) -> Result? {
        guard let index = entries.index(forKey: id) else { return nil }
        return body(&entries.values[index])
    }

    /// All threads in the order of the list: pinned ones first, then the latest.
    var all: [ChatThread] {
        entries.values.map(\.shown).sorted { left, right in
            if left.isPinned != right.isPinned { return left.isPinned }
            let (first, second) = (left.order ?? 0, right.order ?? 0)
            return first == second ? left.id < right.id : first < second
        }
    }

    /// Takes over what the server says of a thread; returns whether it is new.
    mutating func put(_ thread: ChatThread) -> Bool {
        guard var entry = entries[thread.id] else {
            var entry = Entry(thread: thread)
            entry.tally.corrected(to: thread.unreadCount ?? 0, newestTime: thread.lastMessage?.time)
            self[thread.id] = entry
            return true
        }
        entry.tally.corrected(to: thread.unreadCount ?? 0, newestTime: thread.lastMessage?.time)
        if entry.tally.count == 0 { entry.mentions = [] }
        var thread = thread
        // An event may have been faster than the answer.
        if let known = entry.thread.lastMessage, known.time > thread.lastMessage?.time ?? .min {
            thread.lastMessage = known
            thread.order = entry.thread.order
        }
        entry.thread = thread
        entries[thread.id] = entry
        return false
    }

    /// Takes over what was stored of a thread that is not known.
    mutating func restore(_ details: ThreadDetails, watermark: String?) {
        let thread = details.thread
        guard entries[thread.id] == nil else { return }
        var entry = Entry(thread: thread)
        entry.tally.corrected(to: thread.unreadCount ?? 0, newestTime: thread.lastMessage?.time)
        entry.tally.restore(watermark: watermark)
        entry.newestID = details.newestID
        // Which of them it was is not stored: the newest counts.
        if thread.hasMention, let newest = details.newestID { entry.mentions = [MessageOrdinal(newest)] }
        self[thread.id] = entry
    }

    /// Keeps only these threads; returns the others.
    mutating func keep(only ids: Set<String>) -> [String] {
        let gone = entries.keys.filter { !ids.contains($0) }.sorted()
        for id in gone { entries[id] = nil }
        return gone
    }
}

extension ThreadBook.Entry {
    /// A message came that was not known here.
    mutating func received(_ message: ChatMessage, isUnread: Bool) {
        guard let id = message.serverID else { return }
        if isUnread {
            tally.received(id, time: message.time)
            if message.mentionsMe, mentions.count < 100 { mentions.append(MessageOrdinal(id)) }
        }
        guard message.time >= thread.lastMessage?.time ?? .min,
            newestID.map({ MessageOrdinal($0) < MessageOrdinal(id) }) ?? true
        else { return }
        newestID = id
        showLast(message)
        thread.order = -message.time
    }

    /// A message was edited or deleted: the list shows it if it is the newest.
    ///
    /// - Returns: false when only the server can tell what is unread now, or what the newest message is.
    mutating func changed(_ message: ChatMessage) -> Bool {
        guard let id = message.serverID else { return true }
        let isNewest = id == newestID
        if !message.isDeleted {
            if isNewest { showLast(message) }
            return true
        }
        mentions.removeAll { $0 == MessageOrdinal(id) }
        let isCertain = message.isOwn || tally.deleted(id)
        guard isNewest else { return isCertain }
        // What stands before it becomes the newest.
        thread.lastMessage = nil
        newestID = nil
        return false
    }

    private mutating func showLast(_ message: ChatMessage) {
        thread.lastMessage = ChatThread.LastMessage(
            sender: message.sender ?? "",
            preview: message.preview,
            time: message.time
        )
    }

    /// The person has read up to a message; false when only the server can tell what is still unread.
    mutating func read(upTo id: String) -> Bool {
        let ordinal = MessageOrdinal(id)
        mentions.removeAll { $0 <= ordinal }
        return tally.read(upTo: id)
    }
}
