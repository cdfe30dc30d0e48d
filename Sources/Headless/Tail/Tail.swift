import Chat
import Stomp
package import StompClient

/// `bobbin tail`: prints the messages of threads until something ends it.
public struct Tail: Sendable {
    private let run: TailRun
    private let connection: StompConnection
    private let history: KeptHistory?
    private let service: ServiceNotifier?
    private let session = OneShot<Void>()

    private var settings: TailSettings { run.settings }
    private var notices: Notices { run.notices }
    private var stop: Stop { run.stop }

    /// Makes a tail that does nothing until `run()`.
    ///
    /// - Parameters:
    ///   - connection: a connection that nobody else uses and that is not connected yet; with `TailFormat.frames` it
    ///     must trace frames.
    ///   - output: where messages go. Whoever made it ends `stop` when its reader goes away.
    ///   - stop: ends it from outside.
    ///   - history: what is kept of the threads on this machine, for their past.
    ///   - service: whoever supervises this program.
    ///   - now: milliseconds since 1970.
    package init(
        _ settings: TailSettings,
        connection: StompConnection,
        output: OutputWriter,
        notices: Notices,
        stop: Stop,
        history: KeptHistory? = nil,
        service: ServiceNotifier? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() }
    ) {
        run = TailRun(settings, output: output, notices: notices, stop: stop, clock: clock, now: now)
        self.connection = connection
        self.history = history
        self.service = service
    }

    /// Connects and prints; returns once everything that is to be printed has been, and the connection is closed.
    public func run() async -> ExitCode {
        let (connection, session, settings) = (connection, session, settings)
        let code = await run.run(isConnected: { session.value != nil }) {
            await follow()
        } leave: { code in
            service?.stopping()
            // Without a count it is the reader who has left.
            let patience: Duration = code == .success && settings.ends.count == nil ? .milliseconds(200) : .seconds(2)
            await within(patience) { await connection.disconnect() }
        }
        await history?.close()
        return code
    }

    // MARK: Events

    private func follow() async {
        var printer = run.printer
        await printPast(&printer)
        if stop.cause != nil { return }
        guard run.follows else { return run.end() }
        if settings.marksLive { notices.mark() }
        var threads: [String: String] = [:]
        for source in settings.sources {
            let id = await connection.subscribe(destination: source.destination, headers: source.headers)
            threads[id.rawValue] = source.room ?? source.destination
        }
        await connection.connect()
        var lostAt: Int64?
        var seen = RecentValues<String>(limit: 10_000)
        for await event in connection.events() {
            // What still comes is taken, so that the server's farewell is, but not printed.
            if stop.cause != nil { continue }
            await take(event, &threads, &lostAt, &seen, &printer)
        }
        stop.end(with: .noConnection) { notices.complain("the connection has ended") }
    }

    private func printPast(_ printer: inout TailPrinter) async {
        guard let history else { return }
        do throws(StoredFailure) {
            try await history.print(settings, now: run.now(), &printer, stop)
        } catch {
            stop.end(with: error.code) { notices.complain(error.sentence) }
        }
        await printer.flush()
    }

    private func take(
        _ event: StompEvent,
        _ threads: inout [String: String],
        _ lostAt: inout Int64?,
        _ seen: inout RecentValues<String>,
        _ printer: inout TailPrinter
    ) async {
        switch event {
        case .messages(let frames):
            if settings.format != .frames { await print(frames, of: threads, &seen, &printer) }
        case .trace(let frames):
            guard settings.format == .frames else { break }
            printer.take(frames)
            await printer.flush()
        case .subscriptionRefused(let id, let destination, let reason):
            notices.complain(FailureReport(refusedSubscription: destination, reason: reason).description)
            threads[id.rawValue] = nil
            if threads.isEmpty { stop.end(with: .refused) }
        case .disconnected(let reason, let retryIn):
            lostAt = lostAt ?? run.now()
            disconnected(reason, retryIn)
        case .connected:
            lostAt = nil
            session.decide(())
            tell(event)
            service?.ready("following \(settings.sources.map(\.destination).joined(separator: ", "))")
        case .reconnected:
            tell(event)
            await printGap(since: lostAt, threads, &printer)
            lostAt = nil
        case .connecting, .serverError, .receipt:
            tell(event)
        }
    }

    private func tell(_ event: StompEvent) {
        let losesMessages = !settings.sources.allSatisfy(\.isStream)
        ConnectionNotices(notices, url: settings.url, losesMessages: losesMessages).tell(event)
    }

    private func printGap(since time: Int64?, _ threads: [String: String], _ printer: inout TailPrinter) async {
        let streams = Set(settings.sources.filter(\.isStream).map { $0.room ?? $0.destination })
        for thread in Set(threads.values).subtracting(streams).sorted() {
            await printer.take(TailEntry(TailEntry.Gap(from: time, to: run.now()), threadID: thread))
        }
        await printer.flush()
    }

    private func print(
        _ frames: StompFrameBatch,
        of threads: [String: String],
        _ seen: inout RecentValues<String>,
        _ printer: inout TailPrinter
    ) async {
        if printer.takesBodies {
            printer.take(bodiesOf: frames)
        } else {
            let arrival = run.now()
            let rooms = Set(settings.sources.compactMap(\.room))
            for frame in frames {
                // Brokers rewrite destinations, so the subscription tells which thread it is.
                let thread = frame.header("subscription").flatMap { threads[$0] } ?? frame.header("destination") ?? ""
                let room = rooms.contains(thread) ? thread : nil
                guard let message = settings.reader.message(frame, arrival: arrival, in: room),
                    // A room's message may come on several destinations.
                    room == nil || message.id.isEmpty || seen.insert("\(thread) \(message.id)")
                else { continue }
                await printer.take(TailEntry(.message, message, threadID: thread))
            }
        }
        await printer.flush()
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
