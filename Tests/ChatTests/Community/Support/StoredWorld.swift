import ChatStore
import Community

@testable import Chat

/// One client with its store on disk, another member who writes, and a server; the network and the program break at any
/// moment. Time passes only in steps.
struct StoredWorld {
    static let me = "10"
    static let other = "20"
    static let threads = ["1", "2"]

    /// What the client has asked of its store, in order, and the store has not done.
    enum StoreWork {
        case record([StoreChange])
        case queue(OutboxEntry)
        case read(StoredLoad)
    }

    var server = ModelServer(members: [me: "Ann", other: "Ben"], threads: threads)
    var random: SeededRandom
    let location: StoreLocation
    var store: ChatStore
    var conversation: CommunityConversation
    var front = FrontModel()
    var isUp = false
    /// In milliseconds, for timers.
    var now = 0
    /// The clock on the wall, which is set forth and back.
    var wall: Int64 = 1_000_000
    var toServer: [LiveCommand] = []
    var toClient: [LiveEvent] = []
    var calls: [CommunityEffect] = []
    var answers: [ModelWorld.Answer] = []
    var timers: [CommunityTimer: Int] = [:]
    var work: [StoreWork] = []
    var recent: [LiveEvent] = []
    /// The messages of ours that a person has seen as written.
    var shown: Set<String> = []
    var kills = 0
    var faults: [String] = []
    private let ids = Count()

    init(seed: UInt64, location: StoreLocation) async throws {
        random = SeededRandom(seed: seed)
        self.location = location
        store = try await ChatStore.open(location)
        conversation = Self.conversation(ids)
        try await begin()
    }

    private static func conversation(_ ids: Count) -> CommunityConversation {
        CommunityConversation(
            CommunityConversation.Terms(
                url: "http://community.test",
                makeID: { "id-\(ids.next())" },
                timelineLimit: 100_000,
                pageSize: 10,
                gapPages: 3
            )
        )
    }

    /// The program starts: what is stored is shown, without a network.
    private mutating func begin() async throws {
        act { $0.signedIn(Member(id: Self.me, name: "Ann")) }
        let stored = CommunityConversation.Stored(
            threads: try await store.threads(),
            members: try await store.members(),
            drafts: try await store.drafts(),
            outbox: try await store.adoptOutbox(),
            workspaces: nil
        )
        let kept = Set(stored.outbox.map(\.id))
        for id in shown where !kept.contains(id) && !server.has(clientID: id) { faults.append("\(id) is lost") }
        act { $0.restored(stored) }
        for thread in Self.threads { act { $0.opened(thread) } }
    }

    /// The program is killed at this instruction, and started again.
    mutating func kill() async throws {
        kills += 1
        work = []
        (toServer, toClient, calls, answers, timers, recent) = ([], [], [], [], [:], [])
        isUp = false
        front = FrontModel()
        await store.close()
        store = try await ChatStore.open(location)
        conversation = Self.conversation(ids)
        try await begin()
    }

    // MARK: The client

    mutating func act(_ body: (inout CommunityConversation) -> Outcome) {
        let outcome = body(&conversation)
        front.take(outcome.updates)
        for effect in outcome.effects {
            switch effect {
            case .transmit(let command): if isUp { toServer.append(command) }
            case .schedule(let timer, let wait):
                let (seconds, attoseconds) = wait.components
                timers[timer] = now + Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
            case .cancel(let timer): timers[timer] = nil
            case .loadThreads, .loadThread, .loadMessages, .loadWorkspaces: calls.append(effect)
            case .record(let changes): work.append(.record(changes))
            case .queue(let entry): work.append(.queue(entry))
            case .readStored(let load): work.append(.read(load))
            case .prepare, .log, .recordReactions: break
            }
        }
        checkShown()
    }

    /// No message is shown as delivered that the server has not.
    private mutating func checkShown() {
        for thread in Self.threads {
            let known = server.messages[thread] ?? []
            for message in front.messages(in: thread).suffix(20) where message.delivery == .delivered {
                if !known.contains(where: { $0.messageId == message.serverID }) {
                    faults.append("\(message.id) is shown as delivered, and the server does not have it")
                }
            }
        }
    }

    /// The store does the next piece of its work.
    mutating func carryWork() async throws {
        guard !work.isEmpty else { return }
        switch work.removeFirst() {
        case .record(let changes): store.record(changes)
        case .queue(let entry):
            try await store.queue(entry)
            shown.insert(entry.id)
            act { $0.queued(entry.id) }
        case .read(let load):
            let history =
                if let before = load.before {
                    try await store.older(than: before, in: load.threadID, limit: load.limit)
                } else {
                    try await store.newest(of: load.threadID, limit: load.limit)
                }
            act { $0.read(history, for: load) }
        }
    }

    // MARK: The network

    mutating func connect() {
        guard !isUp else { return }
        isUp = true
        act { $0.connected() }
    }

