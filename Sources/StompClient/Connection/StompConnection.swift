public import FoundationEssentials
import Stomp
public import Transport

/// A STOMP session over WebSocket, TCP or TLS that comes back by itself.
///
/// The actor executes; what to do is decided by values: `StompSession` for the protocol, `ReconnectMachine` for what
/// follows an end, `SubscriptionBook` for what every new session is told.
public actor StompConnection {
    /// How far the life of the connection has come.
    enum Phase {
        /// Before `connect()`, and after a failure that ended all attempts.
        case idle
        /// Connecting, connected, or waiting for the next attempt.
        case living(Task<Void, Never>)
        /// `disconnect()` waits for the server's RECEIPT.
        case leaving
        /// After `disconnect()`; nothing starts any more.
        case ended
    }

    /// At least one; a failed attempt is followed by one at the next.
    let addresses: [URL]
    let tokenStore: any TokenStore
    let tokenRefresher: (any TokenRefresher)?
    let transport: any Transport
    let network: (any NetworkMonitor)?
    let settings: ConnectionSettings
    let ticker: Ticker
    let chance: @Sendable () -> Double

    var phase = Phase.idle
    var reconnect: ReconnectMachine
    var book = SubscriptionBook()
    var link: Link?
    var parked: ParkedFrames
    var receipts = ReceiptBook()
    /// The wait before the next attempt, so that `connect()` can cut it short.
    var backOff: Task<Void, Never>?
    /// The connect under way, so that a change of the network can begin it anew.
    var opening: Task<any ByteStream, any Error>?
    /// Whether what is under way began on a network that is no more.
    var isOutdated = false
    var networkWatch: Task<Void, Never>?
    var networkChangedAt: Duration?
    var endWaiters: [CheckedContinuation<Void, Never>] = []

    var queue: EventQueue
    var consumer: CheckedContinuation<StompEvent?, Never>?
    var roomWaiters: [CheckedContinuation<Void, Never>] = []

    /// Makes a connection that does nothing until `connect()`.
    ///
    /// - Parameters:
    ///   - url: a `ws`, `wss`, `stomp+tcp` or `stomp+ssl` URL; for a community's base URL see `webSocketURL(base:)`.
    ///   - alternatives: further nodes of the same cluster, tried in turn while the one before can't be reached.
    ///   - tokenStore: asked for the access token before each attempt.
    ///   - tokenRefresher: renews the token when the server says that it has run out.
    ///   - transport: makes the byte streams: `CurlTransport`, or a scripted one in tests.
    ///   - network: tells when to look at once whether the server can be reached, again or still.
    ///   - settings: how it behaves.
    ///   - clock: what all limits and waits are measured by.
    ///   - chance: a number between 0 and 1 that chooses the jitter of each wait.
    public init(
        url: URL,
        alternatives: [URL] = [],
        tokenStore: any TokenStore,
        tokenRefresher: (any TokenRefresher)? = nil,
        transport: any Transport,
        network: (any NetworkMonitor)? = nil,
        settings: ConnectionSettings = ConnectionSettings(),
        clock: any Clock<Duration> = ContinuousClock(),
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        addresses = [url] + alternatives
        self.tokenStore = tokenStore
        self.tokenRefresher = tokenRefresher
        self.transport = transport
        self.network = network
        self.settings = settings
        self.chance = chance
        ticker = Ticker(clock)
        reconnect = ReconnectMachine(
            attemptLimit: settings.attemptLimit,
            stableAfter: settings.stableAfter,
            addressCount: addresses.count
        )
        parked = ParkedFrames(limit: settings.sendQueueLimit)
        queue = EventQueue(limit: settings.eventQueueLimit)
    }

    /// Where a community server's WebSocket is: `http` becomes `ws`, the port is kept, `/ws/websocket` is added.
    public static func webSocketURL(base: URL) -> URL {
        WebSocketURL.from(base: base)
    }

    /// The wait after the given failed attempt, counted from 1, in seconds and without jitter.
    public static func backoffSeconds(attempt: Int) -> Double {
        BackOff.seconds(attempt: attempt)
    }

    /// Starts connecting, or cuts short the wait before the next attempt; what becomes of it is told by `events()`.
    ///
    /// After a failure that ended all attempts it starts anew; after `disconnect()` it does nothing.
    public func connect() async {
        switch phase {
        case .idle:
            reconnect.startOver()
            watchNetwork()
            phase = .living(Task { await self.live() })
        case .living:
            backOff?.cancel()
        case .leaving, .ended:
            break
        }
    }

    /// Gives up the session that is up, and opens another with the same subscriptions; without a session it does nothing.
    ///
    /// For a server that still answers pings and heart-beats and does nothing else any more.
    ///
    /// - Parameter detail: why, told as the reason of `StompEvent.disconnected`.
    public func renewSession(because detail: String) {
        guard isLiving, let link, link.session.isConnected, !link.isClosing else { return }
        link.drop(.lost(detail: detail))
    }

    /// Ends the session and every attempt, for good; waits at most 2 s for the server's RECEIPT.
    ///
    /// Messages already received can still be taken from `events()`, which then ends.
    public func disconnect() async {
        switch phase {
        case .living(let task):
            if let link, link.session.isConnected {
                phase = .leaving
                beginDisconnect(link)
                return await withCheckedContinuation { endWaiters.append($0) }
            }
            // Whatever is under way, a token hook or a connect, finds at its end that it came too late.
            task.cancel()
            opening?.cancel()
            backOff?.cancel()
            link?.stream.close()
            end()
        case .leaving:
            await withCheckedContinuation { endWaiters.append($0) }
        case .idle:
            end()
        case .ended:
            break
        }
    }

    /// The last thing that happens to a connection.
    func end() {
        guard !hasEnded else { return }
        phase = .ended
        networkWatch?.cancel()
        emit(.disconnected(reason: nil, retryIn: nil))
        receipts.loseAll(to: nil)
        _ = parked.removeAll()
        for waiter in endWaiters { waiter.resume() }
        endWaiters = []
        finishEvents()
    }

    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// Whether attempts and sessions still go on.
    var isLiving: Bool {
        if case .living = phase { true } else { false }
    }
}
