import Chat
import Community
import Stomp
import StompClient

/// `bobbin tail` in a community: prints what has been and is written in threads until something ends it.
package struct ThreadTail: Sendable {
    let run: TailRun
    let feed: CommunityFeed
    let remedy: String
    let service: ServiceNotifier?
    private let isFollowing = OneShot<Void>()

    var settings: TailSettings { run.settings }
    var notices: Notices { run.notices }
    var stop: Stop { run.stop }

    /// Makes a tail that does nothing until `run()`.
    ///
    /// - Parameters:
    ///   - settings: its sources are threads by title or identifier; with none all that were joined are printed.
    ///   - output: where messages go. Whoever made it ends `stop` when its reader goes away.
    ///   - stop: ends it from outside.
    ///   - remedy: what to do when nobody is signed in.
    ///   - service: whoever supervises this program.
    ///   - now: milliseconds since 1970.
    package init(
        _ settings: TailSettings,
        feed: CommunityFeed,
        output: OutputWriter,
        notices: Notices,
        stop: Stop,
        remedy: String,
        service: ServiceNotifier? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() }
    ) {
        run = TailRun(settings, output: output, notices: notices, stop: stop, clock: clock, now: now)
        self.feed = feed
        self.remedy = remedy
        self.service = service
    }

    /// Prints; returns once everything that is to be printed has been, and the connection is closed.
    package func run() async -> ExitCode {
        let (connection, isFollowing) = (feed.connection, isFollowing)
        return await run.run(isConnected: { isFollowing.value != nil }) {
            await follow()
        } leave: { _ in
            service?.stopping()
            await within(.seconds(2)) { await connection.disconnect() }
        }
    }

    // MARK: Events

    private func follow() async {
        var state = State(threads: WatchedThreads(), printer: run.printer)
        guard await isSignedIn() else { return }
        guard run.follows else {
            if await begin(&state) { run.end() }
            return
        }
        let connection = feed.connection
        // Before it is connected, so that nothing comes for a subscription that is not known.
        state.events = await connection.subscribe(destination: LiveQueue.events.rawValue).rawValue
        await connection.connect()
        for await event in connection.events() {
            // What still comes is taken, so that the server's farewell is, but not printed.
            if stop.cause != nil { continue }
            await take(event, &state)
        }
        stop.end(with: .noConnection) { notices.complain("the connection has ended") }
    }

    /// What the one task that follows knows.
    struct State {
        var threads: WatchedThreads
        var printer: TailPrinter
        /// The subscription that brings events.
        var events = ""
        var me: String?
        var blocked: Set<String> = []
        /// Whether the past has been printed.
        var isStarted = false
        /// Since when there is no connection, in milliseconds since 1970.
        var lostAt: Int64?
    }

    private func take(_ event: StompEvent, _ state: inout State) async {
        switch event {
        case .messages(let frames):
            if settings.format != .frames { await take(frames, &state) }
        case .trace(let frames):
            guard settings.format == .frames else { break }
            state.printer.take(frames)
            await state.printer.flush()
        case .subscriptionRefused(_, let destination, let reason):
            end(FailureReport(refusedSubscription: destination, reason: reason))
        case .disconnected(let reason, let retryIn):
            state.lostAt = state.lostAt ?? run.now()
            await disconnected(reason, retryIn)
        case .connected, .reconnected:
            await connected(&state)
        case .connecting, .serverError:
            ConnectionNotices(notices, url: feed.url).tell(event)
        case .receipt:
            break
        }
    }

    private func connected(_ state: inout State) async {
        notices.tell(state.isStarted ? "connected again to \(feed.url)" : "connected to \(feed.url)")
        if state.isStarted {
            await catchUp(&state)
        } else if await begin(&state) {
            state.isStarted = true
            if settings.marksLive { notices.mark() }
            isFollowing.decide(())
            let words = state.threads.isEmpty ? "all threads" : state.threads.titles
            notices.tell("following \(words)")
            service?.ready("following \(words)")
        }
        state.lostAt = nil
    }

    private func disconnected(_ reason: ConnectionFailure?, _ retryIn: Duration?) async {
        guard let reason else { return }
        let report = FailureReport(reason, url: feed.url)
        if let retryIn { return ConnectionNotices(notices, url: feed.url).tell(report, retryIn) }
        // The socket can't tell a session that has ended from a server that is gone: whoever keeps it can.
        if report.cause == .authentication, !(await isSignedIn()) { return }
        end(report)
    }

    // MARK: Failures

    func end(_ report: FailureReport) {
        stop.end(with: ExitCode(report.cause)) { notices.complain(report.description) }
    }

    private func isSignedIn() async -> Bool {
        do throws(APIFailure) {
            if try await feed.calls.isSignedIn() { return true }
            endSignedOut()
        } catch {
            end(error)
        }
        return false
    }

    private func endSignedOut() {
        stop.end(with: .authentication) { notices.complain("nobody is signed in to \(feed.url); \(remedy)") }
    }

    func end(_ failure: APIFailure) {
        switch failure {
        case .signInNeeded: endSignedOut()
        case .refused(let refusal) where refusal.status == 401: endSignedOut()
        default: end(report(failure))
        }
    }

    /// Words for a line that begins with the program's name.
    func report(_ failure: APIFailure) -> FailureReport {
        let report = FailureReport(failure)
        // What the server wrote stays as it is, and so does an abbreviation such as TLS.
        if case .refused = failure { return report }
        guard let first = report.problem.first, report.problem.dropFirst().first?.isUppercase != true else {
            return report
        }
        return FailureReport(report.cause, first.lowercased() + report.problem.dropFirst(), remedy: report.remedy)
    }

    /// Makes a call, again and again while the server can't be reached; nil when the tail ends instead.
    func call<Answer: Sendable>(_ body: () async throws(APIFailure) -> Answer) async -> Answer? {
        var attempt = 0
        while stop.cause == nil {
            do throws(APIFailure) {
                return try await body()
            } catch {
                guard run.follows, feed.reconnects, error.isPassing else {
                    end(error)
                    return nil
                }
                attempt += 1
                let wait = Duration.seconds(StompConnection.backoffSeconds(attempt: attempt))
                ConnectionNotices(notices, url: feed.url).tell(report(error), wait)
                try? await run.clock.sleep(for: wait)
            }
        }
        return nil
    }
}

extension APIFailure {
    /// Whether the same call may well succeed later.
    fileprivate var isPassing: Bool {
        switch self {
        case .network: true
        case .refused(let refusal): refusal.status >= 500 || refusal.status == 429
        case .unreadable(_, let status): status >= 500
        default: false
        }
    }
}
