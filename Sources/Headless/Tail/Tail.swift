import Chat
import Stomp
package import StompClient

/// `bobbin tail`: prints the messages of threads until something ends it.
public struct Tail: Sendable {
    let run: TailRun
    let connection: StompConnection
    let history: KeptHistory?
    let served: ServedHistory?
    private let service: ServiceNotifier?
    private let session = OneShot<Void>()

    var settings: TailSettings { run.settings }
    var notices: Notices { run.notices }
    var stop: Stop { run.stop }

    /// Makes a tail that does nothing until `run()`.
    ///
    /// - Parameters:
    ///   - connection: a connection that nobody else uses and that is not connected yet; with `TailFormat.frames` it
    ///     must trace frames.
    ///   - output: where messages go. Whoever made it ends `stop` when its reader goes away.
    ///   - stop: ends it from outside.
    ///   - history: what is kept of the threads on this machine, for their past.
    ///   - served: what the API beside the broker keeps of them, which goes before what is kept here.
    ///   - service: whoever supervises this program.
    ///   - now: milliseconds since 1970.
    package init(
        _ settings: TailSettings,
        connection: StompConnection,
        output: OutputWriter,
        notices: Notices,
        stop: Stop,
        history: KeptHistory? = nil,
        served: ServedHistory? = nil,
        service: ServiceNotifier? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() }
    ) {
        run = TailRun(settings, output: output, notices: notices, stop: stop, clock: clock, now: now)
        self.connection = connection
        self.history = history
        self.served = served
        self.service = service
    }

    /// Connects and prints; returns once everything that is to be printed has been, and the connection is closed.
    public func run() async -> ExitCode {
        let (connection, session, settings) = (connection, session, settings)
        let code = await run.run(isConnected: { session.value != nil }) {
            await print()
        } leave: { code in
            service?.stopping()
            // Without a count it is the reader who has left.
            let patience: Duration = code == .success && settings.ends.count == nil ? .milliseconds(200) : .seconds(2)
            await within(patience) { await connection.disconnect() }
        }
        await history?.close()
        return code
    }

    /// Prints the past, and what comes.
    private func print() async {
        var printer = run.printer
        let events = connection.events()
        var live = TailedThreads(settings)
        if !settings.format.isWire {
            guard await printPast(&live, events, &printer) else { return }
        }
        if stop.cause != nil { return }
        guard run.follows || live.hasPastToCome else { return run.end() }
        await follow(&live, events, &printer)
    }

    /// Takes note of an event, whatever is made of it.
    func observe(_ event: StompEvent) {
        switch event {
        case .disconnected(let reason?, let retryIn):
            let report = FailureReport(reason, url: settings.url)
            if let retryIn {
                ConnectionNotices(notices, url: settings.url).tell(report, retryIn)
            } else {
                stop.end(with: ExitCode(report.cause)) { notices.complain(report.description) }
            }
        case .connected:
            session.decide(())
            tell(event)
            service?.ready("following \(settings.sources.map(\.destination).joined(separator: ", "))")
        case .connecting, .reconnected, .serverError, .receipt:
            tell(event)
        case .messages, .trace, .subscriptionRefused, .disconnected:
            break
        }
    }

    private func tell(_ event: StompEvent) {
        let losesMessages = !settings.sources.allSatisfy { $0.isStream || served != nil }
        ConnectionNotices(notices, url: settings.url, losesMessages: losesMessages).tell(event)
    }
}
