import ChatStore
import FoundationEssentials
import Stomp
import StompClient
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Chat

private struct GivenToken: TokenStore {
    func accessToken() async -> String? { "t1" }
    func refreshToken() async -> String? { nil }
    func save(_ tokens: TokenPair) async throws {}
    func clear() async throws {}
}

/// A session with rooms over the real connection, in memory, against a server and an API that a test plays.
private final class Stage: Sendable {
    let clock = ManualClock()
    let transport: MemoryTransport
    let session: BrokerSession
    let frames = Mutex<[StompFrame]>([])
    private let ids = Mutex(0)

    init(
        api: ScriptedAPI = ScriptedAPI(),
        shelf: StoreShelf? = nil,
        renewal: TokenRenewal? = nil,
        settings change: (inout ConnectionSettings) -> Void = { _ in },
        shape: (inout BrokerShape, MessageReader) throws -> Void
    ) throws {
        transport = MemoryTransport(clock: clock)
        let clock = clock
        let now: @Sendable () -> Int64 = { 1_796_000_000_000 + Int64(clock.now.offset / .milliseconds(1)) }
        let tokens = BrokerTokens(source: GivenToken(), renewal: renewal, http: api, base: "https://h", now: now)
        var settings = ConnectionSettings()
        settings.offersCompression = false
        settings.confirmsSubscriptions = false
        settings.heartBeatSend = .zero
        settings.heartBeatReceive = .zero
        change(&settings)
        let connection = StompConnection(
            url: URL(string: "ws://h/ws") ?? URL(filePath: "/"),
            tokenStore: tokens,
            tokenRefresher: renewal == nil ? nil : tokens,
            transport: transport,
            settings: settings,
            clock: clock,
            chance: { 0 }
        )
        var reader = MessageReader(zone: .utc)
        reader.me = "42"
        reader.paths.senderID = try FieldPath("senderId")
        var terms = BrokerShape()
        terms.rooms = RoomTemplates(subscribe: [try TextTemplate("/topic/{room}", allowed: [.room])])
        try shape(&terms, reader)
        var destinations = SendDestination.same
        destinations.rooms = terms.rooms
        let counter = Mutex(0)
        session = BrokerSession(
            connection: connection,
            url: "ws://h/ws",
            threads: [ChatThread(id: "1", title: "One")],
            reader: reader,
            writer: MessageWriter(sender: "me"),
            destinations: destinations,
            shape: terms,
            rest: BrokerREST(http: api, base: "https://h", tokens: tokens, header: ("Authorization", "Bearer ")),
            tokens: tokens,
            shelf: shelf,
            account: "7",
            clock: clock,
            now: now,
            makeID: {
                counter.withLock {
                    $0 += 1
                    return "u\($0)"
                }
            }
        )
    }

    static func history(_ reader: MessageReader) throws -> HistoryShape {
        var pages = PageShape(url: try URLTemplate("/h/{room}?before={before}", allowed: Placeholder.historyPage))
        pages.size = 2
        return HistoryShape(pages: pages, reader: reader)
    }

    /// Plays a server that accepts everything, and says to each frame what `answer` says.
    func play(_ answer: @escaping @Sendable (StompFrame) -> [StompFrame] = { _ in [] }) -> Task<Void, Never> {
        Task { [transport, self] in
            while let peer = try? await transport.nextConnection() {
                let wire = BrokerWire()
                while let bytes = try? await peer.nextBytes(), !bytes.isEmpty {
                    for item in (try? wire.receive(bytes)) ?? [] {
                        switch item {
                        case .upgradeRequest: peer.send(wire.acceptance())
                        case .heartBeat, .ping, .close: break
                        case .frame(let frame):
                            frames.withLock { $0.append(frame) }
                            let answers = answer(frame)
                            // A server closes after an ERROR.
                            let isRefusal = answers.contains { $0.command == .error }
                            peer.send(wire.bytes(of: (isRefusal ? [] : BrokerAnswer.usual(to: frame)) + answers))
                            if isRefusal { peer.endStream() }
                        }
                    }
                }
            }
        }
    }

    func sent(_ destination: String) -> [StompFrame] {
        frames.withLock { $0.filter { $0.command == .send && $0.headers["destination"] == destination } }
    }
}

/// The updates of a session, one by one.
private struct Updates {
    private var stream: AsyncStream<[ChatUpdate]>.Iterator
    private var waiting: ArraySlice<ChatUpdate> = []
    private(set) var notices: [String] = []

    init(_ session: BrokerSession) {
        stream = session.updates().makeAsyncIterator()
    }

