import Chat
import Community
import CommunityServer
import Foundation
import StompClient
import Synchronization
import Testing
import Transport

/// A server in this process, and the people of a test.
final class ContractStage: Sendable {
    let kind: ContractServer
    let folder: URL
    let base: BaseURL
    private let server: RunningServer
    private let clock: ServerClock
    private let oddAnswers = OddTally()
    private let oddEvents = OddTally()
    private let codes: CodeBox
    private let connections = Mutex(0)
    private let sessions = Mutex<[CommunitySession]>([])
    private let seeds = Mutex(UInt64(2026))

    private init(
        _ kind: ContractServer,
        _ server: RunningServer,
        _ folder: URL,
        _ clock: ServerClock,
        _ codes: CodeBox
    ) throws {
        self.clock = clock
        self.codes = codes
        self.kind = kind
        self.server = server
        self.folder = folder
        base = try #require(BaseURL("http://127.0.0.1:\(server.port)"))
    }

    /// Runs a test against a server of its own, and ends all of it.
    static func run(
        _ kind: ContractServer,
        tokenLifetime: Duration? = nil,
        _ body: (ContractStage) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bobbin-contract-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = ServerOptions(
            dataFolder: folder.appending(path: "data").path,
            address: try #require(ListenAddress("127.0.0.1:0"))
        )
        options.accessTokenLifetime = tokenLifetime
        let (clock, codes) = (ServerClock(), CodeBox())
        let surroundings = ServiceSurroundings(now: { clock.now }, sendCode: { codes.deliver($1, to: $0) })
        let server = try await RunningServer.start(options, surroundings: surroundings)
        let stage = try ContractStage(kind, server, folder, clock, codes)
        let result: Result<Void, any Error>
        do { result = .success(try await body(stage)) } catch { result = .failure(error) }
        for session in stage.sessions.withLock({ $0 }) { await session.disconnect() }
        await server.stop()
        try result.get()
        #expect((stage.oddAnswers.count > 0) == (kind == .odd))
        #expect((stage.oddEvents.count > 0) == (kind == .odd && stage.connections.withLock { $0 > 0 }))
    }

    /// Lets time pass for the server.
    func advanceClock(by duration: Duration) { clock.advance(by: duration) }

    /// The code that the phone with this number got last.
    func code(sentTo number: String) throws -> String { try #require(codes[number]) }

    /// A browser, and who sits before it.
    func browser(of person: Person) throws -> Browser {
        Browser(http: try CurlHTTPClient(settings: settings), base: base.text, person: person)
    }

    /// Signs somebody in who answers by `prompter`.
    func signIn(_ prompter: any SignInPrompter, clock: any Clock<Duration> = ContinuousClock()) throws -> SignIn {
        SignIn(client: try client().client, prompter: prompter, clock: clock)
    }

    /// A client that nobody is signed in to; its server finds a token expired after so many signed-in calls.
    func client(expiresAfter: Int = 5) throws -> (client: APIClient, calls: CountingHTTPClient) {
        var http: any HTTPClient = try CurlHTTPClient(settings: settings)
        if kind == .odd { http = OddHTTPClient(http, seed: nextSeed(), tally: oddAnswers, expiresAfter: expiresAfter) }
        let counting = CountingHTTPClient(http)
        let identity = ClientIdentity(version: "0.1.0", timeZone: "Asia/Seoul")
        return (APIClient(base: base, http: counting, identity: identity), counting)
    }

    /// Opens an account.
    func person(_ name: String) async throws -> Person {
        let (bare, calls) = try client()
        let body = SignUpBody(
            email: "\(name.lowercased())@example.org",
            password: Secret("correct horse \(name)"),
            name: name
        )
        return Person(try await bare.call(AuthEndpoints.SignUp(body: body)), bare, calls)
    }

    /// A chat of a person, connected and with its list of threads.
    func chat(of person: Person, usesTickets: Bool = false) async throws -> Front {
        var front = await begin(person.client, person.bare, person.session, usesTickets: usesTickets)
        await front.until("connected") { $0.isConnected && $0.isListed }
        return front
    }

    /// A chat that nobody is signed in to.
    func chatOfNobody(
        openBrowser: @escaping @Sendable (String) async -> Bool = { _ in false },
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> Front {
        let bare = try client().client
        let session = MemberSession(store: MemoryStore(nil), exchange: ServerTokenExchange(client: bare))
        var front = await begin(
            bare.adding(TokenPlugin(session: session)),
            bare,
            session,
            openBrowser: openBrowser,
            clock: clock
        )
        await front.until("nobody is signed in") { $0.signInNeeded != nil }
        return front
    }

    private func begin(
        _ client: APIClient,
        _ bare: APIClient,
        _ member: MemberSession,
        usesTickets: Bool = false,
        openBrowser: @escaping @Sendable (String) async -> Bool = { _ in false },
        clock: any Clock<Duration> = ContinuousClock()
    ) async -> Front {
        let session = CommunitySession(
            CommunitySession.Server(
                client: client,
                session: member,
                signIn: { SignIn(client: bare, prompter: $0, clock: clock) },
                connect: { self.connection($0) },
                usesTickets: usesTickets,
                url: base.text,
                version: "0.1.0"
            ),
            openBrowser: openBrowser
        )
        sessions.withLock { $0.append(session) }
        let front = Front(session)
        await session.start()
        return front
    }

    func connection(_ tokens: SocketTokens) -> StompConnection {
        connections.withLock { $0 += 1 }
        var connectionSettings = ConnectionSettings()
        connectionSettings.offersCompression = kind == .ours
        var transport: any Transport = CurlTransport(settings: settings)
        if kind == .odd { transport = OddTransport(transport, seed: nextSeed(), tally: oddEvents) }
        return StompConnection(
            url: WebSocketURL.from(base: URL(string: base.text) ?? URL(filePath: "/")),
            tokenStore: tokens,
            tokenRefresher: tokens,
            transport: transport,
            settings: connectionSettings
        )
    }

    /// A file with these bytes, to be sent.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = folder.appending(path: name)
        try Data(bytes).write(to: url)
        return url.path
    }

    private var settings: TransportSettings {
        var settings = TransportSettings()
        settings.proxy = ""
        return settings
    }

    private func nextSeed() -> UInt64 {
        seeds.withLock { seed in
            seed += 1
            return seed
        }
    }
}

/// The time of day as the server sees it.
private final class ServerClock: Sendable {
    private let ahead = Mutex(Duration.zero)

    var now: Timestamp { .now + ahead.withLock { $0 } }

    func advance(by duration: Duration) { ahead.withLock { $0 += duration } }
}

/// The codes on their way to phones.
private final class CodeBox: Sendable {
    private let codes = Mutex<[String: String]>([:])

    subscript(number: String) -> String? { codes.withLock { $0[number] } }

    func deliver(_ code: String, to number: String) { codes.withLock { $0[number] = code } }
}

/// Counts the calls by their path.
final class CountingHTTPClient: HTTPClient {
    private let http: any HTTPClient
    private let counts = Mutex<[String: Int]>([:])

    init(_ http: any HTTPClient) {
        self.http = http
    }

    func count(_ path: String) -> Int { counts.withLock { $0[path, default: 0] } }

    func send(
        _ request: HTTPRequest,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(HTTPError) -> HTTPResponse {
        let path = "/" + (request.url.split(separator: "/", maxSplits: 2).last ?? "").prefix { $0 != "?" }
        counts.withLock { $0[path, default: 0] += 1 }
        return try await http.send(request, progress: progress)
    }
}
