import Community

/// What other threads ask of a loop.
enum LoopMessage: Sendable {
    /// Take over a socket that has become a WebSocket.
    case adopt(UpgradedSocket, early: [UInt8])
    /// Queue the event for these connections.
    case deliver(SharedEvent, to: [UInt64])
    /// The sign-in of a connection has ended.
    case signedIn(UInt64, Result<LiveMember, ConnectRefused>)
    /// A connection's command has ended.
    case performed(UInt64, CommandRefusal?)
    /// End a connection.
    case end(UInt64, code: UInt16, reason: String)
    /// These connections missed events, for there were too many: cut them off.
    case cutOff(Set<UInt64>)
    /// Begin no more commands.
    case drain
    /// End all connections, within so long, and then the loop.
    case leave(code: UInt16, reason: String, within: Duration)
}

/// The messages that wait for a loop. Deliveries are bounded: who would get those beyond is cut off instead, for a
/// connection that misses an event without knowing is worse than one that ends.
struct LoopInbox: Sendable {
    /// Deliveries that may wait, counted a connection each.
    let deliveryLimit: Int
    private var messages: [LoopMessage] = []
    private var deliveries = 0
    private var overrun: Set<UInt64> = []

    init(deliveryLimit: Int = 200_000) {
        self.deliveryLimit = deliveryLimit
    }

    var isEmpty: Bool { messages.isEmpty && overrun.isEmpty }

    mutating func append(_ message: LoopMessage) {
        guard case .deliver(_, let targets) = message else {
            messages.append(message)
            return
        }
        guard deliveries + targets.count <= deliveryLimit else {
            overrun.formUnion(targets)
            return
        }
        deliveries += targets.count
        messages.append(message)
    }

    /// Takes all.
    mutating func takeAll() -> [LoopMessage] {
        defer { self = LoopInbox(deliveryLimit: deliveryLimit) }
        return overrun.isEmpty ? messages : messages + [.cutOff(overrun)]
    }
}
