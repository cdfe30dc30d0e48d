public import Chat

/// `bobbin tail` in a community: prints what is written in threads until something ends it.
public struct ThreadTail: Sendable {
    private let settings: TailSettings
    private let session: any ChatSession
    private let output: OutputWriter
    private let notices: Notices
    private let stop: Stop
    private let remedy: String
    private let clock: any Clock<Duration>
    private let isFollowing = OneShot<Void>()

    /// Makes a tail that does nothing until `run()`.
    ///
    /// - Parameters:
    ///   - settings: its sources are threads by title or identifier; it prints no frames.
    ///   - session: a session with a community that nobody else uses and that has not been started.
    ///   - output: where messages go. Whoever made it ends `stop` when its reader goes away.
    ///   - stop: ends it from outside.
    ///   - remedy: what to do when nobody is signed in.
    public init(
        _ settings: TailSettings,
        session: any ChatSession,
        output: OutputWriter,
        notices: Notices,
        stop: Stop,
        remedy: String,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.settings = settings
        self.session = session
        self.output = output
        self.notices = notices
        self.stop = stop
        self.remedy = remedy
        self.clock = clock
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
        let session = session
        let output = output
        await within(.seconds(2)) { await session.disconnect() }
        if code == .success, settings.count != nil {
            // A slow reader gets everything; a second signal ends it all the same.
            await output.drain()
        } else if code != .success {
            await within(.seconds(1)) { await output.drain() }
        }
        follower.cancel()
        return code
    }

    private func tellTimedOut(_ limit: Duration) {
        if isFollowing.value == nil {
            notices.complain("no connection to \(settings.url) within \(limit.formatted)")
        } else {
            notices.tell("the time of \(limit.formatted) is up")
        }
    }

    // MARK: Updates

    private func follow() async {
        var printer = ThreadPrinter(settings)
        await session.start()
        for await updates in session.updates() {
            // What still comes is taken, so that the server's farewell is, but not printed.
            if stop.cause != nil { continue }
            for update in updates { await take(update, &printer) }
            guard !printer.buffer.isEmpty else { continue }
            let isTaken = await output.write(&printer.buffer)
            if isTaken, printer.isComplete { stop.end(with: .success) }
        }
        stop.end(with: .noConnection) { notices.complain("the connection has ended") }
    }

    private func take(_ update: ChatUpdate, _ printer: inout ThreadPrinter) async {
        switch update {
        case .threads(let threads):
            await found(threads, &printer)
        case .thread(let thread):
            printer.rename(thread)
        case .timeline(let threadID, let change):
            if printer.take(change, of: threadID) { follows(printer) }
        case .left(let threadID, let reason):
            guard let title = printer.remove(threadID) else { return }
            notices.complain("\(title) is gone" + (reason.map { ": \($0)" } ?? ""))
            if printer.threads.isEmpty { stop.end(with: .refused) }
        case .failed(let report):
            // Later on a single request failed, and what follows still comes.
            if isFollowing.value == nil { end(report) } else { notices.complain(report.description) }
        default:
            SessionNotices(notices, stop: stop, url: settings.url, remedy: remedy).take(update)
        }
    }

    private func end(_ report: FailureReport) {
        stop.end(with: ExitCode(report.cause)) { notices.complain(report.description) }
    }

    /// The list of threads is there: looks up those that are wanted, once.
    private func found(_ threads: [ChatThread], _ printer: inout ThreadPrinter) async {
        guard printer.threads.isEmpty else { return }
        for source in settings.sources {
            do throws(FailureReport) {
                printer.add(try ThreadName(source.destination).thread(among: threads))
            } catch {
                return end(error)
            }
        }
        for thread in printer.threads { await session.perform(.open(threadID: thread.id)) }
    }

    private func follows(_ printer: ThreadPrinter) {
        guard printer.isLoaded, isFollowing.decide(()) else { return }
        notices.tell("following \(printer.threads.map(\.title).joined(separator: ", "))")
    }
}
