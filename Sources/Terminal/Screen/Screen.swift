import CNcurses
import Glibc
import Synchronization

/// The terminal as a screen: shows canvases, and gives the terminal back as it was.
///
/// Runs on a thread of its own, since a terminal may stop taking bytes. ``present(_:title:)`` waits for it a moment only;
/// the newest canvas is shown as soon as the terminal goes on. If the process crashes or exits, the terminal is
/// restored all the same.
public actor Screen {
    public nonisolated var unownedExecutor: UnownedSerialExecutor { ThreadExecutor.screen.asUnownedSerialExecutor() }

    private struct Parts {
        let device: TerminalDevice
        let curses: Curses
    }

    private enum State {
        /// Not taken over yet, or left for good.
        case closed
        case active(Parts)
        /// Given back for a while.
        case away(Parts)
    }

    private struct View {
        var canvas: Canvas
        var title: SafeText?
    }

    private var state = State.closed
    /// The newest view, shown or not.
    private var newest: View?
    private var isWaiting = false
    private var isCursorVisible = false
    private var isMouseOn = false
    private var shownTitle: SafeText?
    private var seenResizes = 0
    private var retry: Task<Void, Never>?

    /// How long one attempt waits for a terminal that takes nothing.
    private static let patience = Duration.milliseconds(250)
    private static let maximumTitleWidth = 100

    private init() {}

    /// Takes the terminal over.
    ///
    /// - Parameters:
    ///   - input: a descriptor of the terminal for reading.
    ///   - output: a descriptor of the same terminal for writing.
    ///   - environment: where `TERM`, `NO_COLOR` and `COLORTERM` are looked up.
    ///   - colors: how many colours the terminal shows, if somebody knows better than its environment.
    /// - Throws: why there is no screen; nothing has been changed then.
    public static func open(
        input: Int32 = 0,
        output: Int32 = 1,
        environment: [String: String],
        colors: ColorDepth? = nil
    ) async throws(ScreenError) -> Screen {
        let screen = Screen()
        try await screen.takeOver(input: input, output: output, environment: environment, colors: colors)
        return screen
    }

    /// What a person should know about this screen.
    public var notices: [ScreenNotice] {
        switch state {
        case .closed: []
        case .active(let parts), .away(let parts): parts.curses.notices
        }
    }

    /// How many colours the terminal shows; 0 for none.
    public var colorCount: Int {
        switch state {
        case .closed: 0
        case .active(let parts), .away(let parts): parts.curses.colorCount
        }
    }

    /// Whether the terminal was asked to mark what is pasted.
    public var marksPastes: Bool {
        switch state {
        case .closed: false
        case .active(let parts), .away(let parts): parts.curses.description.takesPrivateSequences
        }
    }

    /// The columns and rows of the terminal now.
    public var size: (width: Int, height: Int) {
        switch state {
        case .closed: (0, 0)
        case .active(let parts), .away(let parts): parts.device.size
        }
    }

    /// Shows `canvas`; only what differs from what is shown is written, in one piece.
    ///
    /// - Parameter title: the title of the terminal's window; nil leaves it.
    public func present(_ canvas: Canvas, title: SafeText? = nil) {
        newest = View(canvas: canvas, title: title?.prefix(width: Self.maximumTitleWidth))
        isWaiting = true
        // The retry shows the newest canvas as well.
        if retry == nil { showOrRetry() }
    }

    /// Writes everything again, after something else wrote to the terminal.
    public func redraw() {
        guard case .active(let parts) = state else { return }
        parts.curses.redrawAll()
        isWaiting = newest != nil
        if retry == nil { showOrRetry() }
    }

    /// Gives the terminal back and stops the process with its group, as Ctrl-Z does; returns when it goes on.
    ///
    /// ``TerminalEvent/resumed`` follows; answer it with ``resume()``.
    /// - Returns: false, and nothing was done, if no shell is there that could let us go on.
    public func suspend() -> Bool {
        guard case .active(let parts) = state, getpgrp() != getsid(0) else { return false }
        giveBack(parts)
        state = .away(parts)
        TerminalSignals.isStopping.store(true, ordering: .releasing)
        // A script that started us stops as well, or its shell would wait for it.
        kill(0, SIGTSTP)
        raise(SIGSTOP)
        return true
    }

    /// Gives the terminal back while something else uses it, as an editor; ``resume()`` takes it over again.
    public func pause() {
        guard case .active(let parts) = state else { return }
        giveBack(parts)
        state = .away(parts)
    }

    /// Takes the terminal over again and shows the newest canvas; also right after a stop that came without warning.
    public func resume() {
        TerminalSignals.isStopping.store(false, ordering: .releasing)
        switch state {
        case .closed: return
        case .active(let parts), .away(let parts): try? enter(parts)
        }
        isWaiting = newest != nil
        if retry == nil { showOrRetry() }
    }

    /// Gives the terminal back for good.
    public func leave() {
        if case .active(let parts) = state { giveBack(parts) }
        state = .closed
        newest = nil
    }

    /// Writes a string that changes nothing on the screen, after what waits; false when the terminal would not take it.
    ///
    /// - Parameter isString: whether it is one of the strings that an old terminal would show.
    @discardableResult
    func send(_ bytes: [UInt8], isString: Bool = true) -> Bool {
        guard case .active(let parts) = state, !isString || parts.curses.description.hasTitle else { return false }
        parts.device.queue(bytes)
        if retry == nil { showOrRetry() }
        return true
    }

    private func takeOver(
        input: Int32,
        output: Int32,
        environment: [String: String],
        colors: ColorDepth?
    ) throws(ScreenError) {
        let device = try TerminalDevice(input: input, output: output)
        let size = device.size
        let curses = try Curses(environment: environment, colors: colors, width: size.width, height: size.height)
        try enter(Parts(device: device, curses: curses))
        device.queue(curses.description.askShade)
    }

    private func enter(_ parts: Parts) throws(ScreenError) {
        let description = parts.curses.description
        var modes = parts.device.original
        // Armed first: a crash between the two would leave the terminal raw.
        guard bobbin_restore_arm(parts.device.descriptor, description.restore, description.restore.count, &modes) else {
            throw .refused(call: "malloc", errorNumber: ENOMEM)
        }
        guard parts.device.setRaw() else {
            let error = errno
            bobbin_restore_now()
            throw .refused(call: "tcsetattr", errorNumber: error)
        }
        parts.device.queue(description.enter)
        parts.curses.redrawAll()
        isCursorVisible = false
        isMouseOn = false
        shownTitle = nil
        state = .active(parts)
    }

    private func giveBack(_ parts: Parts) {
        retry?.cancel()
        retry = nil
        // What restores may cut a frame short, but comes in time.
        _ = parts.device.flush(patience: Self.patience)
        parts.device.dropQueue()
        bobbin_restore_now()
    }

    private func showOrRetry() {
        guard !show() else { return }
        retry = Task {
            while !Task.isCancelled, !show() { await Task.yield() }
            if !Task.isCancelled { retry = nil }
        }
    }

    /// Writes what waits; false if the terminal takes no more for now.
    private func show() -> Bool {
        guard case .active(let parts) = state else { return true }
        guard parts.device.flush(patience: Self.patience) != .stalled else { return false }
        guard isWaiting, let newest else { return true }
        isWaiting = false
        parts.device.queue(frame(newest, parts.curses))
        return parts.device.flush(patience: Self.patience) != .stalled
    }

    private func frame(_ view: View, _ curses: Curses) -> [UInt8] {
        let resizes = TerminalSignals.resizes.load(ordering: .relaxed)
        if resizes != seenResizes { curses.redrawAll() }
        seenResizes = resizes
        let description = curses.description
        var bytes = curses.draw(view.canvas)
        if isCursorVisible != (view.canvas.cursor != nil) {
            isCursorVisible.toggle()
            bytes += isCursorVisible ? description.showCursor : description.hideCursor
        }
        if isMouseOn != view.canvas.wantsMouse {
            isMouseOn.toggle()
            bytes += isMouseOn ? description.mouseOn : description.mouseOff
        }
        if let title = view.title, title != shownTitle, description.hasTitle {
            shownTitle = title
            bytes += Array("\u{1B}]2;\(title.text)\u{7}".utf8)
        }
        return bytes.isEmpty ? [] : description.beginUpdate + bytes + description.endUpdate
    }
}
