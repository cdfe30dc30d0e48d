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
    }

    /// The most threads that are joined at once.
    static let threadLimit = 500

    private let terms: Terms
    private var threads: [(thread: ChatThread, subscription: SubscriptionID)] = []
    private var own = OwnMessages()
    private var isConnected = false
    /// Why there is no session, for messages that can't be sent.
    private var absence = "there is no connection yet"
    private var anonymousMessages = 0
    /// Threads whose subscription is being made, and what came meanwhile for subscriptions not known yet.
    private var joining: Set<String> = []
    private var strays: [StompEvent] = []

    init(_ terms: Terms) {
        self.terms = terms
    }
}

// MARK: Threads
extension Conversation {
    func thread(_ id: String) -> ChatThread? { threads.first { $0.thread.id == id }?.thread }

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
    mutating func joined(_ thread: ChatThread, as subscription: SubscriptionID, arrival: Int64) -> [ChatUpdate] {
        joining.remove(thread.id)
        threads.append((thread, subscription))
        var updates = [ChatUpdate.joined(thread)]
        for event in strays {
            switch event {
            case .messages(let batch): updates += received(batch, for: subscription, arrival: arrival)
            case .subscriptionRefused(subscription, let destination, let reason):
                updates += refused(subscription, destination: destination, reason: reason)
            default: break
            }
        }
        if joining.isEmpty { strays = [] }
        return updates
    }

    /// Takes a thread out; nil when it is not joined.
    mutating func leave(_ id: String) -> (subscription: SubscriptionID, updates: [ChatUpdate])? {
        guard let index = threads.firstIndex(where: { $0.thread.id == id }) else { return nil }
        return (threads.remove(at: index).subscription, [.left(threadID: id, reason: nil)])
    }
}

// MARK: Sending
extension Conversation {
    /// A person has written something: it is shown at once, and sent when there is a session.
    mutating func composed(
        _ text: String,
        in threadID: String,
        id: String,
        at time: Int64
    ) -> (updates: [ChatUpdate], transmission: Transmission?) {
        var entry = OwnMessages.Entry(threadID: threadID, text: text, time: time, delivery: .sending)
        if !isConnected { entry.delivery = .failed(reason: absence) }
        own.add(entry, id: id)
        let message = ChatMessage(
            id: id,
            sender: terms.writer.sender,
            text: text,
            time: time,
            isOwn: true,
            delivery: entry.delivery
        )
        return ([.messages(threadID: threadID, [message])], isConnected ? transmission(of: entry, id: id) : nil)
    }

    /// A person wants a failed message sent again.
    mutating func retried(_ id: String) -> (updates: [ChatUpdate], transmission: Transmission?) {
        guard isConnected else {
            return ([.notice("not sent again: \(absence)")], nil)
        }
        guard let entry = own.retry(id) else { return ([], nil) }
        return (
            [.delivery(threadID: entry.threadID, messageID: id, .sending)],
            transmission(of: entry, id: id)
        )
    }

    /// A transmission has ended: with the server's receipt, or without.
    mutating func transmitted(_ transmission: Transmission, _ error: SendError?) -> [ChatUpdate] {
        let id = transmission.messageID
        guard let threadID = own[id]?.threadID else { return [] }
        guard let error else {
            return own.confirm(id) ? [.delivery(threadID: threadID, messageID: id, .delivered)] : []
        }
        let reason = FailureReport(error, destination: transmission.destination).description
        guard own.fail(id, attempt: transmission.attempt, reason: reason) else { return [] }
        return [.delivery(threadID: threadID, messageID: id, .failed(reason: reason))]
    }

