import CLinux
import Glibc
import Synchronization

/// Reads keys and signals on a thread of its own and hands them out in batches.
public final class TerminalInput: Sendable {
    private let mailbox = TerminalMailbox()
    private let wake: Int32
    private let shouldStop = Atomic<Bool>(false)

    /// Starts reading.
    ///
    /// Signals come as events only if ``TerminalSignals/blockAll()`` was called before any thread was started.
    /// - Parameter input: a descriptor of the terminal for reading.
    public init(input: Int32 = 0) throws(ScreenError) {
        guard isatty(input) == 1 else { throw .notATerminal }
        let terminal = try TerminalDevice.open(input, flags: O_RDONLY)
        wake = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        let mailbox = mailbox
        let wake = wake
        startThread(named: "terminal") { [self] in
            var reader = TerminalReader(terminal: terminal, wake: wake)
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
