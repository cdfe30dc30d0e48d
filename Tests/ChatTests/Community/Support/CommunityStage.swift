import Community
import FoundationEssentials
import Stomp
import StompClient
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Chat

/// A session over the real client and the real connection, against a server whose answers a test writes.
final class CommunityStage: Sendable {
    typealias Request = ScriptedHTTPServer.Request
    typealias Answer = ScriptedHTTPServer.Answer

    let clock = ManualClock()
    let transport: MemoryTransport
    let broker: LiveBroker
    let server: ScriptedHTTPServer
    let store: MemoryStore
    let session: CommunitySession
    private let playing: Task<Void, Never>

    /// Makes a session signed in as Ann (7), unless `tokens` says otherwise.
    ///
    /// - Parameters:
    ///   - runs: begins the identifiers made, so that those of several runs of a program differ.
    ///   - isReachable: whether attempts to connect come to anything.
    ///   - answer: nil leaves a request to `usual`.
    init(
        tokens: StoredTokens? = StoredTokens(
            access: Secret("access-1"),
            refresh: Secret("refresh-1"),
            memberId: "7",
            name: "Ann"
        ),
        usesTickets: Bool = false,
        version: String = "0.1.0",
        shelf: StoreShelf? = nil,
        keeping: CommunitySession.Keeping = .everything,
        wall: WallTime = WallTime(1000),
        runs: String = "",
        isReachable: Bool = true,
        _ answer: @escaping @Sendable (Request) -> Answer? = { _ in nil }
    ) throws {
        let clock = clock
        let transport = MemoryTransport(clock: clock)
        self.transport = transport
        broker = LiveBroker(transport)
        playing = isReachable ? broker.play() : Task {}
        server = try ScriptedHTTPServer { answer($0) ?? Self.usual($0) }
        store = MemoryStore(tokens)
        var settings = TransportSettings()
        settings.proxy = ""
        let bare = APIClient(
            base: try #require(BaseURL(server.url)),
            http: try CurlHTTPClient(settings: settings),
            identity: ClientIdentity(version: version, timeZone: "Asia/Seoul"),
            clock: clock,
            chance: { 0 }
        )
        let member = MemberSession(store: store, exchange: ServerTokenExchange(client: bare))
        let count = Count()
        session = CommunitySession(
            CommunitySession.Server(
                client: bare.adding(TokenPlugin(session: member)),
                session: member,
                signIn: { SignIn(client: bare, prompter: $0, clock: clock) },
                connect: { tokens in
                    var settings = ConnectionSettings()
                    settings.offersCompression = false
                    return StompConnection(
                        url: URL(string: "ws://community.test/ws/websocket") ?? URL(filePath: "/"),
                        tokenStore: tokens,
                        tokenRefresher: tokens,
                        transport: transport,
                        settings: settings,
                        clock: clock,
                        chance: { 0 }
                    )
                },
                usesTickets: usesTickets,
                url: "http://community.test",
                version: version
            ),
            shelf: shelf,
            keeping: keeping,
            clock: clock,
            now: { wall.value },
            makeID: { "\(runs)id-\(count.next())" }
        )
    }

    deinit { playing.cancel() }

