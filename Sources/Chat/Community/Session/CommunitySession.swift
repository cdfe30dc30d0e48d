import ChatStore
package import Community
import Stomp
package import StompClient

/// One chat with one community server: it owns the connection and makes the calls, shows what happens as updates, and
/// does what people ask for. What any of it means is decided by ``CommunityConversation``.
///
/// One front at a time takes `updates()`; while it does not, the socket is not read for long.
package actor CommunitySession: ChatSession {
    /// What a session talks to.
    package struct Server: Sendable {
        /// A client with a ``TokenPlugin`` of the same session.
        package var client: APIClient
        /// Whose tokens these are; its events are read by the chat alone.
        package var session: MemberSession
        /// Signs a person in, with a client that has no ``TokenPlugin``.
        package var signIn: @Sendable (any SignInPrompter) -> SignIn
        /// Makes a connection that nobody else uses: one after each time the program slept or nobody was signed in.
        package var connect: @Sendable (SocketTokens) -> StompConnection
        /// Whether a short-lived ticket goes into CONNECT in place of the access token.
        package var usesTickets: Bool
        /// The server's address as the user gave it, for sentences.
        package var url: String
        /// The version of this program, which the server may not work with.
        package var version: String
        /// What makes the connection less than safe, such as "certificates are not checked"; shown with the state.
        package var warning: String?

        package init(
            client: APIClient,
            session: MemberSession,
            signIn: @escaping @Sendable (any SignInPrompter) -> SignIn,
            connect: @escaping @Sendable (SocketTokens) -> StompConnection,
            usesTickets: Bool = false,
            url: String,
            version: String,
            warning: String? = nil
        ) {
            self.client = client
            self.session = session
            self.signIn = signIn
            self.connect = connect
            self.usesTickets = usesTickets
            self.url = url
            self.version = version
            self.warning = warning
        }
    }

    let server: Server
    let queue = UpdateQueue()
    let desk: QuestionDesk
    let clock: any Clock<Duration>
    let now: @Sendable () -> Int64
    let log: @Sendable (String) -> Void
    let shelf: StoreShelf?
    let keeping: Keeping
    var conversation: CommunityConversation

    var phase = Phase.new
    var connection: StompConnection?
    var subscriptions: [String: LiveQueue] = [:]
    var pump: Task<Void, Never>?
    var sessionEvents: Task<Void, Never>?
    var signingIn: Task<Void, Never>?
    var isSignInAsked = false
    var isVersionChecked = false
    var hasListFailed = false

    var timers: [CommunityTimer: (number: Int, task: Task<Void, Never>)] = [:]
    /// What needs the network and is under way; each removes itself.
    private var running: Set<Int> = []
    var calls: [Int: Task<Void, Never>] = [:]
    var lastTask = 0
    var outgoing: [LiveCommand] = []
    var sender: Task<Void, Never>?
    /// Since when there is no session with the server, in milliseconds since 1970; nil while there is one.
    var lostAt: Int64?
    /// Whether it is known that the server agrees with who the person is.
    var isIdentified = false

    /// What is kept of the member; nil where nothing is.
    var store: ChatStore?
    /// Whose store is open, or could not be opened.
    var openedFor: String?
    /// Tries again to open it.
    var opening: Task<Void, Never>?
    var storeEvents: Task<Void, Never>?
    var upkeep: Task<Void, Never>?
    /// Why the store could not be opened.
    var unopened: StoreFailure?
    var toldNotKept: Set<String> = []
    var changesToKeep: [StoreChange] = []
    /// Whether more changes follow at once.
    var isGathering = false
    /// Counts what was recorded.
    var recordCount = 0
    var entriesToWrite: [OutboxEntry] = []
    var writer: Task<Void, Never>?
    /// Whether the last attempt to connect has failed, or the session was lost.
    var isUnreachable = false
    var roomWaiters: [CheckedContinuation<Void, Never>] = []

    /// How far the life of the session has come.
    enum Phase {
        case new
        case awake
        case asleep
        case ended
    }

    /// Makes a session that does nothing until `start()`.
    ///
    /// - Parameters:
    ///   - shelf: holds what is kept of the chat; nil keeps nothing.
    ///   - keeping: what of it is used.
    ///   - waitsForConnection: whether messages wait for a connection however long that takes; else they fail after a
    ///     while.
    ///   - openBrowser: opens a URL in the person's browser; false where there is none.
    ///   - log: takes what is worth noting and nobody need see.
    ///   - clock: measures waits.
    ///   - now: milliseconds since 1970.
    ///   - makeID: makes identifiers of messages and commands: lower-case UUIDs.
    package init(
        _ server: Server,
        shelf: StoreShelf? = nil,
        keeping: Keeping = .everything,
        waitsForConnection: Bool = true,
        openBrowser: @escaping @Sendable (String) async -> Bool = { _ in false },
        log: @escaping @Sendable (String) -> Void = { _ in },
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() },
        makeID: @escaping @Sendable () -> String = { BrokerSession.newMessageID() }
    ) {
        self.server = server
        self.clock = clock
        self.now = now
        self.log = log
        self.shelf = shelf
        self.keeping = keeping
        lostAt = now()
        desk = QuestionDesk(queue: queue, openBrowser: openBrowser, makeID: makeID)
        conversation = CommunityConversation(
            CommunityConversation.Terms(
                url: server.url,
                warning: server.warning,
                makeID: makeID,
                waitsForConnection: waitsForConnection
            )
        )
    }

    package nonisolated func updates() -> AsyncStream<[ChatUpdate]> {
        let queue = queue
        return AsyncStream { await queue.next() }
    }

    package func start() async {
        guard phase == .new else { return }
        phase = .awake
        queue.push([.capabilities([.community])])
        sessionEvents = Task { await self.followSession() }
        run { await $0.begin() }
    }

    package func suspend() async {
        guard phase == .awake else { return }
        phase = .asleep
        apply(conversation.flushed())
        await writer?.value
        await sender?.value
        await closeConnection("asleep", reason: "the program was asleep")
        // The program may never wake.
        try? await store?.commit([])
    }

    package func resume() async {
        guard phase == .asleep else { return }
        phase = .awake
        run { await $0.begin() }
    }

    package func disconnect() async {
        guard phase != .ended else { return }
        if phase == .awake {
            apply(conversation.flushed())
            await writer?.value
            await sender?.value
        }
        phase = .ended
        endWaitsForRoom()
        signingIn?.cancel()
        sessionEvents?.cancel()
        for task in calls.values { task.cancel() }
        for timer in timers.values { timer.task.cancel() }
        await closeConnection("disconnected", reason: "the session was ended")
        await closeStore()
        await settle()
        queue.finish()
    }

    /// How long the end waits for the person's session: for new tokens on their way, which would be lost, and for a
    /// sign-out to reach the server.
    private static let settlePatience = Duration.seconds(3)

    private func settle() async {
        let session = server.session
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        let settling = Task {
            await session.settle()
            end.finish()
        }
        let alarm = Task { [clock] in
            try? await clock.sleep(for: Self.settlePatience)
            end.finish()
        }
        for await _ in stream {}
        settling.cancel()
        alarm.cancel()
    }
}

