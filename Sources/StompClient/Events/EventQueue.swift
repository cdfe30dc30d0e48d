import Stomp

/// Events that nobody has taken yet, counted in bytes so that the owner knows when to stop reading.
struct EventQueue {
    /// What an event costs besides the messages it carries.
    private static let overhead = 256

    /// Those before `head` are taken, and nil: a batch that stayed here would hold its memory.
    private var events: [StompEvent?] = []
    private var head = 0
    private(set) var byteCount = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the socket must not be read until somebody takes events.
    var isFull: Bool { byteCount >= limit }

    var isEmpty: Bool { head == events.count }

    mutating func append(_ event: StompEvent) {
        byteCount += Self.cost(of: event)
        events.append(event)
    }

    mutating func popFirst() -> StompEvent? {
        guard head < events.count, let event = events[head] else { return nil }
        events[head] = nil
        head += 1
        byteCount -= Self.cost(of: event)
        if head == events.count {
            events.removeAll(keepingCapacity: events.count < 64)
            head = 0
        } else if head >= 64, head * 2 > events.count {
            events.removeFirst(head)
            head = 0
        }
        return event
    }

    private static func cost(of event: StompEvent) -> Int {
        switch event {
        case .messages(let batch): batch.byteCount + overhead
        case .trace(let frames): frames.reduce(overhead) { $0 + ($1.frame?.body.count ?? 0) + overhead }
        case .serverError(let message, let body): message.utf8.count + body.utf8.count + overhead
        case .connecting, .connected, .reconnected, .receipt, .subscriptionRefused, .disconnected: overhead
        }
    }
}
