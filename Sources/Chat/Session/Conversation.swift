import ChatStore
import Stomp
import StompClient

/// What a chat over a broker knows and decides: which threads there are, what the connection's events mean for them,
/// and how far our own messages have come. It does nothing itself.
struct Conversation: Sendable {
    /// What it needs to know of its surroundings.
    struct Terms: Sendable {
        var reader: MessageReader
        var writer: MessageWriter
        var destinations: SendDestination
        var shape = BrokerShape()
        /// Which threads are streams.
        var streams = StreamNames.none
        /// The server's address, for sentences.
        var url: String
        /// What makes the connection less than safe.
        var warning: String?
    }

    /// A frame to send and the message it carries.
    struct Transmission: Sendable, Equatable {
        let messageID: String
        let attempt: Int
        let destination: String
        let headers: StompHeaders
        let body: [UInt8]
        /// What a template of a call can put in.
        var values = TemplateValues()
    }

    /// The most threads that are joined at once.
    static let threadLimit = 500

    let terms: Terms
    private var threads: [(thread: ChatThread, subscriptions: [SubscriptionID])] = []
    /// The thread of each subscription.
    private var threadIDs: [String: String] = [:]
    /// Subscriptions that are no thread's.
    var services: [String: Service] = [:]
    /// What was seen of each thread, where that is written down.
    var books: [String: RoomBook] = [:]
    /// The thread that somebody looks at.
    var shownThread: String?
    var own = OwnMessages()
    private(set) var isConnected = false
    /// Messages of our own to be sent, in the order of writing.
    var waiting: [String] = []
    /// The one of each thread that is on its way.
    var underWay: [String: String] = [:]
    /// Messages of our own that have come back lately, until somebody asks.
    private var echoes: Set<String> = []
    /// Messages of the outbox whose thread was not joined yet.
    var unshown: [String: [String]] = [:]
    /// Since when there is no session, in milliseconds since 1970; nil while there is one, and before the first try.
    var lostAt: Int64?

    /// Whether there is a store.
    var isKept = false
    var changes: [StoreChange] = []
    var record: BrokerRecord
    /// The oldest stored message shown of each thread.
    var oldest: [String: MessagePosition] = [:]
    private var anonymousMessages = 0
    /// Threads whose subscription is being made, and what came meanwhile for subscriptions not known yet.
    var joining: Set<String> = []
    var strays: [StompEvent] = []

    /// Threads that are streams.
    var streams: [String: StreamThread] = [:]
    /// Streams in which nobody knows whether our last message has arrived.
    var doubtful: Set<String> = []
    var wantedPages: [String] = []
    var endedPages: [SubscriptionID] = []

    /// What a subscription is for that is no thread's.
    enum Service: Sendable, Equatable {
        /// What happens in all rooms.
        case events
        /// What the server refuses.
        case errors
    }

    /// - Parameter run: tells this run of the program from others.
    init(_ terms: Terms, run: String = "") {
        self.terms = terms
        record = BrokerRecord(run: run)
    }
}

// MARK: Threads
extension Conversation {
    func thread(_ id: String) -> ChatThread? { threads.first { $0.thread.id == id }?.thread }

    var joinedThreads: [ChatThread] { threads.map(\.thread) }

    /// What is known of a joined thread has changed.
    mutating func replace(_ thread: ChatThread) {
        guard let index = threads.firstIndex(where: { $0.thread.id == thread.id }) else { return }
        threads[index].thread = thread
    }

    /// Why a destination can't be joined; nil when it can.
    func obstacle(toJoining destination: String) -> FailureReport? {
        if destination.isEmpty {
            return FailureReport(.usage, "no destination", remedy: "name one, such as /topic/general")
        }
        if destination.utf8.count > 1024 || destination.unicodeScalars.contains(where: { $0.value < 0x20 }) {
            return FailureReport(.usage, "that is no destination: it is too long or holds control characters")
        }
        if threads.count >= Conversation.threadLimit {
            return FailureReport(.usage, "\(Conversation.threadLimit) threads are joined already", remedy: "leave one")
        }
        return nil
    }

    /// A subscription for a thread is about to be made; false when it is made or being made already.
    mutating func willJoin(_ thread: ChatThread) -> Bool {
        guard self.thread(thread.id) == nil else { return false }
        return joining.insert(thread.id).inserted
    }

    /// The subscription for a thread is made. What came for it in the meantime follows at once.
    ///
    /// - Parameter history: what is stored of it.
    mutating func joined(
        _ thread: ChatThread,
        as subscription: SubscriptionID,
        arrival: Int64,
        history: StoredHistory = StoredHistory()
    ) -> [ChatUpdate] {
        joined(thread, as: [subscription], arrival: arrival, history: history)
    }

