package import Chat
package import ChatStore
import Glibc
import Stomp
package import StompClient
import Synchronization

/// `bobbin send --queue` to a broker: keeps each message on this machine, and sends what is kept, in order. Where there is
/// no connection it ends once all is kept; with a timeout it tries for so long. What a server that can't tell messages
/// apart may have is not sent again.
package final class QueuedSend: Sendable {
    /// How messages are written, and where they go.
    package struct Form: Sendable {
        var writer: MessageWriter
        var destinations: SendDestination

        package init(writer: MessageWriter, destinations: SendDestination) {
            self.writer = writer
            self.destinations = destinations
        }
    }

    private struct State {
        var delivered = 0
        var waiting = 0
        /// Whether one of those is with the server, perhaps.
        var isUnderWay = false
        /// What was heard last of a connection that is not there.
        var absence: String?
        /// Whether all there is to keep has been kept.
        var isComplete = false
        var isConnectedTo = false
    }

    /// Messages that may wait, as in the chat.
    private static let limit = 1_000

    private let settings: SendSettings
    private let form: Form
    private let input: SendInput
    private let store: ChatStore
    private let connection: StompConnection
    private let notices: Notices
    private let stop: Stop
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Int64
    private let makeID: @Sendable () -> String
    private let kept = OneShot<Void>()
    private let standstill: Standstill
    private let state = Mutex(State())
    /// What is kept and is to be sent, in order.
    private let entries = AsyncStream.makeStream(of: OutboxEntry.self)
    /// One element when fewer wait, or it has become clear that they will go on waiting.
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// One element for each session that comes up, and one when there will be none any more.
    private let sessions = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))

    /// Makes a sender that does nothing until `run()`.
    ///
    /// - Parameters:
    ///   - connection: a connection that nobody else uses and that is not connected yet.
    ///   - stop: ends it from outside.
    ///   - now: milliseconds since 1970.
    ///   - makeID: makes identifiers of messages: lower-case UUIDs.
    package init(
        _ settings: SendSettings,
        _ form: Form,
        _ input: SendInput,
        store: ChatStore,
        connection: StompConnection,
        notices: Notices,
        stop: Stop,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() },
        makeID: @escaping @Sendable () -> String = { BrokerSession.newMessageID() }
    ) {
        self.settings = settings
        self.form = form
        self.input = input
        self.store = store
        self.connection = connection
        self.notices = notices
        self.stop = stop
        self.clock = clock
        self.now = now
        self.makeID = makeID
        standstill = Standstill(limit: Send.patience, clock: clock)
    }

    /// Keeps and sends; returns once everything is sent, or will not be for now.
    package func run() async -> ExitCode {
        let follower = Task { await follow() }
        let keeper = Task { await keepAll() }
        let sender = Task { await send() }
        let timer = Task {
            _ = await kept.wait()
            try await waitInVain()
            let limit = settings.timeout ?? Send.patience
            endWaiting(because: state.withLock(\.absence) ?? "not sent within \(limit.formatted)")
        }
        let code = await stop.wait()
        kept.decide(())
        timer.cancel()
        keeper.cancel()
        sender.cancel()
        sessions.continuation.finish()
        entries.continuation.finish()
        changes.continuation.finish()
        switch code {
        case .interrupted, .terminated, .hungUp: notices.complain("interrupted; \(count)")
        default: break
        }
        await within(.seconds(2), on: clock) { [connection] in await connection.disconnect() }
        await store.close()
        follower.cancel()
        return code
    }

    /// Returns when the time is up.
    private func waitInVain() async throws {
        if let timeout = settings.timeout { return try await clock.sleep(for: timeout) }
        standstill.awaits(true)
        try await standstill.wait()
    }

    private var count: String { state.withLock { "\($0.delivered) delivered, \($0.waiting) queued" } }

    private func endWaiting(because reason: String) {
        let (waiting, isUnderWay) = state.withLock { ($0.waiting, $0.isUnderWay) }
        if isUnderWay {
            // Its state says so too, so that nothing sends it twice.
            stop.end(with: .timedOut) {
                notices.complain("one message may have arrived and is not sent again, \(waiting - 1) queued: \(reason)")
            }
            return
        }
        stop.end(with: .success) {
            if waiting == 0 { return notices.detail(count) }
            notices.complain("\(waiting) \(waiting == 1 ? "message" : "messages") queued: \(reason)")
        }
    }

    private func end(_ failure: StoredFailure) {
        stop.end(with: failure.code) { notices.complain("\(failure.sentence); \(count)") }
    }

    // MARK: The connection

    private func follow() async {
        for await event in connection.events() {
            switch event {
            case .connected, .reconnected:
                state.withLock { ($0.absence, $0.isConnectedTo) = (nil, true) }
                sessions.continuation.yield(true)
            case .disconnected(let reason?, let retryIn):
                let report = FailureReport(reason, url: settings.url)
                state.withLock { ($0.absence, $0.isConnectedTo) = (report.description, false) }
                if retryIn == nil { sessions.continuation.finish() }
                changes.continuation.yield()
                endIfAbsent()
            default:
                break
            }
            ConnectionNotices(notices, url: settings.url).detail(event)
        }
    }

    /// Without a connection there is nothing to wait for once all is kept, unless a time was given.
    private func endIfAbsent() {
        let (absence, isWaiting) = state.withLock { state in
            (state.absence, state.isComplete && state.waiting > 0 && !state.isUnderWay)
        }
        if let absence, isWaiting, settings.timeout == nil { endWaiting(because: absence) }
    }

    // MARK: Keeping

    /// Writes every line to the outbox, behind what is there.
    private func keepAll() async {
        do throws(StoredFailure) {
            for entry in try await waitingEntries() { enqueue(entry) }
            try await keepInput()
            state.withLock { $0.isComplete = true }
            entries.continuation.finish()
            kept.decide(())
            endIfAbsent()
        } catch {
            end(error)
        }
    }

    private func keepInput() async throws(StoredFailure) {
        var source = SendSource(input)
        while let next = await source.next() {
            try await keep(StoredFailure.rethrow { () throws(FailureReport) in try next.get() })
        }
    }

    private func enqueue(_ entry: OutboxEntry) {
        state.withLock { $0.waiting += 1 }
        entries.continuation.yield(entry)
    }

    /// Waits until fewer wait than may, as long as there is somebody to send them to.
    private func room() async throws(StoredFailure) {
        while true {
            let (isFull, absence) = state.withLock { ($0.waiting >= Self.limit, $0.absence) }
            guard isFull else { return }
            if let absence {
                throw StoredFailure(.noConnection, "\(Self.limit) messages wait for the server already: \(absence)")
            }
            var changes = changes.stream.makeAsyncIterator()
            guard await changes.next() != nil else { return }
        }
    }

    private func keep(_ line: LineSplitter.Line) async throws(StoredFailure) {
        guard let text = String(validating: line.bytes, as: UTF8.self) else {
            throw StoredFailure(.usage, "line \(line.number) is not UTF-8 text")
        }
        try await room()
        let entry = OutboxEntry(id: makeID(), threadID: settings.destination, text: text, time: now())
        do throws(StoreFailure) {
            try await store.queue(entry)
        } catch {
            throw StoredFailure(error)
        }
        enqueue(entry)
    }

    private func waitingEntries() async throws(StoredFailure) -> [OutboxEntry] {
        do throws(StoreFailure) {
            return try await store.adoptOutbox().filter { $0.state == .waiting && $0.files.isEmpty }
        } catch {
            throw StoredFailure(error)
        }
    }

    // MARK: Sending

    private func send() async {
        var isBegun = false
        do throws(StoredFailure) {
            for await entry in entries.stream {
                if !isBegun { await connection.connect() }
                isBegun = true
                // What waits behind it waits, too.
                guard try await deliverOnceConnected(entry) else { break }
            }
            _ = await kept.wait()
            endWaiting(because: state.withLock(\.absence) ?? "the connection was lost")
        } catch {
            end(error)
        }
    }

    /// Sends a message as soon as there is a session; false when there will be none.
    private func deliverOnceConnected(_ entry: OutboxEntry) async throws(StoredFailure) -> Bool {
        var sessions = sessions.stream.makeAsyncIterator()
        while stop.cause == nil {
            if state.withLock({ $0.isConnectedTo }), try await deliver(entry) { return true }
            guard await sessions.next() != nil else { return false }
        }
        return false
    }

    /// Sends a message; false when there is no session for it.
    private func deliver(_ entry: OutboxEntry) async throws(StoredFailure) -> Bool {
        // From here on the server may have it.
        state.withLock { $0.isUnderWay = true }
        defer { state.withLock { $0.isUnderWay = false } }
        try await note(.outboxState(outboxID: entry.id, .uncertain))
        let (headers, body) = form.writer.write(
            entry.text,
            id: entry.id,
            time: entry.time,
            room: entry.threadID
        )
        let destination = form.destinations.destination(for: entry.threadID)
        do throws(SendError) {
            if settings.confirmsEach {
                try await connection.sendConfirmed(destination: destination, headers: headers, body: body)
            } else {
                let all = StompHeaders([.init(name: "destination", value: destination)] + headers.entries)
                try await connection.sendNow(StompFrame(.send, headers: all, body: body))
            }
        } catch {
            return try await failed(entry, error, destination: destination)
        }
        try await note(.delivered(outboxID: entry.id, threadID: entry.threadID, nil))
        state.withLock { state in
            state.delivered += 1
            state.waiting -= 1
        }
        standstill.came()
        changes.continuation.yield()
        return true
    }

    private func failed(
        _ entry: OutboxEntry,
        _ error: SendError,
        destination: String
    ) async throws(StoredFailure) -> Bool {
        switch error {
        case .cancelled:
            // It may have left this machine before the time was up, and stays for the person to decide.
            return false
        case .notConnected, .queueFull:
            // It did not leave this machine.
            try await note(.outboxState(outboxID: entry.id, .waiting))
            return false
        case .receiptTimedOut, .receiptLost:
            // It stays for the person to decide.
            throw StoredFailure(FailureReport(error, destination: destination))
        case .refused, .badHeader, .notSendable:
            let report = FailureReport(error, destination: destination)
            try await note(.outboxState(outboxID: entry.id, .refused(reason: report.description)))
            throw StoredFailure(report)
        }
    }

    private func note(_ change: StoreChange) async throws(StoredFailure) {
        do throws(StoreFailure) {
            try await store.commit([change])
        } catch {
            throw StoredFailure(error)
        }
    }
}