// MARK: Doing what the conversation decided
extension CommunitySession {
    func apply(_ outcome: Outcome) {
        queue.push(outcome.updates)
        for effect in outcome.effects { perform(effect) }
        endWaitsForRoom()
    }

    private func perform(_ effect: CommunityEffect) {
        switch effect {
        case .transmit(let command): transmit(command)
        case .loadThreads(let request): run { await $0.load(request) }
        case .loadThread(let id): run { await $0.loadThread(id) }
        case .loadMessages(let load): run { await $0.load(load) }
        case .loadWorkspaces: run { await $0.loadWorkspaces() }
        case .prepare(let post): run { await $0.prepare(post) }
        case .readStored(let load): run { await $0.readStored(load) }
        case .queue(let entry): write(entry)
        case .record(let changes): record(changes)
        case .recordReactions(let change): run { await $0.keep(change) }
        case .schedule(let timer, let wait): schedule(timer, after: wait)
        case .cancel(let timer): timers.removeValue(forKey: timer)?.task.cancel()
        case .log(let line): log(line)
        }
    }

    /// Starts something that needs the network; it ends with the session.
    func run(_ body: @escaping @Sendable (isolated CommunitySession) async -> Void) {
        guard phase != .ended else { return }
        lastTask += 1
        let number = lastTask
        running.insert(number)
        // Begun at once, so that what people ask for is begun in order.
        let task = Task.immediate {
            await body(self)
            self.ended(number)
        }
        // It may have ended before it could be noted.
        if running.contains(number) { calls[number] = task }
    }

    private func ended(_ number: Int) {
        running.remove(number)
        calls[number] = nil
    }

    private func schedule(_ timer: CommunityTimer, after wait: Duration) {
        guard phase != .ended else { return }
        timers.removeValue(forKey: timer)?.task.cancel()
        lastTask += 1
        let number = lastTask
        let task = Task { [clock] in
            guard (try? await clock.sleep(for: wait)) != nil else { return }
            self.fired(timer, number)
        }
        timers[timer] = (number, task)
    }

    private func fired(_ timer: CommunityTimer, _ number: Int) {
        // A timer that was replaced may be past its sleep already.
        guard timers[timer]?.number == number else { return }
        timers[timer] = nil
        apply(conversation.fired(timer))
    }

    /// Frames go out in the order they were decided.
    private func transmit(_ command: LiveCommand) {
        outgoing.append(command)
        guard sender == nil else { return }
        sender = Task { await self.sendOutgoing() }
    }

    private func sendOutgoing() async {
        while !outgoing.isEmpty {
            let command = outgoing.removeFirst()
            guard let connection else { continue }
            do {
                let frame = StompFrame(
                    .send,
                    headers: [
                        "destination": command.destination.text, LiveQueue.commandIdHeader: command.id,
                        "content-type": "application/json",
                    ],
                    body: try command.bytes()
                )
                // Never kept for a later session: whatever matters is sent again with the next.
                try await connection.sendNow(frame)
            } catch {
                log("a frame was not sent: \(error)")
            }
        }
        sender = nil
    }

    /// Shows a failure as it wants to be shown.
    func report(_ failure: APIFailure) {
        if case .signInNeeded(let end) = failure { return askForSignIn(end.sentence) }
        switch failure.display {
        case .toast: queue.push([.failed(FailureReport(failure))])
        case .dialog: queue.push([.dialog(FailureReport(failure).description)])
        case .none: log(failure.sentence)
        }
    }
}
