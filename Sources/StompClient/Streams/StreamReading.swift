import Stomp

/// How far the stream of one subscription has been read, and what the broker is told of it.
struct StreamReading: Sendable, Equatable {
    /// The headers whose values it chooses.
    static let ownHeaders: Set = ["x-stream-offset", "prefetch-count", "x-queue-type", "ack"]

    private let start: StreamStart
    private let prefetch: Int
    /// The offset behind the last message; nil before the first.
    private var next: UInt64?
    /// How many messages of the present session the broker has not been told of.
    private var unacknowledged = 0

    /// - Parameter prefetch: how many messages the broker sends ahead, at least 1.
    init(from start: StreamStart, prefetch: Int) {
        self.start = start
        self.prefetch = max(1, prefetch)
    }

    /// The headers of SUBSCRIBE: from the start at first, behind the last message after that.
    var headers: StompHeaders {
        var headers = StreamQueue.headers
        headers.append("prefetch-count", "\(prefetch)")
        headers.append("x-stream-offset", (next.map(StreamStart.offset) ?? start).headerValue)
        return headers
    }

    /// A new session begins, which knows of no message.
    mutating func sessionBegan() {
        unacknowledged = 0
    }

    /// A message came. Brokers repeat what they are not sure of, so one that was there already does not count.
    ///
    /// - Returns: whether it is new, and whether it is to be acknowledged, with all before it.
    mutating func received(_ offset: UInt64?) -> (isNew: Bool, isAcknowledged: Bool) {
        unacknowledged += 1
        // A stream's acknowledgements only tell that there is room for more.
        let isAcknowledged = unacknowledged >= (prefetch + 1) / 2
        if isAcknowledged { unacknowledged = 0 }
        guard let offset else { return (true, isAcknowledged) }
        guard offset >= next ?? 0 else { return (false, isAcknowledged) }
        next = offset + 1
        return (true, isAcknowledged)
    }
}
