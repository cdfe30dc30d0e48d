import Community
import TestSupport

@testable import Chat

/// Clients, a server, and a network between them that is slow, repeats itself and breaks. Time passes only in steps.
struct ModelWorld {
    /// One client: the conversation, its front, and all that is under way for it.
    struct Client {
        let member: String
        var conversation: CommunityConversation
        var front = FrontModel()
        var isUp = false
        /// When the network is there again.
        var returnsAt = 0
        var toServer: [LiveCommand] = []
        var toClient: [LiveEvent] = []
        var calls: [CommunityEffect] = []
        var answers: [Answer] = []
        var timers: [CommunityTimer: Int] = [:]
        /// Events that came lately, for repeats.
        var recent: [LiveEvent] = []
    }

    /// What the server has said to a call, on its way back.
    enum Answer {
        case list(ThreadListLoad.Request, ThreadPage)
        case thread(WireThread)
        case messages(HistoryLoad, MessagePage)
        case noWorkspaces
    }

    var server: ModelServer
    var clients: [Client]
    var random: SeededRandom
    /// In milliseconds.
    var now = 0
    var cutCount = 0

    init(members: [String: String], threads: [String], seed: UInt64, terms: (String) -> CommunityConversation.Terms) {
        server = ModelServer(members: members, threads: threads)
        random = SeededRandom(seed: seed)
        clients = members.keys.sorted().map { member in
            Client(member: member, conversation: CommunityConversation(terms(member)))
        }
        for index in clients.indices {
            let member = clients[index].member
            apply(clients[index].conversation.signedIn(Member(id: member, name: members[member] ?? "")), to: index)
        }
    }

    // MARK: What clients do

    mutating func apply(_ outcome: Outcome, to index: Int) {
        clients[index].front.take(outcome.updates)
        for effect in outcome.effects {
            switch effect {
            case .transmit(let command): if clients[index].isUp { clients[index].toServer.append(command) }
            case .schedule(let timer, let wait):
                let (seconds, attoseconds) = wait.components
                clients[index].timers[timer] = now + Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
            case .cancel(let timer): clients[index].timers[timer] = nil
            case .loadThreads, .loadThread, .loadMessages, .loadWorkspaces: clients[index].calls.append(effect)
            case .prepare, .log, .readStored, .queue, .record, .recordReactions: break
            }
        }
    }

    /// Does something to a conversation and takes what follows.
    mutating func act(_ index: Int, _ body: (inout CommunityConversation) -> Outcome) {
        apply(body(&clients[index].conversation), to: index)
    }

    // MARK: The network

    mutating func connect(_ index: Int) {
        guard !clients[index].isUp else { return }
        clients[index].isUp = true
        act(index) { $0.connected() }
    }

    /// The connection breaks somewhere on the way: of what was sent, only a beginning arrives.
    mutating func cut(_ index: Int) {
        guard clients[index].isUp else { return }
        cutCount += 1
        for _ in 0..<Int.random(in: 0...clients[index].toServer.count, using: &random) { carryToServer(index) }
        for _ in 0..<Int.random(in: 0...clients[index].toClient.count, using: &random) { carryToClient(index) }
        clients[index].toServer = []
        clients[index].toClient = []
        clients[index].isUp = false
        clients[index].returnsAt = now + Int.random(in: 100...6000, using: &random)
        act(index) { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "cut") }
    }

    mutating func carryToServer(_ index: Int) {
        guard !clients[index].toServer.isEmpty else { return }
        let command = clients[index].toServer.removeFirst()
        for (member, event) in server.received(command, from: clients[index].member) {
            // A server tells those who are there; nothing is replayed.
            guard let target = clients.firstIndex(where: { $0.member == member && $0.isUp }) else { continue }
            clients[target].toClient.append(event)
        }
    }

    /// The next event arrives; now and then the one behind it first, or one a second time.
    mutating func carryToClient(_ index: Int) {
        guard !clients[index].toClient.isEmpty else { return }
        let place = clients[index].toClient.count > 1 && random.chance(5) ? 1 : 0
        let event = clients[index].toClient.remove(at: place)
        act(index) { $0.received(event) }
        clients[index].recent.append(event)
        if clients[index].recent.count > 50 { clients[index].recent.removeFirst() }
        if random.chance(5), let old = clients[index].recent.randomElement(using: &random) {
            act(index) { $0.received(old) }
        }
    }

    /// The server sees a call; its answer is on its way.
    mutating func carryCall(_ index: Int) {
        guard !clients[index].calls.isEmpty else { return }
        let place = Int.random(in: clients[index].calls.indices, using: &random)
        let member = clients[index].member
        switch clients[index].calls.remove(at: place) {
        case .loadThreads(let request):
            clients[index].answers.append(.list(request, server.list(for: member, offset: request.offset, limit: 2)))
        case .loadThread(let id): clients[index].answers.append(.thread(server.thread(for: member, id)))
        case .loadMessages(let load):
            let limit = clients[index].conversation.terms.pageSize
            clients[index].answers.append(.messages(load, server.page(of: load, limit: limit, for: member)))
        case .loadWorkspaces: clients[index].answers.append(.noWorkspaces)
        default: break
        }
    }

    /// An answer arrives; answers may overtake each other, and go on when the socket does not.
    mutating func carryAnswer(_ index: Int) {
        guard !clients[index].answers.isEmpty else { return }
        let place = Int.random(in: clients[index].answers.indices, using: &random)
        let answer = clients[index].answers.remove(at: place)
        act(index) { conversation in
            switch answer {
            case .list(let request, let page): conversation.received(page, to: request)
            case .thread(let thread): conversation.received(thread)
            case .messages(let load, let page): conversation.loaded(page, for: load)
            case .noWorkspaces: conversation.hasNoWorkspaces()
            }
        }
    }

    mutating func fireTimers(_ index: Int) {
        let due = clients[index].timers.filter { $0.value <= now }.sorted {
            ($0.value, "\($0.key)") < ($1.value, "\($1.key)")
        }
        for (timer, _) in due {
            clients[index].timers[timer] = nil
            act(index) { $0.fired(timer) }
        }
    }

    /// A little time passes and some of what is under way arrives.
    mutating func step() {
        now += Int.random(in: 1...20, using: &random)
        for index in clients.indices {
            fireTimers(index)
            if !clients[index].isUp, now >= clients[index].returnsAt { connect(index) }
            for _ in 0..<Int.random(in: 0...3, using: &random) { carryToServer(index) }
            for _ in 0..<Int.random(in: 0...6, using: &random) { carryToClient(index) }
            if random.chance(40) { carryCall(index) }
            if random.chance(40) { carryAnswer(index) }
        }
    }

    /// Lets everything arrive that is under way.
    mutating func settle() {
        for _ in 0..<100_000 {
            now += 100
            var isQuiet = true
            for index in clients.indices {
                fireTimers(index)
                if !clients[index].isUp { connect(index) }
                while !clients[index].toServer.isEmpty { carryToServer(index) }
                while !clients[index].toClient.isEmpty { carryToClient(index) }
                while !clients[index].calls.isEmpty { carryCall(index) }
                while !clients[index].answers.isEmpty { carryAnswer(index) }
                let client = clients[index]
                isQuiet = isQuiet && client.timers.isEmpty
            }
            if isQuiet && clients.allSatisfy({ $0.toServer.isEmpty && $0.toClient.isEmpty && $0.calls.isEmpty }) {
                return
            }
        }
    }
}
