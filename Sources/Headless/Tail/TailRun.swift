import Chat
import Glibc

/// What every tail does around its work: time limits, the end, and what is said of it.
struct TailRun: Sendable {
    let settings: TailSettings
    let output: OutputWriter
    let notices: Notices
    let stop: Stop
    let clock: any Clock<Duration>
    let now: @Sendable () -> Int64
    let drops = DropCount()
    /// Rings when nothing has been printed for a while.
    let idle: IdleAlarm?

    init(
        _ settings: TailSettings,
        output: OutputWriter,
        notices: Notices,
        stop: Stop,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Int64
    ) {
        self.settings = settings
        self.output = output
        self.notices = notices
        self.stop = stop
        self.clock = clock
        self.now = now
        idle = settings.ends.idle.map { limit in
            IdleAlarm(after: limit, on: clock) {
                TailRun.timeIsUp(settings, stop) { notices.tell("nothing came for \(limit.formatted)") }
            }
        }
    }

    /// Whether it waits for what is written from now on.
    var follows: Bool { settings.range.follows && untilNext.map { $0 > .zero } ?? true }

    /// How long it is until the time at which it ends; nil where there is none.
    private var untilNext: Duration? {
        let now = now()
        return settings.range.until.map { .milliseconds($0.milliseconds(now: now, zone: settings.zone) - now) }
    }

    /// The times that bound what is printed.
    var span: TailSpan {
        let now = now()
        return TailSpan(
            now: now,
            since: settings.range.since?.milliseconds(now: now, zone: settings.zone),
            until: settings.range.until?.milliseconds(now: now, zone: settings.zone),
            follows: follows
        )
    }

    var printer: TailPrinter {
        TailPrinter(settings, output: output, notices: notices, stop: stop, idle: idle, drops: drops, now: now)
    }

    /// Does the work until something ends it.
    ///
    /// - Parameters:
    ///   - isConnected: whether there has been a session, for the words about a time that is up.
    ///   - leave: takes leave of the server.
    func run(
        isConnected: @escaping @Sendable () -> Bool,
        _ work: @escaping @Sendable () async -> Void,
        leave: (ExitCode) async -> Void
    ) async -> ExitCode {
        let worker = Task { await work() }
        let timer = settings.ends.timeout.map { limit in
            Task {
                try await clock.sleep(for: limit)
                tellTimedOut(limit, isConnected: isConnected())
            }
        }
        let ending = settings.range.follows ? untilNext : nil
        let end = ending.flatMap { wait in
            wait > .zero
                ? Task {
                    try await clock.sleep(for: wait)
                    self.end()
                } : nil
        }
        idle?.touch()
        let code = await stop.wait()
        timer?.cancel()
        end?.cancel()
        idle?.cancel()
        output.release()
        await leave(code)
        await letOut(code)
        worker.cancel()
        return code == .success ? codeOfLateFailures : code
    }

    /// What went wrong with what was on its way when all had been done.
    private var codeOfLateFailures: ExitCode {
        if let code = output.failure {
            notices.complain("standard output can't be written: \(String(cString: strerror(code)))")
            return .failure
        }
        guard let command = settings.command, command.failures > 0 else { return .success }
        return command.isMissing ? .usage : .commandFailed
    }

    /// What was printed reaches its reader; after a signal or a failure not a slow one. A second signal ends it all the same.
    private func letOut(_ code: ExitCode) async {
        let (output, command) = (output, settings.command)
        drops.tell(notices)
        if code == .success || code == .noMatch {
            await output.drain()
            await command?.drain()
        } else {
            await within(.seconds(1)) { await output.drain() }
            await within(.seconds(5)) { await command?.drain() }
        }
    }

    private func tellTimedOut(_ limit: Duration, isConnected: Bool) {
        if isConnected {
            TailRun.timeIsUp(settings, stop) { notices.tell("the time of \(limit.formatted) is up") }
        } else {
            stop.end(with: .timedOut) {
                notices.complain("no connection to \(settings.url) within \(limit.formatted)")
            }
        }
    }

    private static func timeIsUp(_ settings: TailSettings, _ stop: Stop, _ explain: () -> Void) {
        stop.end(with: settings.ends.match == nil ? .timedOut : .noMatch, explain)
    }

    /// Everything that was to be printed has been.
    func end() {
        stop.end(with: settings.ends.match == nil ? .success : .noMatch)
    }
}

/// The times that bound what a tail prints, in milliseconds since 1970.
struct TailSpan: Sendable {
    let now: Int64
    let since: Int64?
    let until: Int64?
    /// Whether it waits for what is written from now on.
    let follows: Bool
}
