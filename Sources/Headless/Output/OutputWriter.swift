import Glibc
import Synchronization

/// Writes to a descriptor on a thread of its own, and watches whether somebody still reads from it.
///
/// Writing hands over whole buffers: one waits here while another is being written, and whoever has a third waits. So a
/// slow reader holds back the writer, and nothing else.
public final class OutputWriter: Sendable {
    /// Why nothing can be written any more.
    public enum End: Sendable, Equatable {
        /// Nobody reads from it.
        case readerGone
        /// The system's reason, as `errno`.
        case failed(Int32)
    }

    /// What may wait of notices while the reader is slow; more are dropped.
    private static let offerLimit = 64 * 1024

    /// What is done on the writing thread around the writing of one buffer.
    struct Marks: Sendable {
        /// Called with the number of bytes, before the first is written.
        let before: @Sendable (Int) -> Void
        /// Called once all are written.
        let after: @Sendable () -> Void
    }

    private struct State {
        var queued: [UInt8] = []
        var marks: Marks?
        var spare: [UInt8] = []
        var isWriting = false
        var isReleased = false
        var end: End?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let descriptor: Int32
    private let onEnd: @Sendable (End) -> Void
    private let state = Mutex(State())
    private let wakeUp = WakeUp()

    /// Starts the thread, which lives as long as the process or until nothing can be written.
    ///
    /// - Parameter onEnd: called on the thread, once, when nothing can be written any more.
    public init(descriptor: Int32, onEnd: @escaping @Sendable (End) -> Void = { _ in }) {
        self.descriptor = descriptor
        self.onEnd = onEnd
        WorkerThread.start { self.serve() }
    }

    /// Hands over `bytes` and leaves an empty buffer with room; waits while one handed over before still waits.
    ///
    /// - Parameter marks: what is done around the writing of these bytes.
    /// - Returns: whether it was taken; false when nothing can be written or after `release()`.
    func write(_ bytes: inout [UInt8], marks: Marks? = nil) async -> Bool {
        while true {
            if let isTaken = take(&bytes, marks) { return isTaken }
            await change { !$0.queued.isEmpty && $0.end == nil && !$0.isReleased }
        }
    }

    /// Hands over `bytes` without waiting; nil when one buffer waits already, and then they stay with the caller.
    func writeAtOnce(_ bytes: inout [UInt8]) -> Bool? { take(&bytes, nil) }

    private func take(_ bytes: inout [UInt8], _ marks: Marks?) -> Bool? {
        let isTaken: Bool? = state.withLock { state in
            if state.end != nil || state.isReleased { return false }
            guard state.queued.isEmpty else { return nil }
            swap(&state.queued, &bytes)
            swap(&state.spare, &bytes)
            state.marks = marks
            return true
        }
        guard let isTaken else { return nil }
        if isTaken { wakeUp.signal() }
        bytes.removeAll(keepingCapacity: true)
        return isTaken
    }

    /// Hands over a line without ever waiting; it is dropped when too much waits.
    func offer(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.end == nil, state.queued.count + bytes.count <= OutputWriter.offerLimit else { return }
            state.queued += bytes
        }
        wakeUp.signal()
    }

    /// Waits until everything has been written or nothing can be.
    public func drain() async {
        while !isDrained {
            await change { ($0.isWriting || !$0.queued.isEmpty) && $0.end == nil }
            if Task.isCancelled { return }
        }
    }

    /// Lets whoever waits to write go on without having written.
    func release() {
        notify { $0.isReleased = true }
    }

    /// Why nothing can be written any more, as `errno`, where it is not that the reader went away.
    var failure: Int32? {
        state.withLock { if case .failed(let code) = $0.end { code } else { nil } }
    }

    private var isDrained: Bool {
        state.withLock { !$0.isWriting && $0.queued.isEmpty || $0.end != nil }
    }

    /// Waits for the next change of the state while `isNeeded`.
    private func change(while isNeeded: (borrowing State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                guard isNeeded(state) else { return false }
                state.waiters.append(continuation)
                return true
            }
            if !waits { continuation.resume() }
        }
    }

    private func notify(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

// MARK: The thread

extension OutputWriter {
    private func serve() {
        while true {
            guard let (bytes, marks) = next() else {
                if let end = waitForWork() { return finish(end) }
                continue
            }
            marks?.before(bytes.count)
            if let end = writeAll(bytes) { return finish(end) }
            marks?.after()
            notify { state in
                state.isWriting = false
                state.spare = bytes
                state.spare.removeAll(keepingCapacity: true)
            }
        }
    }

    private func next() -> (bytes: [UInt8], marks: Marks?)? {
        var bytes: [UInt8] = []
        var marks: Marks?
        notify { state in
            swap(&bytes, &state.queued)
            swap(&marks, &state.marks)
            state.isWriting = !bytes.isEmpty
        }
        return bytes.isEmpty ? nil : (bytes, marks)
    }

    private func finish(_ end: End) {
        notify { state in
            state.end = end
            state.isWriting = false
            state.queued = []
            state.marks = nil
        }
        onEnd(end)
    }

    /// Sleeps until there is something to write; a reader that goes away meanwhile is noticed though nothing is written.
    private func waitForWork() -> End? {
        var requests = [
            pollfd(fd: descriptor, events: 0, revents: 0),
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&requests, 2, -1) > 0 else { return errno == EINTR ? nil : .failed(errno) }
        if requests[1].revents != 0 { wakeUp.clear() }
        let revents = Int32(requests[0].revents)
        if revents & POLLNVAL != 0 { return .failed(EBADF) }
        return revents & (POLLERR | POLLHUP) != 0 ? .readerGone : nil
    }

    private func writeAll(_ bytes: [UInt8]) -> End? {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                    continue
                }
                switch errno {
                case EINTR: continue
                case EAGAIN: waitForRoom()
                case EPIPE, ECONNRESET: return .readerGone
                default: return .failed(errno)
                }
            }
            return nil
        }
    }

    /// Somebody who shares the descriptor made it non-blocking.
    private func waitForRoom() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
    }
}
