import Chat
import Glibc
import Terminal

/// Joins lines that are typed, the sessions and the lines that are told, for who has no screen or wants none.
actor PlainLoop {
    private let write: @Sendable (String) -> Void
    private let setEcho: @Sendable (Bool) -> Void
    let isInteractive: Bool
    let programs: PlainPrograms
    private let home: String?
    private let connector: ChatFront.Connector
    private let alertProgram: AlertProgram
    var state: ChatState
    var report: PlainReport
    private var lines: [String: SessionLine] = [:]
    private var errands: [Int: Task<Void, Never>] = [:]
    private var errandCount = 0
    /// The beginning of a line that goes on.
    private var begun = ""
    /// The communities that have told of all their threads.
    private var listed: Set<String> = []
    private var isPromptOpen = false
    private var isEchoing = true
    /// Who waits with a line until it can be taken.
    private var waiter: CheckedContinuation<Void, Never>?
    private var hasEnded = false
    private let exits = AsyncStream.makeStream(of: ChatExit.self, bufferingPolicy: .bufferingOldest(1))

    /// The most bytes of one message made of several lines.
    private static let longest = 64 * 1024

    init(
        state: ChatState,
        home: String?,
        isInteractive: Bool,
        connector: @escaping ChatFront.Connector,
        programs: PlainPrograms = .none,
        setEcho: @escaping @Sendable (Bool) -> Void,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.state = state
        self.home = home
        self.isInteractive = isInteractive
        self.connector = connector
        self.programs = programs
        self.setEcho = setEcho
        self.write = write
        report = PlainReport(zone: state.zone)
        alertProgram = AlertProgram(state.notifications.settings.command)
    }

    /// Runs until the person, the end of the input or the system ends it. The sessions go on until ``disconnect()``.
    func run(_ seats: [ChatFront.Seat], input: AsyncStream<String>) async -> ChatExit {
        // Tasks that are made in it draw emoji as the person wants them.
        await EmojiForm.$current.withValue(state.reading.emoji) { await runInForm(seats, input: input) }
    }

    private func runInForm(_ seats: [ChatFront.Seat], input: AsyncStream<String>) async -> ChatExit {
        for seat in seats { add(seat, isShown: false) }
        let typing = Task { await self.follow(input) }
        var ends = exits.stream.makeAsyncIterator()
        let exit = await ends.next() ?? .quit
        hasEnded = true
        waiter?.resume()
        waiter = nil
        typing.cancel()
        for errand in errands.values { errand.cancel() }
        if !isEchoing { setEcho(true) }
        if isPromptOpen { write("\n") }
        return exit
    }

    func end(_ exit: ChatExit) { exits.continuation.yield(exit) }

    /// Ends all sessions.
    func disconnect() async {
        await withTaskGroup(of: Void.self) { group in
            for line in lines.values { group.addTask { await line.end() } }
        }
        lines = [:]
    }
}

// MARK: What is typed
extension PlainLoop {
    private func follow(_ input: AsyncStream<String>) async {
        for await line in input {
            isPromptOpen = false
            while !mayTakeLine, !hasEnded { await withCheckedContinuation { waiter = $0 } }
            guard !hasEnded else { return }
            take(line)
        }
        // Nothing comes any more that a line could go on with.
        if !begun.isEmpty, !hasEnded { take("") }
        // What was written last is on its way.
        while isBusy, !hasEnded { await withCheckedContinuation { waiter = $0 } }
        end(.quit)
    }

    /// From a pipe the lines come before there is anybody to take them.
    private var mayTakeLine: Bool {
        if isInteractive || state.here.question != nil || state.confirmation != nil { return !isAnswering }
        if isBusy { return false }
        if state.shown != nil || state.here.signInReason != nil || state.communities.isEmpty { return true }
        switch state.here.link.status {
        case .connecting: return false
        case .connected: return !state.here.isCommunity || listed.contains(state.here.id)
        case .waiting, .offline: return true
        }
    }

    /// Whether the session has an answer and has not said what follows from it.
    private var isAnswering: Bool { state.here.question?.isAnswered ?? false }

