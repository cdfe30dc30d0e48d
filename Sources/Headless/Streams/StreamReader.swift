import Chat
import Stomp
import StompClient

/// Reads streams over a connection that nobody follows yet: where one ends, where a time begins in it, parts of it.
actor StreamReader {
    /// Why nothing could be read.
    enum Failure: Error, Equatable {
        /// The server does not hand it out.
        case refused(reason: String)
        /// The connection has ended, or nobody waits any more.
        case ended
    }

    /// How many subscriptions, each made when the one before it was confirmed, it takes until everything has come that
    /// was asked for with the first.
    ///
    /// STOMP does not say where a stream ends. RabbitMQ asks the stream's process once for each subscription, so what it
    /// has for the first is on its way before the receipt of the third; one more is for safety.
    static let confirmations = 4
    /// More than RabbitMQ writes at once, so that the end of a stream comes in one go.
    private static let wholeChunk = 65_535

    private let connection: StompConnection
    private let events: AsyncStream<StompEvent>
    private let observe: @Sendable (StompEvent) -> Void
    /// How often the server has ended the session in place of an answer.
    private var breaks = 0
    /// The subscriptions that were made here, of which something may still come.
    private(set) var spent: Set<String> = []

    /// - Parameter observe: sees every event.
    init(
        _ connection: StompConnection,
        _ events: AsyncStream<StompEvent>,
        observe: @escaping @Sendable (StompEvent) -> Void
    ) {
        self.connection = connection
        self.events = events
        self.observe = observe
    }

    /// The offset of the last message; nil when there is none.
    func end(of stream: String) async throws(Failure) -> UInt64? {
        try await probe(stream, from: .last).last
    }

    /// The offset of the first message from a place on; nil when there is none.
    func first(in stream: String, from start: StreamStart) async throws(Failure) -> UInt64? {
        try await probe(stream, from: start).first
    }

    /// Hands over the messages of these offsets that are there.
    func read(
        _ stream: String,
        _ range: ClosedRange<UInt64>,
        _ take: (StompFrameView, UInt64) -> Void
    ) async throws(Failure) {
        let id = await subscribe(stream, .offset(range.lowerBound), prefetch: range.count)
        var isDone = false
        try await takeEvents(of: [id]) { event in
            guard case .messages(let frames) = event else { return isDone }
            for frame in frames where frame.header("subscription") == id.rawValue && !isDone {
                guard let offset = StreamQueue.offset(of: frame) else { continue }
                // Where the broker has thrown old messages away, the first may be one behind these.
                if range.contains(offset) { take(frame, offset) }
                isDone = offset >= range.upperBound
            }
            return isDone
        }
        await connection.unsubscribe(id)
    }

    // MARK: Probing

    private func probe(
        _ stream: String,
        from start: StreamStart
    ) async throws(Failure) -> (first: UInt64?, last: UInt64?) {
        var found: (first: UInt64?, last: UInt64?)
        var ids = [await subscribe(stream, start, prefetch: Self.wholeChunk)]
        var expected = 1
        while true {
            let made = ids
            try await takeEvents(of: Set(made)) { event in
                switch event {
                case .messages(let frames):
                    for frame in frames where frame.header("subscription") == made[0].rawValue {
                        let offset = StreamQueue.offset(of: frame)
                        found = (found.first ?? offset, offset ?? found.last)
                    }
                case .receipt: expected -= 1
                // Each has been sent again.
                case .reconnected: expected = made.count
                default: break
                }
                return expected == 0
            }
            if ids.count == Self.confirmations { break }
            ids.append(await subscribe(stream, .next, prefetch: 1))
            expected = 1
        }
        for id in ids { await connection.unsubscribe(id) }
        return found
    }

    private func subscribe(_ stream: String, _ start: StreamStart, prefetch: Int) async -> SubscriptionID {
        let id = await connection.subscribe(stream: StreamQueue.existing(stream), from: start, prefetch: prefetch)
        spent.insert(id.rawValue)
        return id
    }

    /// Whether an event belongs to a session that the server ends in place of an answer, over which nothing is to be said.
    ///
    /// Over WebSocket RabbitMQ 3.10 ends the session with these words, and no ERROR, when a queue is not there or may not
    /// be read. That may have another cause once, but not twice.
    private func isBreak(_ event: StompEvent) throws(Failure) -> Bool {
        switch event {
        case .disconnected(.closedByServer(_, reason: let reason)?, retryIn: .some) where reason == "STOMP died":
            breaks += 1
            if breaks == 2 { throw .refused(reason: reason) }
            return true
        case .connecting, .reconnected: return breaks > 0
        case .receipt:
            breaks = 0
            return false
        default: return false
        }
    }

    /// Takes events until `isDone`.
    private func takeEvents(
        of subscriptions: Set<SubscriptionID>,
        until isDone: (StompEvent) -> Bool
    ) async throws(Failure) {
        for await event in events {
            if try !isBreak(event) { observe(event) }
            switch event {
            case .subscriptionRefused(let id, _, let reason) where subscriptions.contains(id):
                for id in subscriptions { await connection.unsubscribe(id) }
                throw .refused(reason: reason)
            case .disconnected(_, retryIn: nil): throw .ended
            default: if isDone(event) { return }
            }
        }
        throw .ended
    }
}
