import ChatStore
import FoundationEssentials
import Glibc
package import Stomp
package import StompClient

/// One chat over one broker: it owns the connection, shows what happens as updates, and sends what people write.
///
/// One front at a time takes `updates()`; while it does not, the socket is not read for long.
public actor BrokerSession: ChatSession {
    let connection: StompConnection
    let shape: BrokerShape
    private let initialThreads: [ChatThread]
    let subscribeHeaders: [String: StompHeaders]
    let queue = UpdateQueue()
    let now: @Sendable () -> Int64
    private let makeID: @Sendable () -> String
    let clock: any Clock<Duration>
    let shelf: StoreShelf?
    let account: String
    var conversation: Conversation
    private var pump: Task<Void, Never>?
    var transmissions: [String: Task<Void, Never>] = [:]
    /// Messages of our own that are with the server, perhaps, and have not come back.
    var echoWaits: Set<String> = []

    /// The API beside the broker; nil where there is none.
    let rest: BrokerREST?
    let tokens: BrokerTokens?
    /// Pages of history that are being read, by thread.
    var reads: [String: Task<Void, Never>] = [:]
    /// The rooms that are being listed.
    var rooms: Task<Void, Never>?
    private var renewing: Task<Void, Never>?

    /// What is kept of the chat; nil where nothing is.
    var store: ChatStore?
    /// Tries again to open it.
    var opening: Task<Void, Never>?
    private(set) var isEnded = false
    var storeEvents: Task<Void, Never>?
    var upkeep: Task<Void, Never>?
    var toldNotKept: Set<String> = []
    var drafts = DraftBook()
    /// Those of a run before that nobody was told of yet.
    var foundDrafts: [String: DraftState] = [:]
    /// Of which threads the person wants to be told everything.
    var watched = WatchedThreads()
    var keeping: Task<Void, Never>?
    private var entriesToWrite: [OutboxEntry] = []
    private var writer: Task<Void, Never>?

    /// Limits of the pages of older messages on their way, by thread.
    var pageTimers: [String: Task<Void, Never>] = [:]
    /// Ends the doubt about messages whose receipt was lost.
    var doubtTimer: Task<Void, Never>?

    /// Makes a session that does nothing until `start()`.
    ///
    /// - Parameters:
    ///   - connection: a connection that nobody else uses; its `connect()` is called by `start()`.
    ///   - url: the server's address as the user gave it, for sentences.
    ///   - threads: the threads joined from the start.
    ///   - shape: what the server has beyond destinations.
    ///   - rest: calls the API beside the broker, for whatever of the shape needs one.
    ///   - tokens: the token of both, which is renewed ahead.
    ///   - subscribeHeaders: further headers of SUBSCRIBE, by thread.
    ///   - streams: which threads are streams of RabbitMQ.
    ///   - warning: what makes the connection less than safe, such as "certificates are not checked"; shown with the state.
    ///   - shelf: holds what is kept of the chat; nil keeps nothing.
    ///   - account: the login at the broker, which has a store of its own.
    ///   - clock: measures waits.
    ///   - now: milliseconds since 1970.
    ///   - makeID: makes identifiers of messages: lower-case UUIDs.
    package init(
        connection: StompConnection,
        url: String,
        threads: [ChatThread],
        reader: MessageReader = MessageReader(),
        writer: MessageWriter,
        destinations: SendDestination = .same,
        shape: BrokerShape = BrokerShape(),
        rest: BrokerREST? = nil,
        tokens: BrokerTokens? = nil,
        subscribeHeaders: [String: StompHeaders] = [:],
        streams: StreamNames = .none,
        warning: String? = nil,
        shelf: StoreShelf? = nil,
        account: String = "",
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() },
        makeID: @escaping @Sendable () -> String = { BrokerSession.newMessageID() }
    ) {
        self.connection = connection
        self.shape = shape
        self.rest = rest
        self.tokens = tokens
        self.now = now
        self.makeID = makeID
        initialThreads = threads
        self.subscribeHeaders = subscribeHeaders
        self.shelf = shelf
        self.account = account
        self.clock = clock
        conversation = Conversation(
            Conversation.Terms(
                reader: reader,
                writer: writer,
                destinations: destinations,
                shape: shape,
                streams: streams,
                url: url,
                warning: warning
            ),
            run: BrokerSession.newMessageID()
        )
        conversation.lostAt = now()
    }

    /// What happens, in order; one element holds all that has happened since the one before. One consumer at a time.
    public nonisolated func updates() -> AsyncStream<[ChatUpdate]> {
        let queue = queue
        return AsyncStream { await queue.next() }
    }

    /// Joins the first threads and connects. Calls after the first do nothing.
    public func start() async {
        guard pump == nil else { return }
        pump = Task { await self.followConnection() }
        if shape.history != nil { queue.push([.capabilities([.history])]) }
        await openStore()
        await subscribeServices()
        for thread in initialThreads { await subscribe(thread) }
        tellDrafts()
        if shape.keepsBooks, shape.roomList == nil { queue.push([.threads(conversation.joinedThreads)]) }
        await connection.connect()
    }

    public func perform(_ request: ChatRequest) async {
        switch request {
        case .send(let draft, let threadID): send(draft.text, to: threadID)
        case .retry(let messageID): retry(messageID)
        case .discard(let messageID, _): queue.push(conversation.discarded(messageID)?.updates ?? [])
        case .takeBack(let messageID, let threadID): takeBack(messageID, in: threadID)
        case .draft(let threadID, let text, let cursor, let replyTo, let files):
            put(DraftState(begun: text, cursor: cursor, replyTo: replyTo, files: files), in: threadID)
        case .open(let threadID): open(threadID)
        case .loadOlder(let threadID): if await !readOlder(threadID) { await loadOlder(threadID) }
        case .search(let text, let threadID): await search(text, in: threadID)
        case .leave(let threadID): await leave(threadID)
        case .watch(let threadID, let isOn): watch(threadID, isOn)
        case .reconnect: await connection.connect()
        case .join(let destination):
            do throws(FailureReport) {
                try await join(destination)
            } catch {
                queue.push([.failed(error)])
            }
        default: queue.push([.notice("a broker has no such thing")])
        }
        keepChanges()
    }

    private func takeBack(_ messageID: String, in threadID: String) {
        guard let (text, updates) = conversation.discarded(messageID) else { return }
        queue.push(updates + [.takenBack(threadID: threadID, Draft(text))])
    }

    // Nothing is missed by keeping the connection: a broker replays nothing, and silence would be a gap.
    public func suspend() async {
        keepDrafts()
        await writer?.value
        // The program may never wake.
        try? await store?.commit([])
    }

    public func resume() async {}

    /// Joins a destination, now and after every reconnect.
    ///
    /// - Returns: its thread, also when it was joined before.
    /// - Throws: why it can't be joined. What the server thinks of it comes as an update.
    @discardableResult
    public func join(_ destination: String) async throws(FailureReport) -> ChatThread {
        let thread = self.thread(destination)
        if let known = conversation.thread(thread.id) { return known }
        if let obstacle = conversation.obstacle(toJoining: destination) { throw obstacle }
        await subscribe(thread)
        return thread
    }

    /// The thread that a destination or a name means.
    private func thread(_ destination: String) -> ChatThread {
        let streams = conversation.terms.streams
        let name = streams.destination(destination)
        return streams.isStream(name) ? streams.thread(name) : shape.thread(destination)
    }

    /// Leaves a thread; does nothing when it is not joined.
    public func leave(_ threadID: String) async {
        guard let (subscriptions, updates) = conversation.leave(threadID) else { return }
        queue.push(updates)
        keepChanges()
        for subscription in subscriptions { await connection.unsubscribe(subscription) }
        await tendStreams()
    }

    /// Sends a text. The message comes back as an update once it is in the outbox, as `.sending`, or as `.waiting` when
    /// there is no session. One that fails is kept for `retry`.
    ///
    /// - Returns: the message's identifier; nil when the thread is not joined.
    @discardableResult
    public func send(_ text: String, to threadID: String) -> String? {
        guard conversation.thread(threadID) != nil else {
            queue.push([
                .notice("not sent: \(ForeignText(threadID)) is not joined"),
                .takenBack(threadID: threadID, Draft(text)),
            ])
            return nil
        }
        let id = makeID()
        let entry = OutboxEntry(id: id, threadID: threadID, text: text, time: now())
        guard store != nil || !entriesToWrite.isEmpty else {
            compose(entry)
            return id
        }
        entriesToWrite.append(entry)
        if writer == nil { writer = Task { await self.writeEntries() } }
        return id
    }

    /// Messages go into the outbox one after the other, so that they come out in the order of writing.
    private func writeEntries() async {
        while let entry = entriesToWrite.first {
            do throws(StoreFailure) {
                try await store?.queue(entry, isTriedAgain: true)
            } catch {
                // It is sent all the same, and kept as soon as that is possible.
                tellNotKept(error)
            }
            entriesToWrite.removeFirst()
            compose(entry)
        }
        writer = nil
    }

    private func compose(_ entry: OutboxEntry) {
        // What was begun has become a message.
        if drafts[entry.threadID]?.text == entry.text { put(nil, in: entry.threadID) }
        perform(conversation.composed(entry.text, in: entry.threadID, id: entry.id, at: entry.time))
    }

    /// Sends a failed message again; does nothing for any other.
    public func retry(_ messageID: String) {
        perform(conversation.retried(messageID))
    }

    /// Ends the session for good, and the stream of updates.
    public func disconnect() async {
        isEnded = true
        await writer?.value
        await connection.disconnect()
        pump?.cancel()
        for task in Array(transmissions.values) + Array(reads.values) { task.cancel() }
        rooms?.cancel()
        renewing?.cancel()
        endStreamTimers()
        keepChanges()
        await closeStore()
        queue.finish()
    }

    /// The time of the system's clock in milliseconds since 1970.
    public static func systemTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// A new identifier of a message: a random UUID in lower case.
    public static func newMessageID() -> String {
        UUID().uuidString.lowercased()
    }

    func subscribe(_ thread: ChatThread) async {
        guard conversation.willJoin(thread) else { return }
        // What is stored comes first, so that what comes live stands behind it.
        let history = await storedEnd(of: thread.id)
        let headers = StompHeaders(
            (shape.rooms?.headers.entries ?? []) + (subscribeHeaders[thread.id]?.entries ?? [])
        )
        var subscriptions: [SubscriptionID] = []
        for destination in shape.destinations(of: thread.id) {
            subscriptions.append(
                conversation.terms.streams.isStream(thread.id)
                    ? await subscribe(stream: destination, behind: history, headers)
                    : await connection.subscribe(destination: destination, headers: headers)
            )
        }
        queue.push(conversation.joined(thread, as: subscriptions, arrival: now(), history: history))
        advance()
    }

    /// Subscribes to what is no thread's.
    private func subscribeServices() async {
        let services: [(destination: String, service: Conversation.Service)] =
            (shape.events?.destinations ?? []).map { ($0, .events) } + shape.errors.map { ($0, .errors) }
        for (destination, service) in services {
            let subscription = await connection.subscribe(destination: destination)
            conversation.services[subscription.rawValue] = service
        }
    }

    /// Sends what can be sent, and keeps what is to be kept.
    func advance() {
        keepChanges()
        watchDoubt(afterChange: false)
        for transmission in conversation.nextTransmissions() { start(transmission) }
    }

    private func followConnection() async {
        for await event in connection.events() {
            queue.push(conversation.received(event, arrival: now()))
            endEchoWaits(event)
            followSession(event)
            if event.changesSession { watchDoubt(afterChange: true) }
            advance()
            await tendStreams()
            switch event {
            case .connected, .reconnected: await adoptOutbox()
            default: break
            }
            await queue.waitForRoom()
            await store?.catchUp()
        }
        queue.finish()
    }

    /// What begins with each session.
    private func followSession(_ event: StompEvent) {
        switch event {
        case .connected, .reconnected:
            readMissed()
            renewing?.cancel()
            renewing = Task { await self.renewTokens() }
        case .disconnected:
            renewing?.cancel()
        default: break
        }
    }

    private func perform(_ outcome: (updates: [ChatUpdate], transmission: Conversation.Transmission?)) {
        queue.push(outcome.updates)
        keepChanges()
        if let transmission = outcome.transmission { start(transmission) }
    }

    private func start(_ transmission: Conversation.Transmission) {
        // Started at once, up to the connection's own queue: messages go out in the order they were written.
        transmissions[transmission.messageID] = Task.immediate { await self.transmit(transmission) }
    }

    private func transmit(_ transmission: Conversation.Transmission) async {
        var failure: SendError?
        // Noted first: if the program ends now, nobody knows whether it has arrived.
        do throws(StoreFailure) {
            try await store?.commit([.outboxState(outboxID: transmission.messageID, .uncertain)])
        } catch {
            tellNotKept(error)
        }
        do throws(SendError) {
            try await deliver(transmission)
        } catch {
            failure = error
        }
        transmissions[transmission.messageID] = nil
        queue.push(conversation.transmitted(transmission, failure, at: now()))
        advance()
    }
}

extension StompEvent {
    /// Whether a session has begun or ended.
    fileprivate var changesSession: Bool {
        switch self {
        case .connected, .reconnected, .disconnected: true
        default: false
        }
    }
}
