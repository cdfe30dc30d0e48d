import ChatStore
import Community
import TestSupport

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
        case react(StoredReactions)
    }

    /// What is on its way to the client.
    enum Incoming {
        case event(LiveEvent)
        case refusal(CommandRefused)
    }

    /// What the server has said to a call, on its way back.
    enum Answer {
        case rest(ModelWorld.Answer)
        case prepared(postID: String, fileIDs: [String])
        case uploadFailed(postID: String)
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
    var toClient: [Incoming] = []
    var calls: [CommunityEffect] = []
    var answers: [Answer] = []
    var timers: [CommunityTimer: Int] = [:]
    var work: [StoreWork] = []
    var recent: [LiveEvent] = []
    /// The messages of ours that a person has seen as written, and not given up.
    var shown: Set<String> = []
    /// What the store was told to keep, which it must have after a kill.
    var keptDrafts: [String: StoredDraft] = [:]
    var keptBlocks: Set<String> = []
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
        checkKept(stored)
        act { $0.restored(stored) }
        checkDrafts()
        for thread in Self.threads { act { $0.opened(thread) } }
    }

    /// The program is killed at this instruction, and started again.
    mutating func kill() async throws {
        kills += 1
        // It may have been killed after the disk had it, and before it was told so.
        if case .queue(let entry)? = work.first, random.chance(50) { try await store.queue(entry) }
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
            case .loadThreads, .loadThread, .loadMessages, .loadWorkspaces, .prepare: calls.append(effect)
            case .record(let changes): work.append(.record(changes))
            case .queue(let entry): work.append(.queue(entry))
            case .readStored(let load): work.append(.read(load))
            case .recordReactions(let change): work.append(.react(change))
            case .log: break
            }
        }
        checkShown()
    }

    mutating func fireTimers() {
        let due = timers.filter { $0.value <= now }.sorted { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }
        for (timer, _) in due {
            timers[timer] = nil
            act { $0.fired(timer) }
        }
    }

    // MARK: Its store

    /// The store does the next piece of its work.
    mutating func carryWork() async throws {
        guard !work.isEmpty else { return }
        switch work.removeFirst() {
        case .record(let changes):
            store.record(changes)
            for change in changes { note(change) }
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
        case .react(let change):
            guard var stored = try await store.message(change.messageID, in: change.threadID), !stored.isDeleted
            else { return }
            var message = ChatMessage(stored)
            message.reactions = change.reactions
            stored.details = MessageDetails(message).bytes
            store.record([.changed(threadID: change.threadID, stored)])
        }
    }

    private mutating func note(_ change: StoreChange) {
        switch change {
        case .draft(let threadID, let draft): keptDrafts[threadID] = draft
        case .blocked(let memberID, _, let isBlocked):
            if isBlocked { keptBlocks.insert(memberID) } else { keptBlocks.remove(memberID) }
        default: break
        }
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
        faults.append("it never comes to rest")
    }
}

// MARK: What must hold all the time
extension StoredWorld {
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

    /// What the store was told before the kill is there.
    private mutating func checkKept(_ stored: CommunityConversation.Stored) {
        let kept = Set(stored.outbox.map(\.id))
        for id in shown where !kept.contains(id) && !server.has(clientID: id) { faults.append("\(id) is lost") }
        // What became a message is a draft no more.
        keptDrafts = keptDrafts.filter { stored.drafts[$0.key] != nil || !hasBeenQueued($0.value.text, stored) }
        if stored.drafts != keptDrafts { faults.append("drafts are \(stored.drafts), and were \(keptDrafts)") }
        let blocked = Set(stored.members.filter(\.isBlocked).map(\.id))
        if blocked != keptBlocks { faults.append("\(blocked) are blocked, and were \(keptBlocks)") }
    }

    private func hasBeenQueued(_ text: String, _ stored: CommunityConversation.Stored) -> Bool {
        stored.outbox.contains { $0.text == text } || server.arrived.contains(text)
    }

    /// A draft stands where it was written, unless it was sent.
    private mutating func checkDrafts() {
        for (threadID, draft) in keptDrafts where front.drafts[threadID] == nil {
            let isSent = server.arrived.contains(draft.text)
            if !isSent, !conversation.outbox.posts.contains(where: { $0.text == draft.text }) {
                faults.append("\(draft) of \(threadID) is lost")
            }
        }
        for (threadID, draft) in front.drafts {
            if keptDrafts[threadID] != StoredDraft(draft) { faults.append("\(draft) is not the draft of \(threadID)") }
            if server.arrived.contains(draft.text) { faults.append("\(draft.text) was sent, and is a draft again") }
        }
    }
}
