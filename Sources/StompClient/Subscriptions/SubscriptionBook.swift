import Stomp

/// The subscriptions that every new session gets, in the order they were made.
struct SubscriptionBook: Sendable {
    struct Entry: Sendable, Equatable {
        let id: SubscriptionID
        let destination: String
        let headers: StompHeaders
        let acknowledgement: StompAcknowledgementMode
        /// How far it has been read, where it is a stream.
        var stream: StreamReading?

        /// The headers of SUBSCRIBE now.
        var subscribeHeaders: StompHeaders { StompHeaders(headers.entries + (stream?.headers.entries ?? [])) }
    }

    private(set) var entries: [Entry] = []
    private var unconfirmed: [SubscriptionID] = []
    private var suspicions: [SubscriptionID: Int] = [:]
    private var nextNumber = 0

    /// Whether the present session has subscriptions that the server has not accepted yet.
    var hasUnconfirmed: Bool { !unconfirmed.isEmpty }

    /// Adds a subscription under an identifier never used before.
    mutating func add(
        destination: String,
        headers: StompHeaders,
        acknowledgement: StompAcknowledgementMode,
        stream: StreamReading? = nil
    ) -> Entry {
        let id = SubscriptionID(rawValue: "sub-\(nextNumber)")
        nextNumber += 1
        let entry = Entry(
            id: id,
            destination: destination,
            headers: headers,
            acknowledgement: acknowledgement,
            stream: stream
        )
        entries.append(entry)
        return entry
    }

    /// Forgets a subscription; nil when it is not there.
    @discardableResult
    mutating func remove(_ id: SubscriptionID) -> Entry? {
        unconfirmed.removeAll { $0 == id }
        suspicions[id] = nil
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        return entries.remove(at: index)
    }

    /// A SUBSCRIBE for this entry has been sent on the present session.
    mutating func sent(_ id: SubscriptionID) {
        unconfirmed.append(id)
        if let index = entries.firstIndex(where: { $0.id == id }) { entries[index].stream?.sessionBegan() }
    }

    /// Whether there are streams, whose messages are to be shown to `received`.
    var hasStreams: Bool { entries.contains { $0.stream != nil } }

    /// Messages came, some of them perhaps of streams.
    ///
    /// - Returns: those that are new, and those to be acknowledged.
    mutating func received(_ messages: StompFrameBatch) -> (new: StompFrameBatch, acknowledged: [StompMessageReference])
    {
        var repeated: Set<Int> = []
        var acknowledged: [StompMessageReference] = []
        for (place, message) in messages.enumerated() {
            guard let id = message.header("subscription"),
                let index = entries.firstIndex(where: { $0.stream != nil && $0.id.rawValue == id }),
                let outcome = entries[index].stream?.received(StreamQueue.offset(of: message))
            else { continue }
            if !outcome.isNew { repeated.insert(place) }
            if outcome.isAcknowledged { acknowledged.append(StompMessageReference(message)) }
        }
        guard !repeated.isEmpty else { return (messages, acknowledged) }
        var new = StompFrameBatch()
        for (place, message) in messages.enumerated() where !repeated.contains(place) { new.append(message) }
        return (new, acknowledged)
    }

    /// The server accepted it: by a RECEIPT, or by sending it a message.
    mutating func confirmed(_ id: SubscriptionID) {
        unconfirmed.removeAll { $0 == id }
        suspicions[id] = nil
    }

    /// The session ended, and with it what was known of its subscriptions.
    mutating func sessionEnded() {
        unconfirmed = []
    }

    /// Takes out the subscription that drew `error`, if one did, so that it can't end each new session as well.
    ///
    /// A subscription that the frame names goes at once: by the `subscription` header, by the receipt of its SUBSCRIBE, or
    /// by its destination standing in the text. One that only was the oldest unanswered goes when that happens again.
    mutating func quarantine(for error: StompServerError, namedByReceipt: SubscriptionID?) -> Entry? {
        if error.isAboutBroker || hasStreams && error.isAboutReplica { return nil }
        if let id = named(by: error) ?? namedByReceipt { return remove(id) }
        let mentioned = entries.filter { unconfirmed.contains($0.id) && error.isAbout($0.destination) }
        if mentioned.count == 1 { return remove(mentioned[0].id) }
        guard let suspect = unconfirmed.first else { return nil }
        suspicions[suspect, default: 0] += 1
        return suspicions[suspect, default: 0] > 1 ? remove(suspect) : nil
    }

    /// Takes out the subscription at which the server broke off the session, once it has done so three times in a row.
    ///
    /// RabbitMQ closes with this reason, and without an ERROR, when it gets SUBSCRIBE for an exchange that is not there.
    mutating func quarantine(forClose reason: String) -> Entry? {
        guard reason == "STOMP died", let suspect = unconfirmed.first else { return nil }
        suspicions[suspect, default: 0] += 1
        return suspicions[suspect, default: 0] > 2 ? remove(suspect) : nil
    }

    private func named(by error: StompServerError) -> SubscriptionID? {
        guard let value = error.headers["subscription"] else { return nil }
        return entries.first { $0.id.rawValue == value }?.id
    }
}

extension StompServerError {
    /// Whether the text names a destination, or the queue it means: RabbitMQ writes `no queue 'NAME'` without the rest.
    fileprivate func isAbout(_ destination: String) -> Bool {
        if text.mentions(destination) { return true }
        guard StreamQueue.isQueue(destination), let name = destination.split(separator: "/").last else { return false }
        return text.contains("no queue '\(name.replacing("%2F", with: "/"))'")
    }

    /// Spring's relay says so when the broker behind it has gone, whatever was asked for.
    fileprivate var isAboutBroker: Bool { text.contains("Broker not available") }

    /// A RabbitMQ node that comes back takes logins before its replicas of streams are there; they can be read elsewhere,
    /// and soon there.
    fileprivate var isAboutReplica: Bool { text.contains("does not have a replica on the local node") }
}
