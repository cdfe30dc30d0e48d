import ChatStore
import FoundationEssentials
import Stomp
import StompClient
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Chat

private struct NoTokens: TokenStore {
    func accessToken() async -> String? { nil }
    func refreshToken() async -> String? { nil }
    func save(_ tokens: TokenPair) async throws {}
    func clear() async throws {}
}

/// A session over the real connection, in memory, against a broker that a test plays.
private final class Scene: Sendable {
    let clock = ManualClock()
    let transport: MemoryTransport
    let session: BrokerSession
    private let ids = Mutex(0)

    init(
        threads: [String],
        streams: StreamNames = .none,
        hasHeartBeats: Bool = true,
        shelf: StoreShelf? = nil
    ) {
        transport = MemoryTransport(clock: clock)
        var settings = ConnectionSettings()
        settings.offersCompression = false
        if !hasHeartBeats { (settings.heartBeatSend, settings.heartBeatReceive) = (.zero, .zero) }
        let connection = StompConnection(
            url: URL(string: "ws://broker.test:15674/ws") ?? URL(filePath: "/"),
            tokenStore: NoTokens(),
            transport: transport,
            settings: settings,
            clock: clock,
            chance: { 0 }
        )
        let counter = Counter()
        session = BrokerSession(
            connection: connection,
            url: "ws://broker.test:15674/ws",
            threads: threads.map { ChatThread(destination: $0) },
            reader: MessageReader(zone: .utc),
            writer: MessageWriter(sender: "me"),
            streams: streams,
            shelf: shelf,
            account: "7",
            clock: clock,
            now: { 1000 },
            makeID: { "u\(counter.next())" }
        )
    }

    /// Plays a broker that hands a SEND to all subscriptions of its destination; `answer` may say something else.
    func play(_ answer: @escaping @Sendable (StompFrame) -> [StompFrame]? = { _ in nil }) -> Task<Void, Never> {
        Task { [transport] in
            while let peer = try? await transport.nextConnection() {
                let wire = BrokerWire()
                var subscriptions: [(id: String, destination: String)] = []
                while let bytes = try? await peer.nextBytes(), !bytes.isEmpty {
                    for item in (try? wire.receive(bytes)) ?? [] {
                        switch item {
                        case .upgradeRequest: peer.send(wire.acceptance())
                        case .heartBeat, .ping, .close: break
                        case .frame(let frame):
                            if frame.command == .subscribe {
                                subscriptions.append((frame.headers["id"] ?? "", frame.headers["destination"] ?? ""))
                            }
                            let special = answer(frame)
                            var frames = special ?? BrokerAnswer.usual(to: frame)
                            if frame.command == .send, special == nil {
                                for target in subscriptions where target.destination == frame.headers["destination"] {
                                    var headers = StompHeaders(frame.headers.entries.filter { $0.name != "receipt" })
                                    headers.append("subscription", target.id)
                                    headers.append("message-id", "x")
                                    frames.append(StompFrame(.message, headers: headers, body: frame.body))
                                }
                            }
                            peer.send(wire.bytes(of: frames))
                            if frames.contains(where: { $0.command == .error }) { peer.endStream() }
                        }
                    }
                }
            }
        }
    }