    mutating func first<Value>(_ pick: (ChatUpdate) -> Value?) async -> Value? {
        while true {
            while let update = waiting.popFirst() {
                if case .notice(let text) = update { notices.append(text) }
                if let value = pick(update) { return value }
            }
            guard let more = await stream.next(isolation: #isolation) else { return nil }
            waiting = more[...]
        }
    }

    mutating func untilConnected() async {
        _ = await first { if case .connection(.connected) = $0 { true } else { nil } }
    }

    mutating func items() async -> [String]? {
        await first { update in
            guard case .timeline(_, let change) = update else { return nil }
            switch change {
            case .replaced(let items, _), .appended(let items, _), .inserted(let items, _, _):
                return items.map { item in
                    if case .message(let message) = item { message.text } else { "gap" }
                }
            case .updated, .removed: return nil
            }
        }
    }

    mutating func outcome() async -> ChatMessage.Delivery? {
        await first { update in
            if case .delivery(_, _, let delivery) = update, !delivery.isPending { delivery } else { nil }
        }
    }
}

@Suite("A session with rooms", .timeLimit(.minutes(10)))
struct ShapedSessionTests {
    private func end(_ stage: Stage, _ tasks: Task<Void, Never>...) async {
        let time = Task { [clock = stage.clock] in
            while let deadline = try? await clock.nextTimer() { clock.advance(to: deadline) }
        }
        await stage.session.disconnect()
        time.cancel()
        for task in tasks { task.cancel() }
    }

    @Test("waits for the echo as long as it is told, and no longer")
    func echoTimeOut() async throws {
        let stage = try Stage { shape, _ in
            shape.confirmation = .echo
            shape.echoTimeout = .seconds(7)
        }
        let server = stage.play()
        var updates = Updates(stage.session)
        await stage.session.start()
        await updates.untilConnected()
        await stage.session.send("hi", to: "1")
        try await stage.clock.timer(at: stage.clock.now.offset + .seconds(7))
        stage.clock.advance(by: .seconds(7))
        #expect(
            await updates.outcome()
                == .failed(reason: "no confirmation within 7 s: it may or may not have arrived")
        )
        await end(stage, server)
    }

    @Test("does not wait for an echo that a lost connection can't bring")
    func echoLost() async throws {
        let stage = try Stage { shape, _ in shape.confirmation = .echo }
        let server = stage.play { frame in frame.command == .send ? [BrokerAnswer.error("gone")] : [] }
        var updates = Updates(stage.session)
        await stage.session.start()
        await updates.untilConnected()
        await stage.session.send("hi", to: "1")
        guard case .failed(let reason)? = await updates.outcome() else {
            Issue.record("delivered")
            return
        }
        #expect(reason.hasPrefix("not confirmed, it may or may not have arrived"))
        await end(stage, server)
    }

