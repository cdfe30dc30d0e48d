package import Chat
package import ChatStore
import Glibc
import Stomp
package import StompClient
import Synchronization

/// `bobbin send --queue` to a broker: keeps each message on this machine, then sends what is kept, in order, as long as
/// the time lasts. What a server that can't tell messages apart may have is not sent again.
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
    }

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
    private let state = Mutex(State())
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
    }

    /// Keeps and sends; returns once everything is sent, or the time is up.
    package func run() async -> ExitCode {
        let follower = Task { await follow() }
        let sender = Task { await send() }
        let limit = settings.timeout ?? Send.patience
        let timer = Task {
            _ = await kept.wait()
            try await clock.sleep(for: limit)
            endWaiting(because: state.withLock(\.absence) ?? "not sent within \(limit.formatted)")
        }
        let code = await stop.wait()
        kept.decide(())
        timer.cancel()
        sender.cancel()
        sessions.continuation.finish()
        switch code {
        case .interrupted, .terminated, .hungUp: notices.complain("interrupted; \(count)")
        default: break
        }
        await within(.seconds(2), on: clock) { [connection] in await connection.disconnect() }
        await store.close()
        follower.cancel()
        return code
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
                sessions.continuation.yield(true)
            case .disconnected(let reason?, let retryIn):
                let report = FailureReport(reason, url: settings.url)
                state.withLock { $0.absence = report.description }
                if retryIn == nil { sessions.continuation.finish() }
            default:
                break
            }
            ConnectionNotices(notices, url: settings.url).detail(event)
        }
    }

    // MARK: Messages

    private func send() async {
        do throws(StoredFailure) {
            try await keepAll()
            kept.decide(())
            var waiting = try await waitingEntries()
            state.withLock { $0.waiting = waiting.count }
            if !waiting.isEmpty { await connection.connect() }
            var ups = sessions.stream.makeAsyncIterator()
            while !waiting.isEmpty, await ups.next() != nil {
                while let entry = waiting.first, stop.cause == nil, try await deliver(entry) { waiting.removeFirst() }
            }
            endWaiting(because: state.withLock(\.absence) ?? "the connection was lost")
        } catch {
            end(error)
        }
    }

    /// Writes every line to the outbox.
    private func keepAll() async throws(StoredFailure) {
        switch input {
        case .text(let bytes): try await keep(LineSplitter.Line(number: 1, bytes: bytes))
        case .lines(let descriptor):
            let lines = InputLines(descriptor: descriptor)
            var piece = await lines.next()
            while case .lines(let texts) = piece {
                for line in texts { try await keep(line) }
                piece = await lines.next()
            }
            switch piece {
            case .tooLong(let number): throw StoredFailure(.usage, "line \(number) is too long for a message")
            case .failed(let code):
                throw StoredFailure(.usage, "standard input can't be read: \(String(cString: strerror(code)))")
            case .lines, .end: break
            }
        }
    }

    private func keep(_ line: LineSplitter.Line) async throws(StoredFailure) {
        guard let text = String(validating: line.bytes, as: UTF8.self) else {
            throw StoredFailure(.usage, "line \(line.number) is not UTF-8 text")
        }
        do throws(StoreFailure) {
            try await store.queue(
                OutboxEntry(id: makeID(), threadID: settings.destination, text: text, time: now())
            )
        } catch {
            throw StoredFailure(error)
        }
        state.withLock { $0.waiting += 1 }
    }

    private func waitingEntries() async throws(StoredFailure) -> ArraySlice<OutboxEntry> {
        do throws(StoreFailure) {
            return try await store.adoptOutbox().filter { $0.state == .waiting && $0.files.isEmpty }[...]
        } catch {
            throw StoredFailure(error)
        }
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