    /// Lets the wait before the next attempt pass, and no more, for that would run out for the broker as well.
    func passBackOff(_ updates: inout Updates) async throws {
        let seconds = await updates.first { update -> Double? in
            if case .connection(.waiting(_, let seconds, _)) = update { seconds } else { nil }
        }
        let wait = Duration.seconds(try #require(seconds))
        try await clock.timer(at: clock.now.advanced(by: wait))
        clock.advance(by: wait)
    }

    /// Lets a time pass once something waits for its end.
    func pass(_ time: Duration) async throws {
        try await clock.timer(at: clock.now.advanced(by: time))
        clock.advance(by: time)
    }

    /// Lets the time pass that a test does not care for.
    func passTime() -> Task<Void, Never> {
        Task { [clock] in while let deadline = try? await clock.nextTimer() { clock.advance(to: deadline) } }
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}

/// The updates of a session, one by one.
private struct Updates {
    private var stream: AsyncStream<[ChatUpdate]>.Iterator
    private var waiting: ArraySlice<ChatUpdate> = []

    init(_ session: BrokerSession) {
        stream = session.updates().makeAsyncIterator()
    }

    /// The next update that `pick` makes something of; nil when the stream ends before.
    mutating func first<Value>(_ pick: (ChatUpdate) -> Value?) async -> Value? {
        while true {
            while let update = waiting.popFirst() {
                if let value = pick(update) { return value }
            }
            guard let more = await stream.next(isolation: #isolation) else { return nil }
            waiting = more[...]
        }
    }

    mutating func untilConnected() async -> String? {
        await first { if case .connection(.connected(let server, _)) = $0 { server } else { nil } }
    }
}

@Suite("A session")
struct BrokerSessionTests {
    @Test("joins, sends, and shows its own message once", .timeLimit(.minutes(10)))
    func talk() async {
        let scene = Scene(threads: ["/topic/a"])
        let broker = scene.play()
        var updates = Updates(scene.session)
        await scene.session.start()
        #expect(await updates.first { if case .joined(let thread) = $0 { thread.id } else { nil } } == "/topic/a")
        #expect(await updates.untilConnected() == "Scripted 1.0")
        let id = await scene.session.send("hello", to: "/topic/a")
        let shown = await updates.first { if case .messages(_, let messages) = $0 { messages } else { nil } }
        #expect(
            shown == [ChatMessage(id: "u1", sender: "me", text: "hello", time: 1000, isOwn: true, delivery: .sending)]
        )
        let delivery = await updates.first {
            if case .delivery(_, let id, let delivery) = $0 { (id, delivery) } else { nil }
        }
        #expect(delivery?.0 == id)
        #expect(delivery?.1 == .delivered)
        let time = scene.passTime()
        await scene.session.disconnect()
        // Nothing else came: the echo was not shown a second time.
        #expect(await updates.first { if case .messages = $0 { true } else { nil } } == nil)
        time.cancel()
        broker.cancel()
    }

    @Test("keeps the order of what is written", .timeLimit(.minutes(10)))
    func order() async {
        let scene = Scene(threads: ["/topic/a"])
        let sent = Mutex<[String]>([])
        let broker = scene.play { frame in
            if frame.command == .send {
                sent.withLock { $0.append(frame.headers["client-message-id"] ?? "") }
            }
            return nil
        }
        var updates = Updates(scene.session)
        await scene.session.start()
        _ = await updates.untilConnected()
        for number in 0..<50 { await scene.session.send("\(number)", to: "/topic/a") }
        for _ in 0..<50 { _ = await updates.first { if case .delivery = $0 { true } else { nil } } }
        var seen: [String] = []
        for id in sent.withLock({ $0 }) where !seen.contains(id) { seen.append(id) }
        #expect(seen == (1...50).map { "u\($0)" })
        let time = scene.passTime()
        await scene.session.disconnect()
        time.cancel()
        broker.cancel()
    }

    @Test("joins and leaves while it runs", .timeLimit(.minutes(10)))
    func joinAndLeave() async throws {
        let scene = Scene(threads: [])
        let broker = scene.play()
        var updates = Updates(scene.session)
        await scene.session.start()
        _ = await updates.untilConnected()
        #expect(await scene.session.send("x", to: "/topic/b") == nil)
        #expect(
            await updates.first { if case .notice(let text) = $0 { text } else { nil } }
                == "not sent: /topic/b is not joined"
        )
        try await scene.session.join("/topic/b")
        try await scene.session.join("/topic/b")
        #expect(await updates.first { if case .joined(let thread) = $0 { thread.title } else { nil } } == "b")
        await #expect(throws: FailureReport.self) { try await scene.session.join("") }
        await scene.session.leave("/topic/b")
        #expect(await updates.first { if case .left(let id, _) = $0 { id } else { nil } } == "/topic/b")
        let time = scene.passTime()
        await scene.session.disconnect()
        time.cancel()
        broker.cancel()
    }

    @Test("fails a message the server answers with an ERROR, and sends it again on request", .timeLimit(.minutes(10)))
    func refused() async throws {
        let scene = Scene(threads: ["/topic/a"])
        let attempts = Counter()
        let broker = scene.play { frame in
            guard frame.command == .send, attempts.next() == 1 else { return nil }
            return [BrokerAnswer.error("access_refused", about: frame)]
        }
        var updates = Updates(scene.session)
        await scene.session.start()
        _ = await updates.untilConnected()
        await scene.session.send("hello", to: "/topic/a")
        let reason = await updates.first { update -> String? in
            if case .delivery(_, "u1", .failed(let reason)) = update { reason } else { nil }
        }
        #expect(reason?.contains("access_refused") == true)
        try await scene.passBackOff(&updates)
        _ = await updates.untilConnected()
        await scene.session.retry("u1")
        let delivered = await updates.first { update -> Bool? in
            if case .delivery(_, "u1", .delivered) = update { true } else { nil }
        }
        #expect(delivered == true)
        let end = scene.passTime()
        await scene.session.disconnect()
        end.cancel()
        broker.cancel()
    }

    @Test(
        "opens another session when a stream confirms nothing, and sends there what did not arrive",
        .timeLimit(.minutes(10))
    )
    func stuckStream() async throws {
        let scene = Scene(threads: ["/queue/a"], streams: .all, hasHeartBeats: false)
        let sessions = Counter()
        let session = Mutex(0)
        let (sends, sent) = AsyncStream<Int>.makeStream()
        var sessionsOfSends = sends.makeAsyncIterator()
        let broker = scene.play { frame in
            if frame.command == .connect || frame.command == .stomp { session.withLock { $0 = sessions.next() } }
            guard frame.command == .send else { return nil }
            let number = session.withLock { $0 }
            sent.yield(number)
            // The first session is one that nothing is confirmed to.
            return number == 1 ? [] : nil
        }
        var updates = Updates(scene.session)
        await scene.session.start()
        _ = await updates.untilConnected()
        await scene.session.send("hello", to: "/queue/a")
        #expect(await sessionsOfSends.next() == 1)
        // The receipt's time passes, then that in which the stream could have brought the message.
        try await scene.pass(.seconds(15))
        try await scene.passBackOff(&updates)
        _ = await updates.untilConnected()
        try await scene.pass(.seconds(2))
        #expect(await sessionsOfSends.next() == 2)
        let isDelivered = await updates.first { update -> Bool? in
            switch update {
            case .delivery(_, "u1", .delivered): true
            case .delivery(_, "u1", .failed): false
            default: nil
            }
        }
        #expect(isDelivered == true)
        let end = scene.passTime()
        await scene.session.disconnect()
        end.cancel()
        broker.cancel()
    }

    @Test("does not tell a draft of this run as one of the run before", .timeLimit(.minutes(10)))
    func draftBeforeTheStore() async throws {
        let shelf = try TemporaryShelf()
        let scene = Scene(threads: ["/topic/a"], shelf: shelf.shelf)
        let broker = scene.play()
        var updates = Updates(scene.session)
        await scene.session.perform(.draft(threadID: "/topic/a", text: "hel", cursor: 3, replyTo: nil))
        await scene.session.start()
        let isQuiet = await updates.first { update -> Bool? in
            switch update {
            case .draft: false
            case .connection(.connected): true
            default: nil
            }
        }
        #expect(isQuiet == true)
        let end = scene.passTime()
        await scene.session.disconnect()
        end.cancel()
        broker.cancel()
    }

    @Test("shows what is stored, sends what never left, and not what may have arrived", .timeLimit(.minutes(10)))
    func afterACrash() async throws {
        let shelf = try TemporaryShelf()
        let store = try await ChatStore.open(shelf.location)
        let stored = StoredMessage(id: "x", position: .number(5), sender: "Ben", text: "before", time: 5)
        store.record([.arrived(threadID: "/topic/a", stored)])
        for id in ["left", "stayed"] {
            try await store.queue(OutboxEntry(id: id, threadID: "/topic/a", text: id, time: 6))
        }
        try await store.commit([
            .outboxState(outboxID: "left", .uncertain), .draft(threadID: "/topic/a", StoredDraft(text: "d", cursor: 1)),
        ])
        await store.close()

        let scene = Scene(threads: ["/topic/a"], shelf: shelf.shelf)
        let sent = Mutex<[String]>([])
        let broker = scene.play { frame in
            if frame.command == .send { sent.withLock { $0.append(frame.headers["client-message-id"] ?? "") } }
            return nil
        }
        var updates = Updates(scene.session)
        await scene.session.start()
        let items = await updates.first { update -> [TimelineItem]? in
            if case .timeline("/topic/a", .replaced(let items, false)) = update { items } else { nil }
        }
        #expect(items?.map(\.id) == ["x", "lost behind x"])
        let own = await updates.first { if case .messages(_, let messages) = $0 { messages } else { nil } }
        #expect(own?.map(\.id) == ["left", "stayed"])
        guard case .failed? = own?.first?.delivery else {
            Issue.record("it may have arrived, and should not go out again by itself")
            return
        }
        #expect(own?.last?.delivery == .waiting)
        let draft = await updates.first { if case .draft(_, let draft) = $0 { draft } else { nil } }
        #expect(draft == DraftState("d", cursor: 1))
        let delivered = await updates.first { update -> Bool? in
            if case .delivery(_, "stayed", .delivered) = update { true } else { nil }
        }
        #expect(delivered == true)
        let time = scene.passTime()
        await scene.session.disconnect()
        time.cancel()
        broker.cancel()
        #expect(sent.withLock { $0 } == ["stayed"])

        let later = try await ChatStore.open(shelf.location)
        #expect(try await later.adoptOutbox().map(\.id) == ["left"])
        #expect(try await later.newest(of: "/topic/a", limit: 9).messages.map(\.text) == ["before", "stayed"])
        await later.close()
    }

    @Test(
        "opens a store later that can't be opened at first, and keeps what there is by then",
        .timeLimit(.minutes(10))
    )
    func laterStore() async throws {
        let place = try TemporaryShelf()
        let before = try await ChatStore.open(place.location)
        let stored = StoredMessage(id: "x", position: .number(5), sender: "Ben", text: "before", time: 5)
        try await before.commit([
            .arrived(threadID: "/topic/a", stored), .draft(threadID: "/topic/a", StoredDraft(text: "d", cursor: 1)),
        ])
        await before.close()
        try place.obstruct()
        let scene = Scene(threads: ["/topic/a"], shelf: place.shelf)
        // Nothing is confirmed or comes back.
        let broker = scene.play { $0.command == .send ? [] : nil }
        var updates = Updates(scene.session)
        await scene.session.start()
        let reason = await updates.first { if case .notKept(let reason) = $0 { reason } else { nil } }
        #expect(reason?.contains("history is not kept") == true)
        await scene.session.send("on its way", to: "/topic/a")
        await scene.session.perform(.draft(threadID: "/topic/b", text: "begun", cursor: 5, replyTo: nil))
        try await scene.clock.timer(at: .seconds(5))
        try place.clear()
        scene.clock.advance(by: .seconds(5))
        let older = await updates.first { update -> [TimelineItem]? in
            if case .timeline("/topic/a", .inserted(let items, before: nil, _)) = update { items } else { nil }
        }
        #expect(older?.map(\.id) == ["x", "lost behind x"])
        _ = await updates.first { if case .keptAgain = $0 { true } else { nil } }
        let draft = await updates.first { if case .draft("/topic/a", let draft) = $0 { draft } else { nil } }
        #expect(draft == DraftState("d", cursor: 1))
        let time = scene.passTime()
        await scene.session.disconnect()
        time.cancel()
        broker.cancel()
        let after = try await ChatStore.open(place.location)
        #expect(try await after.adoptOutbox().map(\.text) == ["on its way"])
        #expect(try await after.drafts().mapValues(\.text) == ["/topic/a": "d", "/topic/b": "begun"])
        await after.close()
    }

    @Test("ends its updates when it is disconnected before it ever connected", .timeLimit(.minutes(10)))
    func early() async {
        let scene = Scene(threads: ["/topic/a"])
        scene.transport.otherwise(.hang)
        var updates = Updates(scene.session)
        await scene.session.start()
        await scene.session.disconnect()
        #expect(await updates.first { if case .notice = $0 { true } else { nil } } == nil)
    }
}