    @Test("sends the second message once the first has come back, however fast")
    func echoOrder() async throws {
        let stage = try Stage { shape, _ in shape.confirmation = .echo }
        let server = stage.play { frame in
            guard frame.command == .send else { return [] }
            let headers: StompHeaders = ["subscription": "sub-0", "message-id": "m", "destination": "/x"]
            return [StompFrame(.message, headers: headers, body: frame.body)]
        }
        var updates = Updates(stage.session)
        await stage.session.start()
        await updates.untilConnected()
        for number in 0..<20 { await stage.session.send("\(number)", to: "1") }
        for _ in 0..<20 { #expect(await updates.outcome() == .delivered) }
        #expect(stage.sent("/topic/1").map { $0.headers["client-message-id"] } == (1...20).map { "u\($0)" })
        await end(stage, server)
    }

    @Test("renews a token before its end, tells the server, and signs each frame with the new one")
    func renewal() async throws {
        let api = ScriptedAPI(.json(#"{"access":"t2"}"#))
        var renewal = TokenRenewal(call: CallTemplate(.post, try URLTemplate("/refresh", allowed: []))) { "r1" }
        renewal.access = try FieldPath("access")
        renewal.lifetime = .seconds(100)
        let stage = try Stage(
            api: api,
            renewal: renewal,
            settings: { $0.frameToken = .init(name: "Authorization") },
            shape: { shape, _ in
                shape.confirmation = .none
                shape.tokenNotice = TokenRenewal.Notice(
                    destination: "/pub/auth.refresh",
                    body: .object(["token": try JSONTemplate(text: "{token}", allowed: [.token])]),
                    header: ("Authorization", "Bearer ")
                )
            }
        )
        let server = stage.play()
        var updates = Updates(stage.session)
        await stage.session.start()
        await updates.untilConnected()
        await stage.session.send("before", to: "1")
        #expect(await updates.outcome() == .delivered)
        try await stage.clock.timer(at: .seconds(40))
        #expect(api.requests.isEmpty)
        stage.clock.advance(by: .seconds(40))
        // The next renewal is planned once this one is told.
        try await stage.clock.timer(at: .seconds(80))
        await stage.session.send("after", to: "1")
        #expect(await updates.outcome() == .delivered)
        #expect(api.requests.map(\.url) == ["https://h/refresh"])
        await end(stage, server)
        let notice = try #require(stage.sent("/pub/auth.refresh").first)
        #expect(notice.headers["Authorization"] == "Bearer t2")
        #expect(String(decoding: notice.body, as: UTF8.self) == #"{"token":"t2"}"#)
        #expect(
            stage.sent("/topic/1").map { $0.headers["Authorization"] } == ["Bearer t1", "Bearer t2"]
        )
    }

    @Test("renews a token that the server refuses, and signs in with the new one at once")
    func refusedToken() async throws {
        let api = ScriptedAPI(.json(#"{"access":"t2"}"#))
        var renewal = TokenRenewal(call: CallTemplate(.post, try URLTemplate("/refresh", allowed: []))) { "r1" }
        renewal.access = try FieldPath("access")
        let stage = try Stage(api: api, renewal: renewal) { _, _ in }
        let server = stage.play { frame in
            frame.command == .connect && frame.headers["Authorization"] != "Bearer t2"
                ? [BrokerAnswer.error("token expired")] : []
        }
        var updates = Updates(stage.session)
        await stage.session.start()
        await updates.untilConnected()
        #expect(stage.clock.now.offset == .zero)
        #expect(api.requests.count == 1)
        await end(stage, server)
    }

    @Test("loses nothing but history when the API is broken, and says so once")
    func brokenAPI() async throws {
        let api = ScriptedAPI { _, count in
            switch count {
            case 0: .json("<html>", status: 200)
            case 1: .json("{}", status: 200)
            default: nil
            }
        }
        let stage = try Stage(api: api) { shape, reader in
            shape.history = try Stage.history(reader)
            shape.confirmation = .none
        }
        let server = stage.play()
        var updates = Updates(stage.session)
        await stage.session.start()
        await updates.untilConnected()
        for _ in 0..<3 {
            await stage.session.perform(.open(threadID: "1"))
            #expect(await updates.items() == [])
        }
        #expect(
            updates.notices == ["no history of One: the server's answer is no JSON; check its URL in the profile"]
        )
        await stage.session.send("hi", to: "1")
        #expect(await updates.outcome() == .delivered)
        await end(stage, server)
    }

    @Test("keeps what it has read, in the server's order, and shows it without a network")
    func kept() async throws {
        let shelf = try TemporaryShelf()
        func item(_ id: Int) -> String {
            #"{"id":\#(id),"content":"m\#(id)","senderId":9,"time":\#(1_795_000_000 + id)}"#
        }
        let pages = [
            "https://h/h/1": "[\(item(4)),\(item(3))]", "https://h/h/1?before=3": "[\(item(2)),\(item(1))]",
            "https://h/h/1?before=1": "[]",
        ]
        let api = ScriptedAPI { request, _ in pages[request.url].map { .json($0) } }
        let live = item(5)
        let stage = try Stage(api: api, shelf: shelf.shelf) { shape, reader in shape.history = try Stage.history(reader)
        }
        let server = stage.play { frame in
            guard frame.command == .subscribe else { return [] }
            let headers: StompHeaders = ["subscription": "sub-0", "message-id": "m", "destination": "/x"]
            return [StompFrame(.message, headers: headers, body: Array(live.utf8))]
        }
        var updates = Updates(stage.session)
        await stage.session.start()
        await updates.untilConnected()
        #expect(await updates.items() == ["m5"])
        await stage.session.perform(.open(threadID: "1"))
        #expect(await updates.items() == ["m3", "m4", "m5"])
        await stage.session.perform(.loadOlder(threadID: "1"))
        #expect(await updates.items() == ["m1", "m2"])
        await end(stage, server)

        let offline = try Stage(shelf: shelf.shelf) { shape, reader in shape.history = try Stage.history(reader) }
        offline.transport.script(.refuse(.unreachable(host: "h", port: 80, detail: "refused")))
        var later = Updates(offline.session)
        await offline.session.start()
        let shown = await later.items()
        #expect(shown?.filter { $0 != "gap" } == ["m1", "m2", "m3", "m4", "m5"])
        await end(offline)
    }
}