    /// The subscriptions for a thread are made; there are none where one stream serves all.
    mutating func joined(
        _ thread: ChatThread,
        as subscriptions: [SubscriptionID],
        arrival: Int64,
        history: StoredHistory = StoredHistory()
    ) -> [ChatUpdate] {
        joining.remove(thread.id)
        threads.append((thread, subscriptions))
        for subscription in subscriptions { threadIDs[subscription.rawValue] = thread.id }
        if terms.streams.isStream(thread.id) {
            streams[thread.id] = StreamThread(history)
            streams[thread.id]?.begins(at: arrival)
        } else {
            keepInterruption(of: thread.id)
        }
        var updates = [ChatUpdate.joined(thread)] + restored(history, in: thread.id) + showUnshown(in: thread.id)
        keep(.thread(StoredThread(ThreadDetails(thread: thread), watermark: nil)))
        updates += replayStrays(for: subscriptions, arrival: arrival)
        if joining.isEmpty { strays = [] }
        return updates
    }

    private mutating func replayStrays(for subscriptions: [SubscriptionID], arrival: Int64) -> [ChatUpdate] {
        let names = Set(subscriptions.map(\.rawValue))
        var updates: [ChatUpdate] = []
        for event in strays {
            switch event {
            case .messages(let batch): updates += received(batch, for: names, arrival: arrival)
            case .subscriptionRefused(let subscription, let destination, let reason)
            where names.contains(subscription.rawValue):
                updates += refused(subscription, destination: destination, reason: reason)
            default: break
            }
        }
        return updates
    }

    /// Takes a thread out; nil when it is not joined.
    mutating func leave(_ id: String) -> (subscriptions: [SubscriptionID], updates: [ChatUpdate])? {
        guard let index = threads.firstIndex(where: { $0.thread.id == id }) else { return nil }
        oldest[id] = nil
        books[id] = nil
        if let page = streams.removeValue(forKey: id)?.page { endedPages.append(page.subscription) }
        doubtful.remove(id)
        keep(.threadGone(threadID: id))
        let subscriptions = threads.remove(at: index).subscriptions
        for subscription in subscriptions { threadIDs[subscription.rawValue] = nil }
        return (subscriptions, [.left(threadID: id, reason: nil)])
    }
}

// MARK: Sending
extension Conversation {
    /// A person has written something, and it is in the outbox: it is shown, and sent as soon as it can be.
    mutating func composed(
        _ text: String,
        in threadID: String,
        id: String,
        at time: Int64
    ) -> (updates: [ChatUpdate], transmission: Transmission?) {
        let entry = OwnMessages.Entry(
            threadID: threadID,
            text: text,
            time: time,
            delivery: isConnected ? .sending : .waiting
        )
        own.add(entry, id: id)
        waiting.append(id)
        let message = message(of: entry, id: id)
        let update: ChatUpdate =
            terms.shape.keepsBooks
            ? .timeline(threadID: threadID, .appended([.message(message)], isLive: true))
            : .messages(threadID: threadID, [message])
        return ([update], next(in: threadID))
    }

    func message(of entry: OwnMessages.Entry, id: String) -> ChatMessage {
        ChatMessage(
            id: id,
            sender: terms.writer.sender,
            text: entry.text,
            time: entry.time,
            isOwn: true,
            delivery: entry.delivery
        )
    }

    /// The next message of a thread to be sent; nil while one is on its way, or there is no session.
    private mutating func next(in threadID: String) -> Transmission? {
        guard isConnected, underWay[threadID] == nil, !doubtful.contains(threadID), thread(threadID) != nil,
            let index = waiting.firstIndex(where: { own[$0]?.threadID == threadID })
        else { return nil }
        let id = waiting.remove(at: index)
        guard let entry = own[id] else { return nil }
        underWay[threadID] = id
        return transmission(of: entry, id: id)
    }

    /// The messages that can be sent now, one of each thread at most.
    mutating func nextTransmissions() -> [Transmission] {
        waiting.removeAll { own[$0] == nil }
        var seen: Set<String> = []
        let threadIDs = waiting.compactMap { own[$0]?.threadID }.filter { seen.insert($0).inserted }
        return threadIDs.compactMap { next(in: $0) }
    }

