public import Chat
import Glibc
import Stomp
public import StompClient

/// `bobbin tail`: prints the messages of threads until something ends it.
public struct Tail: Sendable {
    private let settings: TailSettings
    private let connection: StompConnection
    private let output: OutputWriter
    private let notices: Notices
    private let stop: Stop
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Int64
    private let session = OneShot<Void>()

    /// Makes a tail that does nothing until `run()`.
    ///
    /// - Parameters:
    ///   - connection: a connection that nobody else uses and that is not connected yet; with `TailFormat.frames` it
    ///     must trace frames.
    ///   - output: where messages go. Whoever made it ends `stop` when its reader goes away.
    ///   - stop: ends it from outside.
    ///   - now: milliseconds since 1970.
    public init(
        _ settings: TailSettings,
        connection: StompConnection,
        output: OutputWriter,
        notices: Notices,
        stop: Stop,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() }
    ) {
        self.settings = settings
        self.connection = connection
        self.output = output
        self.notices = notices
        self.stop = stop
        self.clock = clock
        self.now = now
    }

    /// Connects and prints; returns once everything that is to be printed has been, and the connection is closed.
    public func run() async -> ExitCode {
        let follower = Task { await follow() }
        let timer = settings.timeout.map { limit in
            Task {
                try await clock.sleep(for: limit)
                stop.end(with: .timedOut) { tellTimedOut(limit) }
            }
        }
        let code = await stop.wait()
        timer?.cancel()
        output.release()
        await finish(code)
        follower.cancel()
        return code
    }

    private func tellTimedOut(_ limit: Duration) {
        if session.value == nil {
            notices.complain("no connection to \(settings.url) within \(limit.formatted)")
        } else {
            notices.tell("the time of \(limit.formatted) is up")
        }
    }

    /// Takes leave of the server and lets what was printed reach its reader.
    private func finish(_ code: ExitCode) async {
        let connection = connection
        let output = output
        switch code {
        case .success where settings.count != nil:
            // A slow reader gets everything; a second signal ends it all the same.
            await within(.seconds(2)) { await connection.disconnect() }
            await output.drain()
        case .success:
            await within(.milliseconds(200)) { await connection.disconnect() }
        default:
            await within(.seconds(2)) { await connection.disconnect() }
            await within(.seconds(1)) { await output.drain() }
        }
    }

    // MARK: Events

    private func follow() async {
        var printer = Printer(settings)
        for source in settings.sources {
            let id = await connection.subscribe(destination: source.destination, headers: source.headers)
            printer.add(source.destination, as: id)
        }
        await connection.connect()
        for await event in connection.events() {
            // What still comes is taken, so that the server's farewell is, but not printed.
            if stop.cause != nil { continue }
            await take(event, &printer)
        }
        stop.end(with: .noConnection) { notices.complain("the connection has ended") }
    }

    private func take(_ event: StompEvent, _ printer: inout Printer) async {
        switch event {
        case .messages(let frames):
            if settings.format != .frames { await print(&printer) { $0.print(frames, arrival: now()) } }
        case .trace(let frames):
            if settings.format == .frames { await print(&printer) { $0.print(frames) } }
        case .subscriptionRefused(let id, let destination, let reason):
            notices.complain(FailureReport(refusedSubscription: destination, reason: reason).description)
            if printer.remove(id) { stop.end(with: .refused) }
        case .disconnected(let reason, let retryIn):
            disconnected(reason, retryIn)
        case .connecting, .connected, .reconnected, .serverError, .receipt:
            if case .connected = event { session.decide(()) }
            ConnectionNotices(notices, url: settings.url).tell(event)
        }
    }

    private func print(_ printer: inout Printer, _ fill: (inout Printer) -> Void) async {
        fill(&printer)
        guard !printer.buffer.isEmpty else { return }
        let isTaken = await output.write(&printer.buffer)
        if isTaken, printer.isComplete { stop.end(with: .success) }
    }

    private func disconnected(_ reason: ConnectionFailure?, _ retryIn: Duration?) {
        guard let reason else { return }
        let report = FailureReport(reason, url: settings.url)
        if let retryIn {
            ConnectionNotices(notices, url: settings.url).tell(report, retryIn)
        } else {
            stop.end(with: ExitCode(report.cause)) { notices.complain(report.description) }
        }
    }
}
