import CLinux
import Glibc
import Synchronization

/// Reads keys and signals on a thread of its own and hands them out in batches.
public final class TerminalInput: Sendable {
    private let mailbox = TerminalMailbox()
    private let wake: Int32
    private let shouldStop = Atomic<Bool>(false)
    private let isPaused = Atomic<Bool>(false)
    private let pauses = Mutex<[CheckedContinuation<Void, Never>]>([])

    /// Starts reading; until ``stop()``, the signals that ``TerminalEvent`` names come as events and do nothing else.
    ///
    /// Nobody else may wait for these signals or block them in all threads for good.
    /// - Parameters:
    ///   - input: a descriptor of the terminal for reading.
    ///   - marksPastes: whether the terminal was asked to mark what is pasted, as `Screen.marksPastes` tells. Otherwise several
    ///     lines that come at once are taken for a paste.
    public init(input: Int32 = 0, marksPastes: Bool) throws(ScreenError) {
        guard isatty(input) == 1 else { throw .notATerminal }
        let terminal = try TerminalDevice.open(input, flags: O_RDONLY)
        wake = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        // Made here, so that no signal is missed once this returns.
        let start = TerminalReader(terminal: terminal, wake: wake, marksPastes: marksPastes)
        let mailbox = mailbox
        startThread(named: "terminal") { [self] in
            var reader = start
            reader.admitSignals()
            while !shouldStop.load(ordering: .acquiring) {
                let isPaused = isPaused.load(ordering: .acquiring)
                if isPaused { tellPaused() }
                mailbox.put(reader.next(acceptsKeys: !mailbox.isFull && !isPaused, isPaused: isPaused))
            }
            tellPaused()
            reader.close()
            mailbox.end()
        }
    }

    deinit { close(wake) }

    /// The events, all that wait in one batch; ends after ``stop()``. For one reader.
    public var batches: AsyncStream<[TerminalEvent]> {
        AsyncStream { [self] in
            let wasFull = mailbox.isFull
            let batch = await mailbox.take()
            if wasFull { signal() }
            return batch
        }
    }

    /// Ends reading; the thread is gone soon after. Must be called, since the thread keeps this object.
    public func stop() {
        shouldStop.store(true, ordering: .releasing)
        signal()
    }

    /// Leaves keys and the terminal's stop signals to another program, as an editor in the same group of processes;
    /// returns when nothing is read any more.
    public func pause() async {
        isPaused.store(true, ordering: .releasing)
        await withCheckedContinuation { continuation in
            pauses.withLock { $0.append(continuation) }
            signal()
        }
    }

    /// Reads again.
    public func resume() {
        isPaused.store(false, ordering: .releasing)
        signal()
    }

    private func tellPaused() {
        let waiting = pauses.withLock { pauses in
            defer { pauses = [] }
            return pauses
        }
        for continuation in waiting { continuation.resume() }
    }

    private func signal() {
        var one: UInt64 = 1
        _ = write(wake, &one, 8)
    }
}
