import CLinux
import Glibc
import Synchronization

/// Reads keys and signals on a thread of its own and hands them out in batches.
public final class TerminalInput: Sendable {
    private let mailbox = TerminalMailbox()
    private let wake: Int32
    private let shouldStop = Atomic<Bool>(false)

    /// Starts reading; until ``stop()``, the signals that ``TerminalEvent`` names come as events and do nothing else.
    ///
    /// Nobody else may wait for these signals or block them in all threads for good.
    /// - Parameter input: a descriptor of the terminal for reading.
    public init(input: Int32 = 0) throws(ScreenError) {
        guard isatty(input) == 1 else { throw .notATerminal }
        let terminal = try TerminalDevice.open(input, flags: O_RDONLY)
        wake = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        // Made here, so that no signal is missed once this returns.
        let start = TerminalReader(terminal: terminal, wake: wake)
        let mailbox = mailbox
        startThread(named: "terminal") { [self] in
            var reader = start
            reader.admitSignals()
            while !shouldStop.load(ordering: .acquiring) {
                mailbox.put(reader.next(acceptsKeys: !mailbox.isFull))
            }
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

    private func signal() {
        var one: UInt64 = 1
        _ = write(wake, &one, 8)
    }
}
