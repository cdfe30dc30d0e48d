import ChatStore
import Stomp
import StompClient

// Threads that are streams: the broker keeps their history, and each message has its offset there.
extension Conversation {
    func isStream(_ threadID: String) -> Bool { streams[threadID] != nil }

    /// Whether a message of our own belongs to a stream.
    func isOfStream(_ messageID: String) -> Bool { own[messageID].map { isStream($0.threadID) } ?? false }

    /// Messages may be missing from now on, but in no stream.
    mutating func keepInterruption() {
        if case .none = terms.streams { return keep(.interrupted(threadID: nil)) }
        for thread in joinedThreads where !isStream(thread.id) { keep(.interrupted(threadID: thread.id)) }
    }

    /// The same of a thread that has just been joined beside streams.
    mutating func keepInterruption(of threadID: String) {
        if case .some = terms.streams { keep(.interrupted(threadID: threadID)) }
    }

    // MARK: Messages

    /// A message of a stream has come live, or again after a reconnect.
    mutating func receivedOfStream(_ frame: StompFrameView, in threadID: String, arrival: Int64) -> StreamArrival {
        guard var read = read(frame, in: threadID, arrival: arrival) else { return .nothing }
        let isFirst = streams[threadID]?.oldest == nil
        streams[threadID]?.extend(to: read.message.offset, isBeginning: false)
        if isFirst, streams[threadID]?.hasOlder == true { wantedPages.append(threadID) }
        if let ownID = read.ownID {
            let wasNew = hasArrived(ownID, in: threadID)
            if isKept, let entry = own[ownID] {
                let stored = read.message.stored(as: message(of: entry, id: ownID), name: ownID)
                changes.append(.delivered(outboxID: ownID, threadID: threadID, stored))
            }
            return wasNew ? .delivered(ownID) : .nothing
        }
        guard streams[threadID]?.isNew(read.name) == true else { return .nothing }
        if isKept { changes.append(.arrived(threadID: threadID, read.message.stored)) }
        read.message.message.isMissed =
            streams[threadID]?.isMissed(read.message.message, arrival: arrival) ?? false
        return .message(read.message.message)
    }

    private struct Read {
        var message: StreamThread.Message
        /// The name that its writer gave it.
        var name: String?
        /// The message of ours that it is.
        var ownID: String?
    }

    private func read(_ frame: StompFrameView, in threadID: String, arrival: Int64) -> Read? {
        guard let offset = StreamQueue.offset(of: frame), offset <= UInt64(Int64.max) else { return nil }
        var incoming = terms.reader.readEcho(frame, arrival: arrival)
        let name = frame.header("client-message-id")
        let ownID = incoming.clientIDs.first { own[$0]?.threadID == threadID }
        incoming.message.id =
            name.map { "\($0) \(BrokerRecord.fingerprint(incoming.message))" } ?? "offset \(offset)"
        let stored = StoredMessage(
            id: incoming.message.id,
            position: .number(Int64(offset)),
            clientID: name,
            sender: incoming.message.sender ?? "",
            text: incoming.message.text,
            time: incoming.message.time,
            isOwn: incoming.message.isOwn
        )
        let message = StreamThread.Message(offset: offset, message: incoming.message, stored: stored)
        return Read(message: message, name: name, ownID: ownID)
    }

    /// A message of our own has come back; false when that was known.
    private mutating func hasArrived(_ id: String, in threadID: String) -> Bool {
        if underWay[threadID] == id { underWay[threadID] = nil }
        if waiting.first(where: { own[$0]?.threadID == threadID }) == id { doubtful.remove(threadID) }
        waiting.removeAll { $0 == id }
        return own.confirm(id)
    }

    // MARK: Older messages

    /// Threads that want their first page of older messages.
    mutating func takeWantedPages() -> [String] {
        defer { wantedPages = [] }
        return wantedPages
    }

    /// Subscriptions that have done their work.
    mutating func takeEndedPages() -> [SubscriptionID] {
        defer { endedPages = [] }
        return endedPages
    }

    /// A page is about to be asked for; nil when there is none to ask for.
    mutating func willReadPage(of threadID: String) -> Range<UInt64>? {
        guard !joining.contains(Conversation.pageMark(threadID)), let range = streams[threadID]?.olderRange else {
            return nil
        }
        joining.insert(Conversation.pageMark(threadID))
        return range
    }

    /// A page has been asked for. What came for it in the meantime follows at once.
    mutating func readsPage(
        of threadID: String,
        _ range: Range<UInt64>,
        as subscription: SubscriptionID,
        arrival: Int64
    ) -> [ChatUpdate] {
        joining.remove(Conversation.pageMark(threadID))
        streams[threadID]?.page = StreamThread.Page(subscription: subscription, range: range)
        if streams[threadID] == nil { endedPages.append(subscription) }
        var updates: [ChatUpdate] = []
        for case .messages(let batch) in strays {
            for frame in batch where frame.header("subscription") == subscription.rawValue {
                updates += receivedOfPage(frame, in: threadID, arrival: arrival)
            }
        }
        if joining.isEmpty { strays = [] }
        return updates
    }

