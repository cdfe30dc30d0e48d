import CLinux
import Glibc
import Headless
import Synchronization

/// Lines of a descriptor, read on a thread of its own as they are wanted.
final class LineInput: Sendable {
    private struct State {
        var lines: [String] = []
        var hasEnded = false
        var waiter: CheckedContinuation<String?, Never>?
        /// Whether somebody else reads the descriptor.
        var isHeld = false
        /// Whether a read is under way.
        var isReading = false
        /// Who waits for its end.
        var holder: CheckedContinuation<Void, Never>?
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    /// Wakes the thread when there is room for lines.
    private let room = eventfd(0, Int32(EFD_CLOEXEC))

    /// Lines that may wait.
    private static let limit = 64
    /// The most bytes of a line; what is longer becomes several.
    private static let longest = 64 * 1024

    init(descriptor: Int32) {
        self.descriptor = descriptor
        // The thread lives as long as the process: nothing ends a read of a terminal.
        LineThread.start { self.read() }
    }

    /// The lines, without their ends. For one reader.
    var lines: AsyncStream<String> { AsyncStream { await self.next() } }

    /// Leaves the descriptor to somebody else, or takes it again; returns when nothing is read any more.
    func hold(_ isHeld: Bool) async {
        await withCheckedContinuation { continuation in
            let mayReturn = state.withLock { state in
                state.isHeld = isHeld
                guard isHeld, state.isReading else { return true }
                state.holder = continuation
                return false
            }
            if mayReturn { continuation.resume() }
        }
        signal()
    }

    /// Has the terminal show what is typed, or not.
    static func setEcho(_ isOn: Bool) {
        var modes = termios()
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
        if isOn { modes.c_lflag |= tcflag_t(ECHO) } else { modes.c_lflag &= ~tcflag_t(ECHO) }
        // The line end is shown all the same, so that what follows stands on a line of its own.
        if isOn { modes.c_lflag &= ~tcflag_t(ECHONL) } else { modes.c_lflag |= tcflag_t(ECHONL) }
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    }

    private func next() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: String?? = state.withLock { state in
                    if !state.lines.isEmpty { return .some(state.lines.removeFirst()) }
                    if state.hasEnded || Task.isCancelled { return .some(nil) }
                    state.waiter = continuation
                    return .none
                }
                if let answer {
                    signal()
                    continuation.resume(returning: answer)
                }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
    }

    private func signal() {
        var one: UInt64 = 1
        _ = write(room, &one, 8)
    }

    // MARK: The thread

    private func read() {
        var begun: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            guard beginRead() else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            let error = errno
            endRead()
            if count < 0, error == EINTR { continue }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                if byte != UInt8(ascii: "\n") { begun.append(byte) }
                guard byte == UInt8(ascii: "\n") || begun.count >= LineInput.longest else { continue }
                put(begun)
                begun = []
            }
        }
        if !begun.isEmpty { put(begun) }
        let waiter = state.withLock { state in
            state.hasEnded = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// Waits until there is something to read that is for us.
    private func beginRead() -> Bool {
        let isHeld = state.withLock { $0.isHeld }
        // A descriptor below 0 is left out.
        var entries = [
            pollfd(fd: isHeld ? -1 : descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: room, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&entries, 2, -1) > 0 else { return false }
        if entries[1].revents != 0 {
            var count: UInt64 = 0
            _ = Glibc.read(room, &count, 8)
        }
        guard entries[0].revents != 0 else { return false }
        return state.withLock { state in
            guard !state.isHeld else { return false }
            state.isReading = true
            return true
        }
    }

    private func endRead() {
        let holder = state.withLock { state in
            state.isReading = false
            defer { state.holder = nil }
            return state.holder
        }
        holder?.resume()
    }

    private func put(_ bytes: [UInt8]) {
        let end = bytes.last == UInt8(ascii: "\r") ? bytes.count - 1 : bytes.count
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        while state.withLock({ $0.lines.count >= LineInput.limit }) {
            var count: UInt64 = 0
            _ = Glibc.read(room, &count, 8)
        }
        let waiter = state.withLock { state -> CheckedContinuation<String?, Never>? in
            guard let waiter = state.waiter else {
                state.lines.append(line)
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: line)
    }
}