    /// A person wants a failed message sent again.
    mutating func retried(_ id: String) -> (updates: [ChatUpdate], transmission: Transmission?) {
        guard let entry = own.retry(id) else { return ([], nil) }
        let delivery: ChatMessage.Delivery = isConnected ? .sending : .waiting
        own.set(delivery, of: id)
        keep(.outboxState(outboxID: id, .waiting))
        waiting.append(id)
        return ([.delivery(threadID: entry.threadID, messageID: id, delivery)], next(in: entry.threadID))
    }

    /// A person gives a failed message up.
    ///
    /// - Returns: its text, and what is told; nil when it has not failed.
    mutating func discarded(_ id: String) -> (text: String, updates: [ChatUpdate])? {
        guard let entry = own[id], case .failed = entry.delivery else { return nil }
        own.remove(id)
        keep(.withdrawn(outboxID: id))
        return (entry.text, [.timeline(threadID: entry.threadID, .removed(id: id))])
    }

    /// A transmission has ended: with the server's receipt, or without.
    mutating func transmitted(_ transmission: Transmission, _ error: SendError?, at time: Int64 = 0) -> [ChatUpdate] {
        let id = transmission.messageID
        guard let entry = own[id] else { return [] }
        let threadID = entry.threadID
        if entry.attempt == transmission.attempt, underWay[threadID] == id { underWay[threadID] = nil }
        switch error {
        case nil:
            // The server may have refused it on a queue of its own, and confirmed that it came.
            if case .failed = entry.delivery { return [] }
            return confirmed(id, at: time) ? [.delivery(threadID: threadID, messageID: id, .delivered)] : []
        case .notConnected?, .queueFull?:
            // The server has not seen it.
            guard entry.attempt == transmission.attempt, entry.delivery.isPending else { return [] }
            waiting.insert(id, at: 0)
            own.set(.waiting, of: id)
            keep(.outboxState(outboxID: id, .waiting))
            return [.delivery(threadID: threadID, messageID: id, .waiting)]
        case .receiptTimedOut? where canRepeat(entry), .receiptLost? where canRepeat(entry):
            guard entry.attempt == transmission.attempt, entry.delivery.isPending else { return [] }
            return doubt(id, in: threadID)
        case let error?:
            let reason = FailureReport(error, destination: transmission.destination).description
            guard own.fail(id, attempt: transmission.attempt, reason: reason) else { return [] }
            if !error.isUncertain { keep(.outboxState(outboxID: id, .refused(reason: reason))) }
            return [.delivery(threadID: threadID, messageID: id, .failed(reason: reason))]
        }
    }

    /// The server says that it did not take a message of our own that is on its way; false when it is not.
    mutating func failed(_ id: String, because reason: String) -> Bool {
        guard let entry = own[id], own.fail(id, attempt: entry.attempt, reason: reason) else { return false }
        if underWay[entry.threadID] == id { underWay[entry.threadID] = nil }
        // Whoever waits for its echo need not any more.
        echoes.insert(id)
        keep(.outboxState(outboxID: id, .refused(reason: reason)))
        return true
    }

    /// A message of our own has arrived; false when that was known.
    private mutating func confirmed(_ id: String, at time: Int64, as incoming: IncomingMessage? = nil) -> Bool {
        guard own.confirm(id) else { return false }
        waiting.removeAll { $0 == id }
        // A stream's message is kept when it comes back, for only then its place is known.
        if !isStream(own[id]?.threadID ?? "") { keepDelivered(id, arrival: time, as: incoming) }
        return true
    }

    /// The connection comes or goes: what is not with the server waits for it, or not any more.
    mutating func showPending() -> [ChatUpdate] {
        let delivery: ChatMessage.Delivery = isConnected ? .sending : .waiting
        return waiting.compactMap { id in
            guard let entry = own[id], entry.delivery.isPending, entry.delivery != delivery else { return nil }
            own.set(delivery, of: id)
            return unshown[entry.threadID]?.contains(id) == true
                ? nil : .delivery(threadID: entry.threadID, messageID: id, delivery)
        }
    }

    private func transmission(of entry: OwnMessages.Entry, id: String) -> Transmission {
        var (headers, body) = terms.writer.write(entry.text, id: id, time: entry.time, room: entry.threadID)
        if isStream(entry.threadID) {
            headers.entries += StreamQueue.headers.entries
            // Streams tell no times of their own.
            headers.append("timestamp", "\(entry.time / 1000)")
        }
        return Transmission(
            messageID: id,
            attempt: entry.attempt,
            destination: terms.destinations.destination(for: entry.threadID),
            headers: headers,
            body: body,
            values: terms.writer.values(entry.text, id: id, time: entry.time, room: entry.threadID)
        )
    }
}