    /// What a server with one member, two threads and no workspaces says.
    static func usual(_ request: Request) -> Answer {
        switch (request.method, request.path) {
        case ("GET", "/api/v1/app/version"): success(#"{"minimum": "0.1.0", "latest": "0.1.0"}"#)
        case ("GET", "/api/v1/members/me"): success(#"{"memberId": "7", "name": "Ann"}"#)
        case ("GET", "/api/v1/community/threads"):
            success(
                #"""
                {"pinned": [], "threads": [
                    {"threadId": "1", "title": "General", "unreadCount": "0", "isJoined": true, "memberCount": "3"},
                    {"threadId": "2", "title": "Études", "unreadCount": "2", "isJoined": true, "memberCount": "2"}
                ], "nextOffset": null, "total": "2"}
                """#
            )
        case ("GET", "/api/v1/community/threads/1/messages"), ("GET", "/api/v1/community/threads/2/messages"):
            success(#"{"messages": [], "hasMore": false}"#)
        case ("GET", "/api/v1/community/threads/1/members"):
            success(
                #"""
                {"items": [{"memberId": "7", "name": "Ann", "role": "OWNER"}, {"memberId": "8", "name": "Ben"},
                    {"memberId": "9", "name": "Benno"}, {"memberId": "10", "name": "민수"}], "total": "4"}
                """#
            )
        case (_, "/api/v1/workspaces"): failure(404, "COMMON404")
        case ("GET", _): failure(404, "COMMON404")
        default: success("null")
        }
    }

    static func success(_ result: String) -> Answer {
        .json(#"{"success": true, "code": "COMMON200", "message": "ok", "result": \#(result)}"#)
    }

    static func failure(_ status: Int, _ code: String, message: String = "no", display: String? = nil) -> Answer {
        let shown = display.map { #", "displayType": "\#($0)""# } ?? ""
        return .json(
            #"{"success": false, "code": "\#(code)", "message": "\#(message)"\#(shown)}"#,
            status: status
        )
    }

    /// A message as the contract writes it over STOMP.
    static func message(_ id: Int, in thread: Int = 1, by sender: Int = 8, _ text: String, more: String = "") -> String
    {
        #"""
        {"messageId": \#(id), "threadId": \#(thread), "senderId": \#(sender), "senderName": "Ben",
            "content": "\#(text)", "type": "TEXT", "createdAt": "2026-11-30T04:05:06.789Z"\#(more)}
        """#
    }

    // MARK: Along the way

    /// Starts, and waits for the list of threads and the connection.
    func begin() async -> Watched {
        var updates = Watched(session)
        await session.start()
        await updates.untilReady()
        return updates
    }

    /// Lets the time pass that a test does not care for.
    func passTime() -> Task<Void, Never> {
        Task { [clock] in while let deadline = try? await clock.nextTimer() { clock.advance(to: deadline) } }
    }

    /// Ends the session, however long it takes by the clock.
    func end() async {
        let time = passTime()
        await session.disconnect()
        time.cancel()
    }
}

/// A clock on the wall that a test sets, in milliseconds since 1970.
final class WallTime: Sendable {
    private let time: Mutex<Int64>

    init(_ time: Int64) {
        self.time = Mutex(time)
    }

    var value: Int64 { time.withLock { $0 } }

    func set(_ time: Int64) { self.time.withLock { $0 = time } }
}

/// The updates of a session, one by one.
struct Watched {
    private var stream: AsyncStream<[ChatUpdate]>.Iterator
    private var waiting: ArraySlice<ChatUpdate> = []
    /// All so far, as a front would know it.
    private(set) var front = FrontModel()

    init(_ session: CommunitySession) {
        stream = session.updates().makeAsyncIterator()
    }

    /// The next update that `pick` makes something of; nil when the stream ends before.
    @discardableResult
    mutating func first<Value>(_ pick: (ChatUpdate) -> Value?) async -> Value? {
        while true {
            while let update = waiting.popFirst() {
                front.take([update])
                if let value = pick(update) { return value }
            }
            guard let more = await stream.next(isolation: #isolation) else { return nil }
            waiting = more[...]
        }
    }

    /// Waits until what the front knows is as a test expects.
    mutating func until(_ condition: (FrontModel) -> Bool) async {
        if condition(front) { return }
        while true {
            while let update = waiting.popFirst() {
                front.take([update])
                if condition(front) { return }
            }
            guard let more = await stream.next(isolation: #isolation) else { return }
            waiting = more[...]
        }
    }

    mutating func untilReady() async {
        var isConnected = false
        var isListed = false
        await first { update -> Bool? in
            if case .connection(.connected) = update { isConnected = true }
            if case .threads = update { isListed = true }
            return isConnected && isListed ? true : nil
        }
    }

    mutating func failure() async -> FailureReport? {
        await first { if case .failed(let report) = $0 { report } else { nil } }
    }
}

extension StompFrame {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of a field in the JSON body that is a string, taken by a plain search.
    func string(_ field: String) -> String? {
        guard let start = text.firstRange(of: "\"\(field)\":\"")?.upperBound else { return nil }
        return String(text[start...].prefix { $0 != "\"" })
    }
}
