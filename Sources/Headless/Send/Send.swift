import Chat
import Glibc
import Stomp
public import StompClient
import Synchronization

/// `bobbin send`: sends messages in order and waits until the server has them.
public final class Send: Sendable {
    /// How long one text may take, when nothing else is said.
    public static let patience = Duration.seconds(15)
    /// The messages that may be on their way unconfirmed.
    private static let window = 64

    private let settings: SendSettings
    private let input: SendInput
    private let connection: StompConnection
    private let notices: Notices
    private let stop: Stop
    private let clock: any Clock<Duration>
    private let report = Mutex(DeliveryReport())
    private let session = OneShot<Result<Void, ConnectionFailure>>()

    /// Makes a sender that does nothing until `run()`.
    ///
    /// - Parameters:
    ///   - connection: a connection that nobody else uses, that is not connected yet and does not reconnect.
    ///   - stop: ends it from outside.
    public init(
        _ settings: SendSettings,
        _ input: SendInput,
        connection: StompConnection,
        notices: Notices,
        stop: Stop,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.settings = settings
        self.input = input
        self.connection = connection
        self.notices = notices
        self.stop = stop
        self.clock = clock
    }

    /// Connects and sends; returns once every message is confirmed, or one is not.
    public func run() async -> ExitCode {
        let follower = Task { await follow() }
        let sender = Task { await send() }
        let timer = limit.map { limit in
            Task {
                try await clock.sleep(for: limit)
                timeIsUp(after: limit)
            }
        }
        let code = await stop.wait()
        timer?.cancel()
        sender.cancel()
        explain(code)
        await within(.seconds(2), on: clock) { [connection] in await connection.disconnect() }
        follower.cancel()
        return code
    }

    private var limit: Duration? {
        if case .text = input { settings.timeout ?? Send.patience } else { settings.timeout }
    }

    // MARK: The session

    private func follow() async {
        for await event in connection.events() {
            switch event {
            case .connected:
                session.decide(.success(()))
            case .disconnected(let reason?, nil):
                // Unless another address of the same cluster is tried.
                lost(reason)
            default:
                break
            }
            ConnectionNotices(notices, url: settings.url).detail(event)
        }
    }

    private func lost(_ reason: ConnectionFailure) {
        // Messages on their way learn of it by their receipts, which say more.
        guard session.decide(.failure(reason)) || !settings.confirmsEach else { return }
        end(FailureReport(reason, url: settings.url))
    }

    private func end(_ failure: FailureReport) {
        stop.end(with: ExitCode(failure.cause)) { notices.complain(failure.description) }
    }

    // MARK: Messages

    private func send() async {
        guard let pieces = await firstPieces() else { return }
        await connection.connect()
        guard case .success = await session.wait() else { return }
        await withTaskGroup(of: Void.self) { group in
            var underWay = 0
            var piece = pieces.first
            while case .lines(let lines) = piece, !isOver {
                for line in lines where !isOver {
                    for message in messages(of: line) where !isOver {
                        if underWay == Send.window {
                            await group.next()
                        } else {
                            underWay += 1
                        }
                        await start(message, in: &group)
                    }
                }
                piece = await pieces.next()
            }
            await group.waitForAll()
            if !isOver { complain(of: piece) }
        }
        await conclude()
    }

    private var isOver: Bool {
        stop.cause != nil || report.withLock { $0.hasFailed }
    }

    /// One message, and what it was made of.
    private struct Message: Sendable {
        let body: [UInt8]
        let line: Int
        var part: Int?
    }

    /// The messages that a line becomes; none, and the end, when it can't.
    private func messages(of line: LineSplitter.Line) -> [Message] {
        if settings.form.isPlain { return [Message(body: line.bytes, line: line.number)] }
        do throws(FailureReport) {
            let texts = try settings.texts(of: line, isAlone: isAlone)
            return texts.enumerated().map { index, text in
                Message(body: Array(text.utf8), line: line.number, part: texts.count > 1 ? index + 1 : nil)
            }
        } catch {
            end(error)
            return []
        }
    }

