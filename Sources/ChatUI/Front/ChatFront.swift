public import Chat
import FoundationEssentials
import Glibc
import Terminal

/// The chat on the screen: it joins the keyboard, the session and the clock into one loop that takes whatever has
/// happened, updates the state, and draws once.
public actor ChatFront {
    private let session: any ChatSession
    private let screen: Screen
    private var state: ChatState
    private var isDirty = false
    private var painting: Task<Void, Never>?
    private var lastPaint = ContinuousClock.now - ChatFront.paintInterval
    /// Wakes the screen when it changes by itself.
    private var alarm: (uptime: Int64, task: Task<Void, Never>)?
    private let wishes = AsyncStream.makeStream(of: ChatEffect.self, bufferingPolicy: .bufferingOldest(1000))
    private let exits = AsyncStream.makeStream(of: ChatExit.self, bufferingPolicy: .bufferingOldest(1))

    /// 60 paints a second are the most.
    private static let paintInterval = Duration.microseconds(16_667)

    private init(session: any ChatSession, screen: Screen, state: ChatState) {
        self.session = session
        self.screen = screen
        self.state = state
    }

    /// Shows a session until the user quits: opens the terminal, starts the session, and ends and restores both.
    ///
    /// Meanwhile SIGTERM, SIGHUP and SIGINT end the chat in order; nobody else may wait for them.
    ///
    /// - Parameters:
    ///   - session: a session that has not been started and that nobody else uses.
    ///   - title: what the chat is called on the screen and in the terminal's title: the profile's name.
    ///   - zone: the zone of the times shown.
    public static func run(session: any ChatSession, title: String, zone: Zone = .system) async -> ChatExit {
        let screen: Screen
        let input: TerminalInput
        do throws(ScreenError) {
            screen = try await Screen.open(environment: ProcessInfo.processInfo.environment)
        } catch {
            return .failed(FailureReport(.usage, error.description))
        }
        do throws(ScreenError) {
            input = try TerminalInput()
        } catch {
            await screen.leave()
            return .failed(FailureReport(.usage, error.description))
        }
        let size = await screen.size
        let state = ChatState(title: title, zone: zone, width: size.width, height: size.height)
        let front = ChatFront(session: session, screen: screen, state: state)
        let exit = await front.show(input)
        input.stop()
        // The terminal first: saying goodbye to the server may take a moment.
        await screen.leave()
        await session.disconnect()
        return exit
    }

    private func show(_ input: TerminalInput) async -> ChatExit {
        let notices = await screen.notices.map { ChatUpdate.notice($0.description) }
        take([.updates(notices)])
        let tasks = [
            Task { await self.followTerminal(input) },
            Task { await self.followSession() },
            Task { await self.fulfilWishes() },
        ]
        var ends = exits.stream.makeAsyncIterator()
        let exit = await ends.next() ?? .quit
        for task in tasks { task.cancel() }
        painting?.cancel()
        alarm?.task.cancel()
        return exit
    }
}

// MARK: What comes in
extension ChatFront {
    private func followTerminal(_ input: TerminalInput) async {
        for await events in input.batches {
            take([])
            for event in events { await handle(event) }
        }
    }

    private func followSession() async {
        await session.start()
        for await updates in session.updates() { take([.updates(updates)]) }
    }

    private func handle(_ event: TerminalEvent) async {
        switch event {
        case .key(let key): await perform(take([.key(key)]))
        case .resized(let width, let height): take([.resized(width: width, height: height)])
        case .suspendRequested: await suspend()
        case .resumed:
            await screen.resume()
            let size = await screen.size
            take([.resized(width: size.width, height: size.height)])
        case .terminate(let signal): exits.continuation.yield(.ended(signal: signal))
        case .inputEnded: exits.continuation.yield(.hungUp)
        }
    }

    /// Updates the state, and sees to it that it is drawn.
    @discardableResult
    private func take(_ actions: [ChatAction]) -> [ChatEffect] {
        var effects = update(&state, .time(ChatFront.now()))
        for action in actions { effects += update(&state, action) }
        setAlarm()
        isDirty = true
        if painting == nil { painting = Task { await self.paint() } }
        return effects
    }
}

// MARK: What goes out
extension ChatFront {
    private func perform(_ effects: [ChatEffect]) async {
        for effect in effects {
            switch effect {
            case .quit: exits.continuation.yield(.quit)
            case .redraw: await screen.redraw()
            case .suspend: await suspend()
            case .send, .retry, .join, .leave: wishes.continuation.yield(effect)
            }
        }
    }

    /// Hands on to the session what it is asked for, one after another and apart from the keys, which never wait for it.
    private func fulfilWishes() async {
        for await wish in wishes.stream {
            switch wish {
            case .send(let text, let threadID): await session.perform(.send(Draft(text), threadID: threadID))
            case .retry(let messageID): await session.perform(.retry(messageID: messageID))
            case .leave(let threadID): await session.perform(.leave(threadID: threadID))
            case .join(let destination): await session.perform(.join(destination))
            case .redraw, .suspend, .quit: break
            }
        }
    }

    private func suspend() async {
        if await !screen.suspend() {
            take([.failed(FailureReport(.usage, "can't suspend: no shell is there to come back from"))])
        }
    }

    private func paint() async {
        while isDirty, !Task.isCancelled {
            let due = lastPaint + ChatFront.paintInterval
            if due > .now { try? await Task.sleep(until: due) }
            isDirty = false
            lastPaint = .now
            var canvas = Canvas(width: state.size.width, height: state.size.height)
            draw(state, into: &canvas)
            await screen.present(canvas, title: state.windowTitle)
        }
        painting = nil
    }
}

// MARK: Time
extension ChatFront {
    private func setAlarm() {
        let next = state.nextChange
        guard next != alarm?.uptime else { return }
        alarm?.task.cancel()
        alarm = next.map { uptime in
            let delay = Duration.milliseconds(max(0, uptime - ChatFront.now().uptime))
            let task = Task {
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