    private func transmission(of entry: OwnMessages.Entry, id: String) -> Transmission {
        let (headers, body) = terms.writer.write(entry.text, id: id, time: entry.time)
        return Transmission(
            messageID: id,
            attempt: entry.attempt,
            destination: terms.destinations.destination(for: entry.threadID),
            headers: headers,
            body: body
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
            return [.connection(.connected(server: name(of: server), warning: terms.warning))]
        case .messages(let batch):
            keepIfEarly(event, for: batch.lazy.map { $0.header("subscription") })
            return received(batch, for: nil, arrival: arrival)
        case .subscriptionRefused(let subscription, let destination, let reason):
            keepIfEarly(event, for: CollectionOfOne(subscription.rawValue))
            return refused(subscription, destination: destination, reason: reason)
        case .disconnected(let failure, let retryIn):
            return disconnected(failure, retryIn: retryIn)
        case .receipt, .serverError, .trace:
            // Receipts end transmissions, and an ERROR is followed by the end of the session that names it.
            return []
        }
    }

    /// While a subscription is being made, its first events can be here before its identifier is.
    private mutating func keepIfEarly(_ event: StompEvent, for subscriptions: some Sequence<String?>) {
        guard !joining.isEmpty, strays.count < 100 else { return }
        let known = Set(threads.map(\.subscription.rawValue))
        if !subscriptions.allSatisfy({ $0.map(known.contains) ?? true }) { strays.append(event) }
    }

    /// `RabbitMQ/3.10.8` for a person; servers that do not name themselves go by their address.
    private func name(of server: StompServer) -> String {
        let name = ForeignText(server.name ?? "").description
        if name.isEmpty { return Address(terms.url).description }
        return String(name.map { $0 == "/" ? " " : $0 })
    }

    private mutating func disconnected(_ failure: ConnectionFailure?, retryIn: Duration?) -> [ChatUpdate] {
        isConnected = false
        let report = failure.map { FailureReport($0, url: terms.url) }
        absence = report?.problem ?? "the session was ended"
        guard let retryIn else { return [.connection(.offline(reason: report?.description ?? "disconnected"))] }
        let seconds = Double(retryIn.components.seconds) + Double(retryIn.components.attoseconds) / 1e18
        return [.connection(.waiting(reason: report?.description ?? absence, seconds: seconds))]
    }

    private mutating func refused(_ id: SubscriptionID, destination: String, reason: String) -> [ChatUpdate] {
        guard let index = threads.firstIndex(where: { $0.subscription == id }) else { return [] }
        let thread = threads.remove(at: index).thread
        let report = FailureReport(refusedSubscription: destination, reason: reason)
        return [.left(threadID: thread.id, reason: report.description)]
    }

    /// Messages have come; those of one subscription count when one is named.
    private mutating func received(
        _ batch: StompFrameBatch,
        for subscription: SubscriptionID?,
        arrival: Int64
    ) -> [ChatUpdate] {
        var collected = CollectedUpdates()
        for frame in batch {
            guard subscription == nil || frame.header("subscription") == subscription?.rawValue,
                let threadID = threadID(of: frame)
            else { continue }
            var incoming = terms.reader.readEcho(frame, arrival: arrival)
            let ownID = incoming.clientIDs.first { own[$0] != nil }
            if let ownID, own[ownID]?.threadID == threadID {
                // It is on the screen since it was written.
                if own.confirm(ownID) { collected.add(.delivery(threadID: threadID, messageID: ownID, .delivered)) }
                continue
            }
            incoming.message.isOwn = ownID != nil
            if incoming.message.id.isEmpty { incoming.message.id = nextAnonymousID() }
            collected.add(incoming.message, in: threadID)
        }
        return collected.finish()
    }

    private mutating func nextAnonymousID() -> String {
        anonymousMessages += 1
        return "#\(anonymousMessages)"
    }

    /// By subscription, since brokers rewrite destinations; servers that leave it out, as STOMP 1.0 allows, give us only
    /// the destination to go by.
    private func threadID(of frame: StompFrameView) -> String? {
        if let subscription = frame.header("subscription") {
            return threads.first { $0.subscription.rawValue == subscription }?.thread.id
        }
        if threads.count == 1 { return threads[0].thread.id }
        let destination = frame.header("destination")
        return threads.first { $0.thread.id == destination }?.thread.id
    }
}

/// Updates in order, messages of one thread that follow each other as one.
private struct CollectedUpdates {
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