    private var isAlone: Bool { if case .text = input { true } else { false } }

    /// Sends a message and returns once it is queued, so that the next stays behind it.
    private func start(_ message: Message, in group: inout TaskGroup<Void>) async {
        let queued = OneShot<Void>()
        group.addTask {
            let result = await self.deliver(message.body) { queued.decide(()) }
            self.report.withLock { $0.ended(line: message.line, result) }
            queued.decide(())
            guard case .success = result else { return }
            await SentLines(output: self.settings.report, thread: self.settings.destination)
                .tell(line: message.line, part: message.part, id: nil, clientID: nil, .delivered)
        }
        await queued.wait()
    }

    private func deliver(_ body: [UInt8], queued: @escaping @Sendable () -> Void) async -> Result<Void, SendError> {
        do throws(SendError) {
            if settings.confirmsEach {
                try await connection.sendConfirmed(
                    destination: settings.destination,
                    headers: settings.headers,
                    body: body,
                    queued: queued
                )
            } else {
                let headers = StompHeaders(
                    [.init(name: "destination", value: settings.destination)] + settings.headers.entries
                )
                try await connection.send(StompFrame(.send, headers: headers, body: body))
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    // MARK: Input

    /// Where the pieces of the input come from, the first already taken.
    private struct Pieces {
        let first: InputLines.Piece
        let rest: InputLines?

        func next() async -> InputLines.Piece { await rest?.next() ?? .end }
    }

    /// Takes the first piece, before anything is connected; nil when there is nothing to send.
    private func firstPieces() async -> Pieces? {
        switch input {
        case .text(let bytes):
            return Pieces(first: .lines([LineSplitter.Line(number: 1, bytes: bytes)]), rest: nil)
        case .lines(let descriptor):
            let lines = InputLines(descriptor: descriptor)
            let first = await lines.next()
            if case .lines = first { return Pieces(first: first, rest: lines) }
            complain(of: first)
            stop.end(with: .success) { notices.tell("standard input held no message; nothing was sent") }
            return nil
        }
    }

    private func complain(of piece: InputLines.Piece) {
        guard let failure = piece.failure else { return }
        let count = report.withLock { $0.count }
        end(FailureReport(failure.cause, "\(failure.problem); \(count)"))
    }

    // MARK: The end

    /// Everything that was to be sent has come as far as it will.
    private func conclude() async {
        if !settings.confirmsEach, stop.cause == nil {
            // What the server took before its RECEIPT for DISCONNECT it has.
            await connection.disconnect()
        }
        let (failure, count) = report.withLock { ($0.failure(destination: settings.destination), $0.count) }
        guard let failure else {
            stop.end(with: .success) { notices.detail(count) }
            return
        }
        if isAlone { return end(failure.report) }
        end(
            FailureReport(
                failure.report.cause,
                "line \(failure.number): \(failure.report.problem)",
                remedy: [failure.report.remedy, count].compactMap(\.self).joined(separator: "; ")
            )
        )
    }

    private func timeIsUp(after limit: Duration) {
        stop.end(with: .timedOut) {
            let count = report.withLock { $0.count }
            let time = limit.formatted
            switch session.value {
            case nil: notices.complain("no connection to \(settings.url) within \(time); \(count)")
            default: notices.complain("not confirmed within \(time): what was sent may have arrived; \(count)")
            }
        }
    }

    /// Words for a signal.
    private func explain(_ code: ExitCode) {
        let count = report.withLock { $0.count }
        switch code {
        case .interrupted, .terminated, .hungUp: notices.complain("interrupted; \(count)")
        default: break
        }
    }
}

extension Duration {
    /// The time for a sentence: `15 s`, `0.5 s`.
    var formatted: String {
        let tenths = Int((self / .milliseconds(100)).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
