import Stomp

/// The subscriptions that every new session gets, in the order they were made.
struct SubscriptionBook: Sendable {
    struct Entry: Sendable, Equatable {
        let id: SubscriptionID
        let destination: String
        let headers: StompHeaders
        let acknowledgement: StompAcknowledgementMode
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
        acknowledgement: StompAcknowledgementMode
    ) -> Entry {
        let id = SubscriptionID(rawValue: "sub-\(nextNumber)")
        nextNumber += 1
        let entry = Entry(id: id, destination: destination, headers: headers, acknowledgement: acknowledgement)
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
        if let id = named(by: error) ?? namedByReceipt { return remove(id) }
        let mentioned = entries.filter { unconfirmed.contains($0.id) && error.text.mentions($0.destination) }
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
