import Chat
import Glibc
import Terminal

/// Joins the keyboard, the sessions and the clock into one loop that takes whatever has happened, updates the state, and
/// draws once.
///
/// `PaintClock` is what the pictures keep time by.
actor ChatLoop<PaintClock: Clock> where PaintClock.Duration == Duration {
    /// Keys must not wait for a thread of the pool while all of them work on what comes.
    nonisolated var unownedExecutor: UnownedSerialExecutor { ThreadExecutor.front.asUnownedSerialExecutor() }

    private let clock: PaintClock
    let display: any Display
    private let home: String?
    private let connector: ChatFront.Connector
    let keyboard: (any Keyboard)?
    let openLink: ChatFront.LinkOpener
    let environment: [String: String]
    private let alertProgram: AlertProgram
    private let isInTmux: Bool
    private var state: ChatState
    var lines: [String: SessionLine] = [:]
    private var wanted = Wanted()
    private var pace = PaintPace<PaintClock.Instant>()
    private var painting: (due: PaintClock.Instant, task: Task<Void, Never>)?
    private var isPresenting = false
    /// Where what is said ended in the last whole picture.
    private var drawnEnd: ChatState.DrawnEnd?
    private var tidying = Tidying()
    /// Wakes the screen when it changes by itself.
    private var alarm: (uptime: Int64, task: Task<Void, Never>)?
    /// What was asked for and takes its time: connecting, saying goodbye, reading a folder.
    private var errands: [Int: Task<Void, Never>] = [:]
    private var errandCount = 0
    /// The editor that has the terminal.
    private var editing: Task<Void, Never>?
    private var hasEnded = false
    private let exits = AsyncStream.makeStream(of: ChatExit.self, bufferingPolicy: .bufferingOldest(1))

    /// Why the picture is out of date.
    private struct Wanted {
        var cause: PaintPace<PaintClock.Instant>.Cause?
        var hasNews = false

        mutating func add(_ cause: PaintPace<PaintClock.Instant>.Cause) {
            self.cause = max(self.cause ?? cause, cause)
            if cause == .news { hasNews = true }
        }
    }

    /// - Parameters:
    ///   - home: the folder that `~` stands for.
    ///   - keyboard: what an editor takes the keys from; nil leaves them.
    ///   - openLink: opens an address in the person's browser.
    ///   - environment: names the editor.
    init(
        display: any Display,
        state: ChatState,
        home: String?,
        clock: PaintClock,
        connector: @escaping ChatFront.Connector,
        keyboard: (any Keyboard)? = nil,
        openLink: @escaping ChatFront.LinkOpener = { _ in false },
        environment: [String: String] = [:]
    ) {
        self.clock = clock
        self.display = display
        self.state = state
        self.home = home
        self.connector = connector
        self.keyboard = keyboard
        self.openLink = openLink
        self.environment = environment
        isInTmux = environment["TMUX"].map { !$0.isEmpty } ?? false
        alertProgram = AlertProgram(state.notifications.settings.command)
    }

    /// Runs until the user or the system ends it. The sessions go on until ``disconnect()``.
    func run(
        _ seats: [ChatFront.Seat],
        input: AsyncStream<[TerminalEvent]>,
        notices: [String] = []
    ) async -> ChatExit {
        take(notices.map(ChatAction.notice))
        for seat in seats { add(seat, isShown: false) }
        let keys = Task { await self.followTerminal(input) }
        var ends = exits.stream.makeAsyncIterator()
        let exit = await ends.next() ?? .quit
        hasEnded = true
        keys.cancel()
        painting?.task.cancel()
        // The last picture may be on its way to the screen, which is given back next.
        await painting?.task.value
        alarm?.task.cancel()
        tidying.cancel()
        for errand in errands.values { errand.cancel() }
        await editing?.value
        await withdrawAlerts()
        return exit
    }

    /// Nobody would take the alerts away that stand at the end.
    private func withdrawAlerts() async {
        let ways = state.notifications.settings.ways
        for alert in state.notifications.standing {
            await display.withdraw(alert: alert.id, by: ways, isInTmux: isInTmux)
        }
    }

    /// Ends all sessions, which keep what has been begun to be written.
    func disconnect() async {
        let drafts = state.drafts
        await withTaskGroup(of: Void.self) { group in
            for (id, line) in lines { group.addTask { await line.end(keeping: drafts[id] ?? []) } }
        }
        lines = [:]
    }
}

