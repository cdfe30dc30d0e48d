import FoundationEssentials
import Stomp
import StompClient
import Testing
import Transport

/// A connection to a real broker and what it reports.
struct TestClient: ~Copyable {
    let connection: StompConnection
    private var events: AsyncStream<StompEvent>.Iterator

    init(
        _ url: URL,
        alternatives: [URL] = [],
        settings: ConnectionSettings = .guest,
        transport: TransportSettings = TransportSettings()
    ) async {
        connection = StompConnection(
            url: url,
            alternatives: alternatives,
            tokenStore: NoTokens(),
            transport: CurlTransport(settings: transport),
            settings: settings
        )
        events = connection.events().makeAsyncIterator()
        await connection.connect()
    }

    /// Reads events until one is what `pick` looks for.
    @discardableResult
    mutating func first<Value>(_ pick: (StompEvent) throws -> Value?) async throws -> Value {
        while let event = await events.next(isolation: #isolation) {
            if let value = try pick(event) { return value }
        }
        throw StreamEnded()
    }

    /// Waits for the first session.
    mutating func connected() async throws {
        try await first { event in if case .connected = event { true } else { nil } }
    }

    /// Waits for a later session.
    mutating func reconnected() async throws {
        try await first { event in if case .reconnected = event { true } else { nil } }
    }

    /// Waits until it is told that there is no session, and why.
    mutating func disconnected() async throws -> (reason: ConnectionFailure?, retryIn: Duration?) {
        try await first { event in
            if case .disconnected(let reason, let retryIn) = event { (reason, retryIn) } else { nil }
        }
    }

    /// Waits until the server has taken everything sent so far, subscriptions too.
    mutating func confirmed() async throws {
        try await first { event in if case .receipt = event { true } else { nil } }
    }

    /// The texts of the next messages, of which there must be this many.
    mutating func texts(_ count: Int) async throws -> [String] {
        var texts: [String] = []
        while texts.count < count { texts += try await messages().map(\.text) }
        return texts
    }

    /// The next messages, all of one batch.
    mutating func messages() async throws -> [StompFrame] {
        try await first { event in if case .messages(let batch) = event { batch.map(\.frame) } else { nil } }
    }

    struct StreamEnded: Error {}
}

extension ConnectionSettings {
    /// An account, and the virtual host it is for.
    static func account(_ login: String, host: String? = nil) -> ConnectionSettings {
        var settings = ConnectionSettings()
        settings.login = login
        settings.passcode = login
        settings.host = host
        return settings
    }

    /// The account every RabbitMQ has, for clients on the same machine.
    static var guest: ConnectionSettings {
        var settings = ConnectionSettings()
        settings.login = "guest"
        settings.passcode = "guest"
        return settings
    }

    /// The same for a fast sender. RabbitMQ 3.10 holds one back, and when it lets it go on the monitor of its heart-beats
    /// can crash on the news (`unexpected_message, resume`) and take the connection with it; without heart-beats there is
    /// no monitor.
    static var fastGuest: ConnectionSettings {
        var settings = guest
        settings.heartBeatSend = .zero
        settings.heartBeatReceive = .zero
        return settings
    }
}

extension StompFrame {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A name that no other test, and no earlier run, has used.
func uniqueDestination(_ kind: String = "topic") -> String { "/\(kind)/test-\(uniqueName())" }

func uniqueName() -> String { UUID().uuidString.lowercased() }

struct NoTokens: TokenStore {
    func accessToken() async -> String? { nil }
    func refreshToken() async -> String? { nil }
    func save(_ tokens: TokenPair) async throws {}
    func clear() async throws {}
}