// MARK: Receiving
extension Conversation {
    /// The connection has reported something, at `arrival` in milliseconds since 1970.
    mutating func received(_ event: StompEvent, arrival: Int64) -> [ChatUpdate] {
        switch event {
        case .connecting:
            return [.connection(.connecting)]
        case .connected(let server), .reconnected(let server):
            isConnected = true
            lostAt = nil
            for id in books.keys { books[id]?.connected() }
            for id in streams.keys { streams[id]?.begins(at: arrival) }
            // A broker replays nothing: what was said before the subscription is lost, but for streams.
            keepInterruption()
            return [.connection(.connected(server: name(of: server), warning: terms.warning))] + showPending()
        case .messages(let batch):
            keepIfEarly(event, for: batch.lazy.map { $0.header("subscription") })
            return received(batch, for: nil, arrival: arrival)
        case .subscriptionRefused(let subscription, let destination, let reason):
            keepIfEarly(event, for: CollectionOfOne(subscription.rawValue))
            return refused(subscription, destination: destination, reason: reason)
        case .disconnected(let failure, let retryIn):
            return disconnected(failure, retryIn: retryIn, at: arrival)
        case .receipt, .serverError, .trace:
            // Receipts end transmissions, and an ERROR is followed by the end of the session that names it.
            return []
        }
    }

    /// While a subscription is being made, its first events can be here before its identifier is.
    private mutating func keepIfEarly(_ event: StompEvent, for subscriptions: some Sequence<String?>) {
        guard !joining.isEmpty, strays.count < 100 else { return }
        let isKnown = { [threadIDs, services] in threadIDs[$0] != nil || services[$0] != nil }
        if !subscriptions.allSatisfy({ $0.map(isKnown) ?? true }) { strays.append(event) }
    }

    /// `RabbitMQ/3.10.8` for a person; servers that do not name themselves go by their address.
    private func name(of server: StompServer) -> String {
        let name = ForeignText(server.name ?? "").description
        if name.isEmpty { return Address(terms.url).description }
        return String(name.map { $0 == "/" ? " " : $0 })
    }

    private mutating func disconnected(_ failure: ConnectionFailure?, retryIn: Duration?, at time: Int64)
        -> [ChatUpdate]
    {
        isConnected = false
        lostAt = lostAt ?? time
        keepInterruption()
        let report = failure.map { FailureReport($0, url: terms.url) }
        guard let retryIn else {
            let reason = report?.description ?? "disconnected"
            return [.connection(.offline(reason: reason, since: lostAt))] + showPending()
        }
        let seconds = Double(retryIn.components.seconds) + Double(retryIn.components.attoseconds) / 1e18
        let reason = report?.description ?? "the session was ended"
        return [.connection(.waiting(reason: reason, seconds: seconds, since: lostAt))] + showPending()
    }

    private mutating func refused(_ id: SubscriptionID, destination: String, reason: String) -> [ChatUpdate] {
        let report = FailureReport(refusedSubscription: destination, reason: reason)
        if services.removeValue(forKey: id.rawValue) != nil { return [.notice(report.description)] }
        guard let threadID = threadIDs.removeValue(forKey: id.rawValue),
            let index = threads.firstIndex(where: { $0.thread.id == threadID })
        else { return [] }
        threads[index].subscriptions.removeAll { $0 == id }
        // What its other destinations bring still comes.
        guard threads[index].subscriptions.isEmpty else { return [.notice(report.description)] }
        threads.remove(at: index)
        return [.left(threadID: threadID, reason: report.description)]
    }

    /// Messages have come; those of some subscriptions count when these are named.
    private mutating func received(
        _ batch: StompFrameBatch,
        for subscriptions: Set<String>?,
        arrival: Int64
    ) -> [ChatUpdate] {
        var collected = CollectedUpdates()
        for frame in batch {
            let subscription = frame.header("subscription")
            if let subscriptions, !(subscription.map(subscriptions.contains) ?? false) { continue }
            if let service = subscription.flatMap({ services[$0] }) {
                received(frame, on: service, arrival: arrival, &collected)
            } else if let threadID = threadID(of: frame) {
                if isStream(threadID) {
                    collected.add(receivedOfStream(frame, in: threadID, arrival: arrival), in: threadID)
                } else {
                    received(terms.reader.readEcho(frame, arrival: arrival), in: threadID, arrival: arrival, &collected)
                }
            } else if let owner = pageOwner(frame) {
                for update in receivedOfPage(frame, in: owner, arrival: arrival) { collected.add(update) }
            }
        }
        return collected.finish()
    }