// MARK: What comes in
extension ChatLoop {
    private func followTerminal(_ input: AsyncStream<[TerminalEvent]>) async {
        for await events in input {
            take([])
            for event in events { await handle(event) }
        }
    }

    private func add(_ seat: ChatFront.Seat, isShown: Bool) {
        guard lines[seat.id] == nil else { return }
        take([.connected(community: seat.id, title: seat.title, isShown: isShown)])
        lines[seat.id] = SessionLine(seat.session, home: home) { [weak self] updates in
            await self?.reported(updates, by: seat.id)
        }
    }

    private func reported(_ updates: [ChatUpdate], by id: String) async {
        for slice in UpdateSlices(updates) {
            perform(take([.updates(slice, community: id)], for: .news))
            // Keys that have come meanwhile have their turn.
            await Task.yield()
        }
        if tidying.took(updates) { tidying.begin { [weak self] in await self?.settle() ?? 0 } }
    }

    private func settle() -> Int { tidying.settle() }

    private func handle(_ event: TerminalEvent) async {
        switch event {
        case .key(let key):
            let effects = take([.key(key)])
            perform(effects)
            if effects.contains(.suspend) { await suspend() }
        case .resized(let width, let height): take([.resized(width: width, height: height)])
        case .suspendRequested: await suspend()
        case .resumed:
            await display.resume()
            let size = await display.size
            take([.resized(width: size.width, height: size.height)])
        case .terminate(let signal): exits.continuation.yield(.ended(signal: signal))
        case .inputEnded: exits.continuation.yield(.hungUp)
        }
    }

    /// Updates the state, and sees to it that it is drawn.
    @discardableResult
    func take(_ actions: [ChatAction], for cause: PaintPace<PaintClock.Instant>.Cause = .person) -> [ChatEffect] {
        var effects = update(&state, .time(ChatLoop.now()))
        for action in actions { effects += update(&state, action) }
        setAlarm()
        wanted.add(cause)
        schedulePaint()
        return effects
    }
}

// MARK: Pictures
extension ChatLoop {
    /// Sees to it that what is wanted is drawn in time; a picture planned for later comes earlier then.
    private func schedulePaint() {
        guard let cause = wanted.cause, !isPresenting, !hasEnded else { return }
        let due = pace.due(for: cause) ?? clock.now
        if let painting, painting.due <= due { return }
        painting?.task.cancel()
        painting = (due, Task { await self.paint(at: due) })
    }

    private func paint(at due: PaintClock.Instant) async {
        if due > clock.now, (try? await clock.sleep(until: due, tolerance: nil)) == nil { return }
        // A cancelled one has been replaced.
        guard !Task.isCancelled, let cause = wanted.cause else { return }
        let holdsNews = wanted.hasNews && pace.holdsNews(for: cause, at: clock.now)
        pace.drew(for: cause, withNews: wanted.hasNews, isWhole: !holdsNews, at: clock.now)
        wanted = Wanted()
        if holdsNews { wanted.add(.news) } else { drawnEnd = state.drawnEnd }
        isPresenting = true
        var canvas = Canvas(width: state.size.width, height: state.size.height)
        state.heldEnd = holdsNews ? drawnEnd : nil
        draw(state, into: &canvas)
        state.heldEnd = nil
        state.paint.paint(&canvas)
        canvas.wantsMouse = state.usesMouse
        if !state.reading.tellsLinks { canvas.removeLinks() }
        await display.present(canvas, title: state.windowTitle)
        isPresenting = false
        painting = nil
        // What was held back nobody has seen.
        guard !holdsNews else { return schedulePaint() }
        let effects = update(&state, .drawn)
        // What is asked for now may show, as "loading" does.
        if !effects.allSatisfy(\.isSilent) { wanted.add(.news) }
        perform(effects)
        schedulePaint()
    }
}

