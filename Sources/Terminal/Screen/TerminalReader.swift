import CLinux
import CNcurses
import Glibc
import Synchronization

/// Waits for the terminal and for signals, and tells what came; lives on one thread.
struct TerminalReader {
    private let terminal: Int32
    private let wake: Int32
    private let signals: Int32
    private var decoder = KeyDecoder()
    private var burst: PasteBurst
    private var hasEnded = false
    /// When silence has lasted long enough to settle what is open.
    private var deadline: ContinuousClock.Instant?
    private var buffer = [UInt8](repeating: 0, count: 8192)

    init(terminal: Int32, wake: Int32, marksPastes: Bool) {
        self.terminal = terminal
        burst = PasteBurst(isMarked: marksPastes)
        self.wake = wake
        signals = bobbin_signals_catch()
    }

    /// Lets signals interrupt the calling thread, so that they arrive though all others have them blocked.
    func admitSignals() { bobbin_signals_admit() }

    func close() {
        Glibc.close(terminal)
        bobbin_signals_release()
    }

    /// Waits until something happens.
    ///
    /// - Parameters:
    ///   - acceptsKeys: whether keys may be read; if not, they wait in the terminal.
    ///   - isPaused: whether another program has the terminal.
    mutating func next(acceptsKeys: Bool, isPaused: Bool = false) -> [TerminalEvent] {
        var entries = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            // A negative descriptor is not looked at, not even for its hang-up.
            pollfd(fd: acceptsKeys && !hasEnded ? terminal : -1, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&entries, 3, timeout)
        if ready == 0 { return settle() }
        guard ready > 0 else { return [] }
        var events: [TerminalEvent] = []
        if entries[0].revents != 0 { events += readSignals(isPaused: isPaused) }
        if entries[1].revents != 0 {
            var count: UInt64 = 0
            _ = read(wake, &count, 8)
        }
        if entries[2].revents != 0 { events += readKeys() }
        return events
    }

    /// Milliseconds until the deadline, rounded up; -1 waits for ever.
    private var timeout: Int32 {
        guard let deadline else { return -1 }
        let left = deadline - ContinuousClock.now
        return left > .zero ? Int32((left / .milliseconds(1)).rounded(.up)) : 0
    }

    private mutating func settle() -> [TerminalEvent] {
        guard let deadline, ContinuousClock.now >= deadline else { return [] }
        let keys = decoder.flush()
        setDeadline()
        return keys.map(TerminalEvent.key)
    }

    private mutating func setDeadline() {
        deadline = decoder.flushDelay.map { ContinuousClock.now + $0 }
    }

    private mutating func readKeys() -> [TerminalEvent] {
        let count = read(terminal, &buffer, buffer.count)
        if count > 0 {
            let keys = burst.settled(decoder.decode(buffer[..<count]), at: .now)
            setDeadline()
            return keys.map(TerminalEvent.key)
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return [] }
        hasEnded = true
        let keys = decoder.flush()
        deadline = nil
        return keys.map(TerminalEvent.key) + [.inputEnded]
    }

    private func readSignals(isPaused: Bool) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        var number: UInt8 = 0
        while read(signals, &number, 1) == 1 {
            switch Int32(number) {
            case SIGWINCH:
                TerminalSignals.resizes.add(1, ordering: .relaxed)
                events.append(resized)
            // The keys that stop and end are meant for the program that has the terminal, and reach all of its group.
            case SIGINT where isPaused: break
            case SIGTSTP where isPaused: raise(SIGSTOP)
            case SIGCONT where isPaused: events.append(resized)
            case SIGTSTP:
                if !TerminalSignals.isStopping.load(ordering: .acquiring) { events.append(.suspendRequested) }
            // The size may have changed meanwhile, and nobody told a stopped process.
            case SIGCONT: events += [.resumed, resized]
            case let number: events.append(.terminate(signal: number))
            }
        }
        return events
    }

    private var resized: TerminalEvent {
        let size = TerminalDevice.size(of: terminal)
        return .resized(width: size.width, height: size.height)
    }
}
