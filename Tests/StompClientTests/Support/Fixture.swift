import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Transport

/// A connection over a transport in memory, on a clock that stands still.
final class Fixture: Sendable {
    let clock = ManualClock()
    let transport: MemoryTransport
    let tokens: ScriptedTokens
    let connection: StompConnection
    let events: EventLog
    private let takesEvents: Bool

    init(
        _ urls: [String] = ["ws://broker.test:15674/ws"],
        tokens: ScriptedTokens = ScriptedTokens(),
        refresher: (any TokenRefresher)? = nil,
        network: (any NetworkMonitor)? = nil,
        takesEvents: Bool = true,
        _ adjust: (inout ConnectionSettings) -> Void = { _ in }
    ) throws {
        var settings = ConnectionSettings()
        settings.offersCompression = false
        adjust(&settings)
        transport = MemoryTransport(clock: clock)
        self.tokens = tokens
        connection = StompConnection(
            url: Fixture.url(urls[0]),
            alternatives: urls.dropFirst().map(Fixture.url),
            tokenStore: tokens,
            tokenRefresher: refresher,
            transport: transport,
            network: network,
            settings: settings,
            clock: clock,
            chance: { 0 }
        )
        events = EventLog(connection)
        self.takesEvents = takesEvents
    }

    private static func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }

    /// Disconnects, and lets the time pass that a server takes up which answers nothing.
    func finish() async {
        let time = Task { [clock] in
            while let deadline = try? await clock.nextTimer() { clock.advance(to: deadline) }
        }
        await connection.disconnect()
        time.cancel()
    }

    /// Connects, and takes the events unless the test is about a consumer that does not.
    func connect() async {
        if takesEvents { await events.startTaking() }
        await connection.connect()
    }
}

/// Takes the events of a connection and lets a test wait for what it is after.
actor EventLog {
    private var events: [StompEvent] = []
    private var taken = 0
    private var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?
    private nonisolated let connection: StompConnection
    private var taking: Task<Void, Never>?

    init(_ connection: StompConnection) {
        self.connection = connection
    }

    func startTaking() {
        guard taking == nil else { return }
        taking = Task { await self.take() }
    }

    private func take() async {
        for await event in connection.events() {
            events.append(event)
            wake()
        }
        hasEnded = true
        wake()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    /// Waits for the next event that `pick` makes something of, skipping the others; nil when the events end before.
    func next<Value: Sendable>(_ pick: (StompEvent) -> Value?) async -> Value? {
        while true {
            while taken < events.count {
                defer { taken += 1 }
                if let value = pick(events[taken]) { return value }
            }
            if hasEnded { return nil }
            await withCheckedContinuation { waiter = $0 }
        }
    }

    /// The wait before the next attempt, as the next loss of the connection tells it.
    func nextRetry() async -> Duration? {
        await next { if case .disconnected(_, let retryIn) = $0 { .some(retryIn) } else { nil } } ?? nil
    }

    /// Why the connection is lost next.
    func nextFailure() async -> ConnectionFailure? {
        await next { if case .disconnected(let reason, _) = $0 { .some(reason) } else { nil } } ?? nil
    }

    func nextConnected() async -> StompServer? {
        await next { event in
            switch event {
            case .connected(let server), .reconnected(let server): server
            default: nil
            }
        }
    }

    /// The bodies of the next batch of messages.
    func nextMessages() async -> [String]? {
        await next { event in
            guard case .messages(let batch) = event else { return nil }
            return batch.map { String(decoding: $0.body, as: UTF8.self) }
        }
    }

    /// The number of heart-beats the server sent, as the next entry of the trace that tells of some has it.
    func nextHeartBeats() async -> Int? {
        await next { event in
            guard case .trace(let frames) = event else { return nil }
            let beats = frames.filter { $0.frame == nil && $0.direction == .received }
            return beats.isEmpty ? nil : beats.reduce(0) { $0 + $1.count }
        }
    }

    /// Waits for the end of the events and counts the messages until there.
    func messageCountUntilEnd() async -> Int {
        var count = 0
        while let more = await nextMessages() { count += more.count }
        return count
    }
}

/// A token store that a test plays.
final class ScriptedTokens: TokenStore {
    private struct State {
        var access: [String?]
        var saved: [TokenPair] = []
        var asked = 0
    }

    private let state: Locked<State>
    private let gate: Gate?

    /// Gives these tokens one after another, the last one for ever; behind `gate`, only once it opens.
    init(_ access: String?..., gate: Gate? = nil) {
        state = Locked(State(access: access))
        self.gate = gate
    }

    var askedCount: Int { state.withLock { $0.asked } }
    var saved: [TokenPair] { state.withLock { $0.saved } }

    func accessToken() async -> String? {
        await gate?.pass()
        return state.withLock { state in
            state.asked += 1
            if let last = state.saved.last { return last.access }
            guard let first = state.access.first else { return nil }
            if state.access.count > 1 { state.access.removeFirst() }
            return first
        }
    }

    func refreshToken() async -> String? { "refresh" }

    func save(_ tokens: TokenPair) async throws {
        state.withLock { $0.saved.append(tokens) }
    }

    func clear() async throws {}
}

/// Holds callers back until a test opens it.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var arrived: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        for continuation in arrived { continuation.resume() }
        arrived = []
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func waitForArrival() async {
        guard waiting.isEmpty else { return }
        await withCheckedContinuation { arrived.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

struct ScriptedRefresher: TokenRefresher {
    struct Refused: Error {}
    let pair: TokenPair?

    func refresh(_ refreshToken: String) async throws -> TokenPair {
        guard let pair else { throw Refused() }
        return pair
    }
}