    mutating func cut() {
        guard isUp else { return }
        for _ in 0..<Int.random(in: 0...toServer.count, using: &random) { carryToServer() }
        for _ in 0..<Int.random(in: 0...toClient.count, using: &random) { carryToClient() }
        (toServer, toClient) = ([], [])
        isUp = false
        act { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "cut") }
    }

    mutating func carryToServer() {
        guard !toServer.isEmpty else { return }
        tell(server.received(toServer.removeFirst(), from: Self.me))
    }

    private mutating func tell(_ events: [(to: String, event: LiveEvent)]) {
        for (member, event) in events where member == Self.me && isUp { toClient.append(event) }
    }

    /// The next event arrives; now and then the one behind it first, or one a second time.
    mutating func carryToClient() {
        guard !toClient.isEmpty else { return }
        let event = toClient.remove(at: toClient.count > 1 && random.chance(10) ? 1 : 0)
        act { $0.received(event) }
        recent.append(event)
        if recent.count > 30 { recent.removeFirst() }
        if random.chance(10), let old = recent.randomElement(using: &random) { act { $0.received(old) } }
    }

    mutating func carryCall() {
        guard !calls.isEmpty else { return }
        switch calls.remove(at: Int.random(in: calls.indices, using: &random)) {
        case .loadThreads(let request):
            answers.append(.list(request, server.list(for: Self.me, offset: request.offset, limit: 2)))
        case .loadThread(let id): answers.append(.thread(server.thread(for: Self.me, id)))
        case .loadMessages(let load):
            // Without a network there is no answer.
            guard isUp else { return act { $0.loadFailed(load) } }
            answers.append(.messages(load, server.page(of: load, limit: conversation.terms.pageSize)))
        case .loadWorkspaces: answers.append(.noWorkspaces)
        default: break
        }
    }

    mutating func carryAnswer() {
        guard !answers.isEmpty else { return }
        let answer = answers.remove(at: Int.random(in: answers.indices, using: &random))
        act { conversation in
            switch answer {
            case .list(let request, let page): conversation.received(page, to: request)
            case .thread(let thread): conversation.received(thread)
            case .messages(let load, let page): conversation.loaded(page, for: load)
            case .noWorkspaces: conversation.hasNoWorkspaces()
            }
        }
    }

    mutating func fireTimers() {
        let due = timers.filter { $0.value <= now }.sorted { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }
        for (timer, _) in due {
            timers[timer] = nil
            act { $0.fired(timer) }
        }
    }

    // MARK: What happens

    /// The other member writes, edits or deletes.
    mutating func otherActs(_ number: Int) {
        let thread = Self.threads[Int.random(in: Self.threads.indices, using: &random)]
        let theirs = (server.messages[thread] ?? []).filter { $0.senderId == Self.other }
        let command: LiveCommand
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where !theirs.isEmpty:
            command = LiveCommand(
                id: "x",
                destination: CommandDestination(threadId: thread, action: .edit(messageId: theirs[0].messageId)),
                body: .edit(EditBody(content: "edited \(number)"))
            )
        case 1 where !theirs.isEmpty:
            let target = theirs[theirs.count / 2]
            command = LiveCommand(
                id: "x",
                destination: CommandDestination(threadId: thread, action: .delete(messageId: target.messageId)),
                body: .empty
            )
        default:
            let body = SendMessageBody(clientMessageId: "other-\(number)", content: "other \(number)")
            command = LiveCommand(
                id: "x",
                destination: CommandDestination(threadId: thread, action: .send),
                body: .message(body)
            )
        }
        tell(server.received(command, from: Self.other))
    }

    /// The person writes, edits, deletes or reads something.
    mutating func personActs(_ number: Int) {
        let thread = Self.threads[Int.random(in: Self.threads.indices, using: &random)]
        let messages = front.messages(in: thread)
        let time = wall
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            if let mine = messages.last(where: { $0.isOwn && $0.serverID != nil }) {
                act { $0.edited(mine.id, in: thread, text: "edited \(number)") }
            }
        case 1:
            if let mine = messages.first(where: { $0.isOwn && $0.serverID != nil && !$0.isDeleted }) {
                act { $0.deleted(mine.id, in: thread) }
            }
        case 2: if let read = messages.suffix(5).first { act { $0.seen(read.id, in: thread) } }
        case 3: act { $0.loadOlder(thread) }
        case 4: act { $0.drafted(DraftState("draft \(number)", cursor: 1), in: thread) }
        default: act { $0.composed(Draft("mine \(number)"), in: thread, at: time) }
        }
    }

    mutating func retryFailed() {
        for post in conversation.outbox.posts where post.isFailed { act { $0.retried(post.id) } }
    }

    /// Lets everything arrive that is under way.
    mutating func settle() async throws {
        for _ in 0..<10_000 {
            now += 100
            fireTimers()
            connect()
            while !work.isEmpty { try await carryWork() }
            while !toServer.isEmpty { carryToServer() }
            while !toClient.isEmpty { carryToClient() }
            while !calls.isEmpty { carryCall() }
            while !answers.isEmpty { carryAnswer() }
            let isQuiet = work.isEmpty && toServer.isEmpty && toClient.isEmpty && calls.isEmpty
            if isQuiet, timers.isEmpty { return }
        }
    }
}