    /// A message of a thread has come.
    mutating func received(
        _ incoming: IncomingMessage,
        in threadID: String,
        arrival: Int64,
        _ collected: inout CollectedUpdates
    ) {
        var incoming = incoming
        guard !incoming.isIgnored else { return }
        if let ownID = ownMessage(for: incoming, in: threadID, at: arrival) {
            // It is on the screen since it was written.
            _ = books[threadID]?.note(incoming.serverName)
            for update in arrived(ownID, at: arrival, as: incoming) { collected.add(update) }
            return
        }
        // One that was sent to another thread, and came here too.
        let isOwn = incoming.clientIDs.contains { own[$0] != nil }
        incoming.message.isOwn = isOwn || incoming.isMine
        if incoming.message.id.isEmpty { incoming.message.id = nextAnonymousID() }
        if isKept {
            changes.append(stored(incoming, in: threadID, at: arrival))
        }
        if terms.shape.keepsBooks { return place(incoming, in: threadID, &collected) }
        collected.add(incoming.message, in: threadID)
    }

    /// The message of our own that has come back with this one.
    func ownMessage(for incoming: IncomingMessage, in threadID: String, at time: Int64) -> String? {
        let id =
            incoming.clientIDs.first { own[$0] != nil } ?? ownMessage(like: incoming, in: threadID, arrival: time)
        return id.flatMap { own[$0]?.threadID == threadID ? $0 : nil }
    }

    /// A message of our own has come back.
    mutating func arrived(_ id: String, at time: Int64, as incoming: IncomingMessage? = nil) -> [ChatUpdate] {
        guard let threadID = own[id]?.threadID else { return [] }
        if underWay[threadID] == id { underWay[threadID] = nil }
        own.echoed(id)
        echoes.insert(id)
        guard confirmed(id, at: time, as: incoming) else { return [] }
        return [.delivery(threadID: threadID, messageID: id, .delivered)]
    }

    /// Servers that forget the client's identifier still say who wrote a message, and what.
    private func ownMessage(like incoming: IncomingMessage, in threadID: String, arrival: Int64) -> String? {
        guard incoming.isMine else { return nil }
        return own.unechoed(incoming.message.text, in: threadID, since: arrival - Conversation.echoMemory)
    }

    /// How long a message of our own may take to come back, in milliseconds.
    private static let echoMemory: Int64 = 5 * 60 * 1000

    /// The messages of our own that have come back since the last call.
    mutating func takeEchoes() -> Set<String> {
        defer { echoes = [] }
        return echoes
    }

    /// What is stored of a message that came.
    private mutating func stored(_ incoming: IncomingMessage, in threadID: String, at time: Int64) -> StoreChange {
        if terms.shape.history != nil, incoming.serverName != nil {
            return .arrived(threadID: threadID, BrokerRecord.stored(incoming, arrival: time))
        }
        let stored = record.stored(incoming.message, name: incoming.name, arrival: time)
        guard incoming.name == nil else { return .arrived(threadID: threadID, stored) }
        return .heard(threadID: threadID, stored, kind: BrokerRecord.fingerprint(incoming.message))
    }

    mutating func nextAnonymousID() -> String {
        anonymousMessages += 1
        return "#\(anonymousMessages)"
    }

    /// By subscription, since brokers rewrite destinations; servers that leave it out, as STOMP 1.0 allows, give us only
    /// the destination to go by.
    private func threadID(of frame: StompFrameView) -> String? {
        if let subscription = frame.header("subscription") { return threadIDs[subscription] }
        if threads.count == 1 { return threads[0].thread.id }
        guard let destination = frame.header("destination") else { return nil }
        return threads.first { terms.shape.destinations(of: $0.thread.id).contains(destination) }?.thread.id
    }
}

/// Updates in order, messages of one thread that follow each other as one.
struct CollectedUpdates {
    private var updates: [ChatUpdate] = []
    private var threadID = ""
    private var messages: [ChatMessage] = []

    mutating func add(_ message: ChatMessage, in threadID: String) {
        if self.threadID != threadID { close() }
        self.threadID = threadID
        messages.append(message)
    }

    mutating func add(_ update: ChatUpdate) {
        close()
        updates.append(update)
    }

    mutating func finish() -> [ChatUpdate] {
        close()
        return updates
    }

    private mutating func close() {
        if !messages.isEmpty { updates.append(.messages(threadID: threadID, messages)) }
        messages = []
    }
}

extension SendError {
    /// Whether the message may have arrived all the same.
    fileprivate var isUncertain: Bool {
        switch self {
        case .receiptTimedOut, .receiptLost, .cancelled: true
        case .notConnected, .queueFull, .refused, .badHeader, .notSendable: false
        }
    }
}
