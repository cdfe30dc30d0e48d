/// What kind of server a profile leads to.
enum ServerKind: String, Sendable, CaseIterable {
    /// A STOMP broker: threads are destinations.
    case broker
    /// A RabbitMQ whose threads are streams, a replicated log each: history and resuming come from the broker.
    case stream
    /// A community server: threads, history and members come over HTTP, live traffic over STOMP.
    case community

    /// The kind that an address means where nobody says it: `http://` and `https://` a community, anything else a
    /// broker.
    init(address: String) {
        let start = address.lowercased()
        self = start.hasPrefix("http://") || start.hasPrefix("https://") ? .community : .broker
    }
}