// MARK: What goes out
extension ChatLoop {
    private func perform(_ effects: [ChatEffect]) {
        for effect in effects {
            switch effect {
            case .quit: exits.continuation.yield(.quit)
            case .redraw: run { await self.display.redraw() }
            case .request(let request, let id):
                if lines[id]?.ask(request) == false {
                    take([.notice("not done: the session is busy with a thousand other things")])
                }
            case .connect(let profile): run { await self.connect(profile) }
            case .disconnect(let id): run { await self.disconnect(id) }
            case .listFolder(let path): run { await self.list(path) }
            case .copy(let text): run { await self.copy(text) }
            case .open(let address): run { await self.open(address) }
            case .openFile(let file, let id): run { await self.fetch(file, from: id) }
            case .edit(let text): editing = run { await self.edit(text) }
            case .alert(let alert): tell(alert)
            case .withdrawAlert(let id):
                let ways = state.notifications.settings.ways
                run { await self.display.withdraw(alert: id, by: ways, isInTmux: self.isInTmux) }
            // The keys wait for it.
            case .suspend: break
            }
        }
    }

    private func tell(_ alert: ChatAlert) {
        let ways = state.notifications.settings.ways
        run { await self.display.alert(alert.terminalAlert, by: ways, isInTmux: self.isInTmux) }
        alertProgram.run(for: alert)
    }

    /// Does something that takes its time, apart from the keys.
    @discardableResult
    private func run(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        errandCount += 1
        let id = errandCount
        let errand = Task {
            await body()
            self.errands[id] = nil
        }
        errands[id] = errand
        return errand
    }

    private func connect(_ profile: String) async {
        do throws(FailureReport) {
            let seat = try await connector(profile)
            guard !hasEnded else { return await seat.session.disconnect() }
            add(seat, isShown: true)
        } catch {
            take([.failed(error)])
        }
    }

    private func disconnect(_ id: String) async {
        guard let line = lines.removeValue(forKey: id) else { return }
        let drafts = state.drafts[id] ?? []
        take([.disconnected(community: id)])
        await line.end(keeping: drafts)
    }

    private func list(_ path: String) async {
        let names = await FolderNames(beginningWith: path, home: home).read()
        take([.folder(path, names: names)])
    }

    private func suspend() async {
        await withTaskGroup(of: Void.self) { group in
            for line in lines.values { group.addTask { await line.session.suspend() } }
        }
        let wasStopped = await display.suspend()
        for line in lines.values { run { await line.session.resume() } }
        if !wasStopped {
            take([.failed(FailureReport(.usage, "can't suspend: no shell is there to come back from"))])
        }
    }
}

// MARK: Time
extension ChatLoop {
    private func setAlarm() {
        let next = state.nextChange
        guard next != alarm?.uptime else { return }
        alarm?.task.cancel()
        alarm = next.map { uptime in
            let delay = Duration.milliseconds(max(0, uptime - ChatLoop.now().uptime))
            let task = Task {
                // Only a cancelled sleep throws: another alarm has taken its place.
                guard (try? await Task.sleep(for: delay)) != nil else { return }
                self.alarmRang(uptime)
            }
            return (uptime, task)
        }
    }

    private func alarmRang(_ uptime: Int64) {
        if alarm?.uptime == uptime { alarm = nil }
        take([])
    }

    private static func now() -> Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(
            wall: BrokerSession.systemTime(),
            uptime: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        )
    }
}

extension ThreadExecutor {
    /// The thread of all loops.
    fileprivate static let front = ThreadExecutor(named: "front")
}