    private static func pageMark(_ threadID: String) -> String { "older \(threadID)" }

    /// The thread whose page a frame belongs to.
    func pageOwner(_ frame: StompFrameView) -> String? {
        guard streams.contains(where: { $0.value.page != nil }), let id = frame.header("subscription") else {
            return nil
        }
        return streams.first { $0.value.page?.subscription.rawValue == id }?.key
    }

    /// A message of a page has come; the last one ends it.
    mutating func receivedOfPage(_ frame: StompFrameView, in threadID: String, arrival: Int64) -> [ChatUpdate] {
        guard var page = streams[threadID]?.page, var read = read(frame, in: threadID, arrival: arrival) else {
            return []
        }
        let offset = read.message.offset
        page.first = page.first ?? offset
        if offset < page.range.upperBound, offset >= page.range.lowerBound {
            // What is shown as our own already is not shown again.
            if let ownID = read.ownID, let entry = own[ownID] {
                read.message = read.message.as(message(of: entry, id: ownID), name: ownID)
            }
            if streams[threadID]?.isNew(read.name) == true { page.messages.append(read.message) }
        }
        streams[threadID]?.page = page
        return offset + 1 >= page.range.upperBound ? pageEnded(page, in: threadID) : []
    }

    private mutating func pageEnded(_ page: StreamThread.Page, in threadID: String) -> [ChatUpdate] {
        endedPages.append(page.subscription)
        streams[threadID]?.page = nil
        // Before what came first there is nothing any more.
        let isBeginning = (page.first ?? 0) > page.range.lowerBound || page.range.lowerBound == 0
        streams[threadID]?.extend(to: page.messages.first?.offset ?? page.range.lowerBound, isBeginning: isBeginning)
        if isKept {
            let stretch = StoredStretch(
                threadID: threadID,
                messages: page.messages.map(\.stored),
                end: .number(Int64(page.range.upperBound)),
                isBeginning: isBeginning
            )
            changes.append(.stretch(stretch))
            if let first = page.messages.first { oldest[threadID] = first.stored.position }
        }
        let items = page.messages.map { TimelineItem.message($0.message) }
        return [.timeline(threadID: threadID, .inserted(items, before: nil, hasOlder: !isBeginning))]
    }

    /// A page did not come in time.
    mutating func pageFailed(_ subscription: SubscriptionID, in threadID: String) -> [ChatUpdate] {
        guard streams[threadID]?.page?.subscription == subscription else { return [] }
        streams[threadID]?.page = nil
        endedPages.append(subscription)
        return [
            .timeline(threadID: threadID, .inserted([], before: nil, hasOlder: true)),
            .notice("the broker does not send the older messages"),
        ]
    }

    // MARK: Doubt

    /// How often a message is sent again whose receipt was lost.
    static let mostAttempts = 10

    /// Whether a message whose receipt was lost may be sent again: its readers know it by its name.
    func canRepeat(_ entry: OwnMessages.Entry) -> Bool {
        isStream(entry.threadID) && entry.attempt < Conversation.mostAttempts
    }

    /// Nobody knows whether a message has arrived. If it has, the stream will say so; if not, it is sent again.
    mutating func doubt(_ id: String, in threadID: String) -> [ChatUpdate] {
        own.repeatLater(id)
        waiting.insert(id, at: 0)
        doubtful.insert(threadID)
        return [.delivery(threadID: threadID, messageID: id, .waiting)]
    }

    /// What was read since the connection came back has not brought the messages in doubt: they have not arrived.
    mutating func doubtEnded() -> [ChatUpdate] {
        doubtful = []
        return showPending()
    }
}

/// What a message of a stream comes to.
enum StreamArrival {
    case nothing
    /// One of our own.
    case delivered(String)
    case message(ChatMessage)
}

extension StreamThread.Message {
    /// The same place with a message as it is known here.
    func `as`(_ message: ChatMessage, name: String) -> StreamThread.Message {
        StreamThread.Message(offset: offset, message: message, stored: stored(as: message, name: name))
    }

    /// As it is stored when it is our own.
    func stored(as message: ChatMessage, name: String) -> StoredMessage {
        StoredMessage(
            id: "\(name) \(BrokerRecord.fingerprint(message))",
            position: stored.position,
            clientID: name,
            sender: message.sender ?? "",
            text: message.text,
            time: message.time,
            isOwn: true
        )
    }
}

extension CollectedUpdates {
    /// What a message of a stream comes to.
    mutating func add(_ arrival: StreamArrival, in threadID: String) {
        switch arrival {
        case .nothing: break
        case .delivered(let id): add(.delivery(threadID: threadID, messageID: id, .delivered))
        case .message(let message): add(message, in: threadID)
        }
    }
}
