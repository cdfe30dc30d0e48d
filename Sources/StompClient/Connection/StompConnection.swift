public import FoundationEssentials
public import Stomp
public import Transport

/// A STOMP session over WebSocket that comes back by itself.
public actor StompConnection {
    /// Makes a connection that does nothing until `connect()`.
    public init(
        url: URL,
        tokenStore: any TokenStore,
        transport: any Transport,
        settings: ConnectionSettings = ConnectionSettings(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {}

    /// The one stream of events. It is pulled: while nobody asks for the next element, the socket is not read.
    public nonisolated func events() -> AsyncStream<StompEvent> {
        AsyncStream { nil }
    }

    /// Where a community server's WebSocket is: `http` becomes `ws`, the port is kept, `/ws/websocket` is added.
    public static func webSocketURL(base: URL) -> URL {
        WebSocketURL.from(base: base)
    }

    /// The wait after the given failed attempt, counted from 1, in seconds and without jitter.
    public static func backoffSeconds(attempt: Int) -> Double {
        BackOff.seconds(attempt: attempt)
    }

    /// Starts connecting; what becomes of it is told by `events()`.
    public func connect() async {}

    /// Subscribes now and after every reconnect.
    @discardableResult
    public func subscribe(
        destination: String,
        headers: StompHeaders = [:],
        acknowledgement: StompAcknowledgementMode = .auto
    ) async -> SubscriptionID {
        SubscriptionID(rawValue: "")
    }

    /// Ends a subscription.
    public func unsubscribe(_ id: SubscriptionID) async {}

    /// Sends a message; returns once the frame has been queued on a session.
    public func send(destination: String, headers: [String: String] = [:], body: Data) async throws {}

    /// Sends a message and waits for the server's RECEIPT.
    public func sendConfirmed(destination: String, headers: StompHeaders = [:], body: [UInt8]) async throws(SendError) {
    }

    /// Ends the session and every attempt, for good; waits at most 2 s for the server's RECEIPT.
    public func disconnect() async {}
}

/// Why a message was not delivered, or may not have been.
public enum SendError: Error, Sendable, Equatable {
    /// There is no session now.
    case notConnected
    /// No RECEIPT came within the limit.
    case receiptTimedOut(after: Duration)
    /// The connection was lost before the RECEIPT; the message may have arrived.
    case receiptLost(ConnectionFailure?)
    /// The server answered with an ERROR frame.
    case refused(message: String, body: String)
    /// A header can't be sent in the agreed version.
    case badHeader(name: String)
    /// `disconnect()` was called or the task cancelled.
    case cancelled
}