    /// Whether something that was asked for has not come to its end.
    private var isBusy: Bool {
        guard !state.communities.isEmpty else { return false }
        if state.here.awaited != nil || !state.here.awaitedLists.isEmpty || report.wantedHistory > 0 { return true }
        if case .search? = state.overlay { return true }
        // While it connects, what was written can still go out; with no server in sight it waits for the next start.
        switch state.here.link.status {
        case .connected, .connecting: break
        case .waiting, .offline: return false
        }
        return state.communities.contains { community in
            community.threads.contains { thread in
                thread.timeline.entries.suffix(200).contains { entry in
                    if case .message(let message) = entry { message.isOwn && message.delivery.isPending } else { false }
                }
            }
        }
    }

    private func take(_ line: String) {
        let line = begun + line
        begun = ""
        if line.hasSuffix("\\"), state.here.question == nil, line.utf8.count < PlainLoop.longest {
            begun = String(line.dropLast()) + "\n"
            return showPrompt()
        }
        do throws(CommandMistake) {
            if state.here.question == nil, state.confirmation == nil, let command = try PlainCommand(line) {
                try perform(command)
            } else if state.here.question != nil, line.trimmed == "/cancel" {
                change { $0.answer(nil) }
            } else {
                try takeComposed(line)
            }
        } catch {
            report.say(SafeText(error.sentence, lines: .single))
        }
        settle()
        showPrompt()
    }

    private func takeComposed(_ line: String) throws(CommandMistake) {
        guard let numbered = NumberedLine(line) else { return act(.line(line)) }
        if numbered.line == "/edit" {
            let text = try message(numbered.number).text
            report.say(
                "write /edit \(numbered.number) and the new text, or /editor \(numbered.number); it is now:"
            )
            return tellText(text)
        }
        try state.choose(key(of: numbered.number))
        act(.line(numbered.line))
        letSelectionGo()
    }

    private func perform(_ command: PlainCommand) throws(CommandMistake) {
        switch command {
        case .threads(let letters): report.tellThreads(letters, state)
        case .choose(let number):
            guard let list = report.list, list.rows.indices.contains(number - 1) else {
                throw CommandMistake("no list with the number \(number) was told")
            }
            change { $0.take(list.rows[number - 1].choice, of: list) }
        case .emoji(let letters): report.tellEmoji(letters)
        case .links(let number):
            let serials = try number.map { number throws(CommandMistake) in [try serial(of: number)] }
            change { $0.openLinks(of: serials ?? $0.newestSerials, opensOne: false) }
        case .open(let number):
            let serial = try serial(of: number)
            change { $0.openLinks(of: [serial], opensOne: true) }
        case .copy(let number):
            let text = try message(number).text
            if text.isEmpty { throw CommandMistake("there is no text to copy") }
            for line in SafeText.lines(of: text) { report.say(line) }
        case .editor(let number): try openEditor(number)
        case .go(let number):
            guard state.places.indices.contains(number - 1) else {
                throw CommandMistake("no thread has the number \(number): /threads lists them")
            }
            change { state in
                state.show(state.places[number - 1])
                return []
            }
        case .show(let number): try show(number)
        case .nextUnread: change { $0.goToNextUnread() }
        case .history(let count): report.tellHistory(count, state)
        case .gap: change { $0.fillNewestGap() }
        case .status: report.tellStatus(state)
        case .help: act(.line("/help"))
        case .draft(let purpose): use(purpose)
        case .cancel:
            change { state in
                if state.shown != nil { state.here.threads[state.here.selected].cancelPurpose() }
                return []
            }
            report.say("given up")
        }
    }

    private func show(_ number: Int) throws(CommandMistake) {
        let key = try key(of: number)
        guard let community = state.index(ofCommunity: key.community) else {
            throw CommandMistake("the community of that message is not connected any more")
        }
        change { $0.jump(community: community, threadID: key.thread, messageID: key.item) }
    }
}

// MARK: What happens
extension PlainLoop {
    private func add(_ seat: ChatFront.Seat, isShown: Bool) {
        guard lines[seat.id] == nil else { return }
        act(.connected(community: seat.id, title: seat.title, isShown: isShown))
        lines[seat.id] = SessionLine(seat.session, home: home) { [weak self] updates in
            await self?.reported(updates, by: seat.id)
        }
    }

