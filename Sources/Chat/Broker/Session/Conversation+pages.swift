import ChatStore

// The history that a server keeps, as its pages come in, beside what comes live.
extension Conversation {
    /// Somebody looks at a thread now.
    mutating func opened(_ threadID: String) -> [ChatUpdate] {
        guard let thread = thread(threadID) else { return [] }
        shownThread = threadID
        guard terms.shape.keepsBooks else { return [] }
        books[threadID, default: RoomBook()].isOpened = true
        var updates: [ChatUpdate] = []
        // Whoever waits for the history of a thread that has none hears that there is nothing to wait for.
        if terms.shape.history == nil { updates.append(.timeline(threadID: threadID, .appended([], isLive: false))) }
        if let count = thread.unreadCount, count > 0 { updates += setUnread(0, in: threadID) }
        return updates
    }

    /// The threads whose newest page may have changed while there was no session.
    var threadsToRead: [String] {
        terms.shape.history == nil ? [] : joinedThreads.map(\.id).filter { books[$0]?.isOpened == true }
    }

    /// Whether a page reaches what is here already, so that nothing is missing between the two.
    func reaches(_ page: [IncomingMessage], in threadID: String) -> Bool {
        guard let book = books[threadID], book.isLoaded else { return true }
        return page.contains { incoming in incoming.serverName.map(book.isKnown) ?? false }
    }

    /// The newest messages have come, oldest first; `next` is the place of the page before them.
    mutating func readNewest(
        _ page: [IncomingMessage],
        next: PagePlace?,
        in threadID: String,
        at time: Int64
    ) -> [ChatUpdate] {
        guard thread(threadID) != nil else { return [] }
        let isConnected = reaches(page, in: threadID)
        var book = books[threadID, default: RoomBook()]
        book.hasFailed = false
        let isFirst = !book.isLoaded || !isConnected
        let early = book.early
        var updates: [ChatUpdate] = []
        var new: [ChatMessage] = []
        for incoming in page where !incoming.isIgnored {
            let isNew = book.note(incoming.serverName)
            if let id = ownMessage(for: incoming, in: threadID, at: time) {
                updates += arrived(id, at: time)
                if !isFirst { continue }
            }
            if isNew || isFirst { new.append(named(incoming)) }
        }
        keep(.stretch(stretch(page, isBeginning: next == nil, in: threadID, at: time)))
        if isFirst {
            let ids = Set(new.map(\.id))
            let shown = new + early.filter { !ids.contains($0.id) } + pending(in: threadID)
            book.older = next
            book.loaded(shown)
            let items = shown.map(TimelineItem.message)
            updates.append(.timeline(threadID: threadID, .replaced(items, hasOlder: next != nil)))
        } else if !new.isEmpty {
            // They are new to the person, who is told of none of them.
            let items = new.map { message in
                var message = message
                message.isMissed = true
                return TimelineItem.message(message)
            }
            let change: TimelineChange =
                book.firstLive.map { .inserted(items, before: $0, hasOlder: book.hasOlder) }
                ?? .appended(items, isLive: true)
            updates.append(.timeline(threadID: threadID, change))
        }
        books[threadID] = book
        return updates
    }

    /// The page before the oldest message has come.
    mutating func readOlder(
        _ page: [IncomingMessage],
        next: PagePlace?,
        in threadID: String,
        at time: Int64
    ) -> [ChatUpdate] {
        guard var book = books[threadID] else { return [] }
        var new: [ChatMessage] = []
        for incoming in page where !incoming.isIgnored && book.note(incoming.serverName) { new.append(named(incoming)) }
        book.older = next
        books[threadID] = book
        keep(.stretch(stretch(page, isBeginning: next == nil, in: threadID, at: time)))
        let items = new.map(TimelineItem.message)
        return [.timeline(threadID: threadID, .inserted(items, before: nil, hasOlder: next != nil))]
    }

    /// History could not be read: whoever waits for it hears that there is none, and why once for each thread.
    mutating func historyFailed(_ report: FailureReport, in threadID: String) -> [ChatUpdate] {
        let isTold = books[threadID]?.hasFailed == true
        books[threadID]?.hasFailed = true
        let notice: [ChatUpdate] = isTold ? [] : [.notice(report.description)]
        return notice + [.timeline(threadID: threadID, .appended([], isLive: false))]
    }

    /// A live message goes to its place, once.
    mutating func place(_ incoming: IncomingMessage, in threadID: String, _ collected: inout CollectedUpdates) {
        var book = books[threadID, default: RoomBook()]
        guard book.note(incoming.serverName) else { return }
        let message = named(incoming)
        let item = [TimelineItem.message(message)]
        let change: TimelineChange =
            book.place(message, byTime: terms.shape.ordersByTime)
            .map { .inserted(item, before: $0, hasOlder: book.hasOlder) } ?? .appended(item, isLive: true)
        books[threadID] = book
        collected.add(.timeline(threadID: threadID, change))
        guard !message.isOwn, threadID != shownThread, let count = thread(threadID)?.unreadCount else { return }
        for update in setUnread(count + 1, in: threadID) { collected.add(update) }
    }

    /// A server's answer names a message of our own: what comes under that name is not shown again.
    mutating func named(_ id: String, _ name: String) -> [ChatUpdate] {
        guard terms.shape.keepsBooks, let entry = own[id] else { return [] }
        own.echoed(id)
        guard !books[entry.threadID, default: RoomBook()].note(name) else { return [] }
        // It came back before the answer did.
        return [.timeline(threadID: entry.threadID, .removed(id: name))]
    }

    // MARK: Parts

    private mutating func named(_ incoming: IncomingMessage) -> ChatMessage {
        var message = incoming.message
        message.isOwn = message.isOwn || incoming.isMine
        // Identifiers that a broker makes up may come again.
        if incoming.serverName == nil, incoming.clientIDs.isEmpty { message.id = nextAnonymousID() }
        return message
    }

    /// Messages of our own that the server has not named.
    private func pending(in threadID: String) -> [ChatMessage] {
        own.all.filter { $0.entry.threadID == threadID && $0.entry.delivery != .delivered }
            .map { message(of: $0.entry, id: $0.id) }
    }

    private mutating func setUnread(_ count: Int, in threadID: String) -> [ChatUpdate] {
        guard var thread = thread(threadID) else { return [] }
        thread.unreadCount = count
        replace(thread)
        return [.thread(thread)]
    }

    private func stretch(
        _ page: [IncomingMessage],
        isBeginning: Bool,
        in threadID: String,
        at time: Int64
    ) -> StoredStretch {
        let messages = page.filter { !$0.isIgnored && $0.serverName != nil }
            .map { BrokerRecord.stored($0, arrival: time) }
            .sorted { $0.position < $1.position }
        return StoredStretch(threadID: threadID, messages: messages, isBeginning: isBeginning)
    }
}

// MARK: Rooms
extension Conversation {
    /// The server has listed a person's rooms: what it says of those that are joined already.
    mutating func listed(_ rooms: [ChatThread]) -> [ChatUpdate] {
        rooms.compactMap { room in
            guard var thread = thread(room.id) else { return nil }
            thread.title = room.title
            thread.unreadCount = room.id == shownThread ? room.unreadCount.map { _ in 0 } : room.unreadCount
            guard thread != self.thread(room.id) else { return nil }
            replace(thread)
            keep(.thread(StoredThread(ThreadDetails(thread: thread), watermark: nil)))
            return .thread(thread)
        }
    }
}
