import CLinux
import Glibc
import Headless
import Synchronization

/// Writes text to a descriptor on a thread of its own: whoever reads it slowly holds up nobody.
final class LineOutput: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isDropping = false
        var isFinishing = false
        var hasEnded = false
    }

    private let descriptor: Int32
    private let onEnd: @Sendable () -> Void
    private let state = Mutex(State())
    private let wake = eventfd(0, Int32(EFD_CLOEXEC))
    private let done = OneShot<Void>()

    /// Bytes that may wait for a slow reader; what comes meanwhile is left out, and that is said.
    private static let limit = 1 << 20
    /// How long the end may wait for the reader.
    private static let patience: Int32 = 2000

    /// - Parameter onEnd: called once, on the thread, when nobody reads any more.
    init(descriptor: Int32, onEnd: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.onEnd = onEnd
        LineThread.start { self.serve() }
    }

    func write(_ text: String) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            guard state.bytes.count < LineOutput.limit else {
                state.isDropping = true
                return
            }
            if state.isDropping { state.bytes += Array("lines are left out: they were not read in time\n".utf8) }
            state.isDropping = false
            state.bytes += Array(text.utf8)
        }
        signal()
    }

    /// Waits a moment until all is written, and ends.
    func finish() async {
        state.withLock { $0.isFinishing = true }
        signal()
        await done.wait()
    }

    private func signal() {
        var one: UInt64 = 1
        _ = Glibc.write(wake, &one, 8)
    }

    // MARK: The thread

    private func serve() {
        defer { done.decide(()) }
        while true {
            var entries = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                // A reader that went away is noticed though nothing is written.
                pollfd(fd: descriptor, events: 0, revents: 0),
            ]
            guard poll(&entries, 2, -1) > 0 else { continue }
            if entries[1].revents & Int16(POLLERR | POLLHUP) != 0 { return end() }
            var count: UInt64 = 0
            _ = read(wake, &count, 8)
            let (bytes, isFinishing) = state.withLock { state in
                defer { state.bytes = [] }
                return (state.bytes, state.isFinishing)
            }
            guard writeAll(bytes, isFinishing) else { return end() }
            if isFinishing { return }
        }
    }

    private func end() {
        state.withLock { $0.hasEnded = true }
        onEnd()
    }

    private func writeAll(_ bytes: [UInt8], _ isFinishing: Bool) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            if isFinishing {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&entry, 1, LineOutput.patience) > 0 else { return true }
            }
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, min($0.count, 4096)) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                return false
            }
        }
        return true
    }
}