    private func reported(_ updates: [ChatUpdate], by id: String) {
        if updates.contains(where: { if case .threads = $0 { true } else { false } }) { listed.insert(id) }
        act(.updates(updates, community: id))
        report.took(updates, from: id, state)
        settle()
        if let waiter {
            self.waiter = nil
            waiter.resume()
        }
    }

    func act(_ action: ChatAction) {
        var effects = update(&state, .time(PlainLoop.now()))
        effects += update(&state, action)
        perform(effects)
    }

    /// Changes the state apart from an action, and does what follows from it.
    func change(_ body: (inout ChatState) -> [ChatEffect]) {
        perform(body(&state))
        act(.time(PlainLoop.now()))
    }

    /// Tells what is new.
    func settle() {
        report.settle(&state)
        if let thread = state.shown, let serial = thread.selection {
            report.tellAround(serial, state)
            state.here.threads[state.here.selected].selection = nil
            state.here.threads[state.here.selected].showEnd()
        }
        if report.wantedHistory > 0, let thread = state.shown, !thread.loading.older {
            if thread.canLoadOlder {
                state.here.threads[state.here.selected].loading.older = true
                perform(state.ask(.loadOlder(threadID: thread.id)))
            } else {
                report.giveUpHistory()
            }
        }
        // What has been told is seen.
        perform(update(&state, .drawn))
        tellLines()
        let isSecret = state.here.question?.question.isSecret ?? false
        if isInteractive, isEchoing == isSecret {
            isEchoing = !isSecret
            setEcho(isEchoing)
        }
    }

    private func tellLines() {
        let lines = report.takeLines()
        guard !lines.isEmpty else { return }
        write((isPromptOpen ? "\n" : "") + lines.map { $0.text + "\n" }.joined())
        isPromptOpen = false
        if state.shown != nil || state.here.question != nil || state.here.signInReason != nil { showPrompt() }
    }

    func showPrompt() {
        guard isInteractive, !hasEnded, !isPromptOpen else { return }
        isPromptOpen = true
        if !begun.isEmpty { return write("... ") }
        if state.here.question != nil { return write("answer> ") }
        write((state.shown?.title.text ?? "bobbin") + "> ")
    }

    func perform(_ effects: [ChatEffect]) {
        for effect in effects {
            switch effect {
            case .quit: end(.quit)
            case .request(let request, let id): ask(request, of: id)
            case .connect(let profile): run { await self.connect(profile) }
            case .disconnect(let id): run { await self.disconnect(id) }
            case .alert(let alert):
                if isInteractive, state.notifications.settings.ways.contains(.bell) { write("\u{7}") }
                alertProgram.run(for: alert)
            // Nobody but the person has a clipboard here: the text is written out.
            case .copy(let text): for line in SafeText.lines(of: text) { report.say(line) }
            case .open(let address):
                report.say("opening \(SafeText(address, lines: .single))")
                run { await self.open(address) }
            case .openFile(let file, let id): run { await self.fetch(file, from: id) }
            case .edit(let text): run { await self.edit(text) }
            // There is no picture, nothing is completed, and the shell suspends by itself.
            case .redraw, .listFolder, .suspend, .withdrawAlert: break
            }
        }
    }

    func ask(_ request: ChatRequest, of id: String) {
        if lines[id]?.ask(request) == false {
            report.say("not done: the session is busy with a thousand other things")
        }
    }

    /// Does something that takes its time, apart from the lines.
    private func run(_ body: @escaping @Sendable () async -> Void) {
        errandCount += 1
        let id = errandCount
        errands[id] = Task {
            await body()
            self.errands[id] = nil
        }
    }

    private func connect(_ profile: String) async {
        do throws(FailureReport) {
            let seat = try await connector(profile)
            guard !hasEnded else { return await seat.session.disconnect() }
            add(seat, isShown: true)
        } catch {
            act(.failed(error))
        }
        settle()
    }

    private func disconnect(_ id: String) async {
        guard let line = lines.removeValue(forKey: id) else { return }
        act(.disconnected(community: id))
        settle()
        await line.end()
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
