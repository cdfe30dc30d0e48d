import FoundationEssentials
import Glibc
public import Stomp
public import StompClient

/// One chat over one broker: it owns the connection, shows what happens as updates, and sends what people write.
///
/// One front at a time takes `updates()`; while it does not, the socket is not read for long.
public actor BrokerSession: ChatSession {
    private let connection: StompConnection
    private let initialThreads: [ChatThread]
    private let subscribeHeaders: [String: StompHeaders]
    private let queue = UpdateQueue()
    private let now: @Sendable () -> Int64
    private let makeID: @Sendable () -> String
    private var conversation: Conversation
    private var pump: Task<Void, Never>?
    private var transmissions: [String: Task<Void, Never>] = [:]

    /// Makes a session that does nothing until `start()`.
    ///
    /// - Parameters:
    ///   - connection: a connection that nobody else uses; its `connect()` is called by `start()`.
    ///   - url: the server's address as the user gave it, for sentences.
    ///   - threads: the threads joined from the start.
    ///   - subscribeHeaders: further headers of SUBSCRIBE, by destination.
    ///   - warning: what makes the connection less than safe, such as "certificates are not checked"; shown with the state.
    ///   - now: milliseconds since 1970.
    ///   - makeID: makes identifiers of messages: lower-case UUIDs.
    public init(
        connection: StompConnection,
        url: String,
        threads: [ChatThread],
        reader: MessageReader = MessageReader(),
        writer: MessageWriter,
        destinations: SendDestination = .same,
        subscribeHeaders: [String: StompHeaders] = [:],
        warning: String? = nil,
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() },
        makeID: @escaping @Sendable () -> String = { BrokerSession.newMessageID() }
    ) {
        self.connection = connection
        self.now = now
        self.makeID = makeID
        initialThreads = threads
        self.subscribeHeaders = subscribeHeaders
        conversation = Conversation(
            Conversation.Terms(
                reader: reader,
                writer: writer,
                destinations: destinations,
                url: url,
                warning: warning
            )
        )
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
        for thread in initialThreads { await subscribe(thread) }
        await connection.connect()
    }

    public func perform(_ request: ChatRequest) async {
        switch request {
        case .send(let draft, let threadID): send(draft.text, to: threadID)
        case .retry(let messageID): retry(messageID)
        case .draft: break
        case .leave(let threadID): await leave(threadID)
        case .join(let destination):
            do throws(FailureReport) {
                try await join(destination)
            } catch {
                queue.push([.failed(error)])
            }
        default: queue.push([.notice("a broker has no such thing")])
        }
    }

    // Nothing is missed by keeping the connection: a broker replays nothing, and silence would be a gap.
    public func suspend() async {}

    public func resume() async {}

    /// Joins a destination, now and after every reconnect.
    ///
    /// - Returns: its thread, also when it was joined before.
    /// - Throws: why it can't be joined. What the server thinks of it comes as an update.
    @discardableResult
    public func join(_ destination: String) async throws(FailureReport) -> ChatThread {
        if let thread = conversation.thread(destination) { return thread }
        if let obstacle = conversation.obstacle(toJoining: destination) { throw obstacle }
        let thread = ChatThread(destination: destination)
        await subscribe(thread)
        return thread
    }

    /// Leaves a thread; does nothing when it is not joined.
    public func leave(_ threadID: String) async {
        guard let (subscription, updates) = conversation.leave(threadID) else { return }
        queue.push(updates)
        await connection.unsubscribe(subscription)
    }

    /// Sends a text. The message comes back at once as an update, as `.sending`, or as `.failed` when there is no
    /// session, and is kept for `retry`.
    ///
    /// - Returns: the message's identifier; nil when the thread is not joined.
    @discardableResult
    public func send(_ text: String, to threadID: String) -> String? {
        guard conversation.thread(threadID) != nil else {
            queue.push([.notice("not sent: \(ForeignText(threadID)) is not joined")])
            return nil
        }
        let id = makeID()
        perform(conversation.composed(text, in: threadID, id: id, at: now()))
        return id
    }

    /// Sends a failed message again; does nothing for any other.
    public func retry(_ messageID: String) {
        perform(conversation.retried(messageID))
    }

    /// Ends the session for good, and the stream of updates.
    public func disconnect() async {
        await connection.disconnect()
        pump?.cancel()
        for transmission in transmissions.values { transmission.cancel() }
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

    private func subscribe(_ thread: ChatThread) async {
        guard conversation.willJoin(thread) else { return }
        let subscription = await connection.subscribe(
            destination: thread.id,
            headers: subscribeHeaders[thread.id] ?? [:]
        )
        queue.push(conversation.joined(thread, as: subscription, arrival: now()))
    }

    private func followConnection() async {
        for await event in connection.events() {
            queue.push(conversation.received(event, arrival: now()))
            await queue.waitForRoom()
        }
        queue.finish()
    }

    private func perform(_ outcome: (updates: [ChatUpdate], transmission: Conversation.Transmission?)) {
        queue.push(outcome.updates)
        guard let transmission = outcome.transmission else { return }
        // Started at once, up to the connection's own queue: messages go out in the order they were written.
        transmissions[transmission.messageID] = Task.immediate { await self.transmit(transmission) }
    }

    private func transmit(_ transmission: Conversation.Transmission) async {
        var failure: SendError?
        do {
            try await connection.sendConfirmed(
                destination: transmission.destination,
                headers: transmission.headers,
                body: transmission.body
            )
        } catch {
            failure = error
        }
        transmissions[transmission.messageID] = nil
        queue.push(conversation.transmitted(transmission, failure))
    }
}
