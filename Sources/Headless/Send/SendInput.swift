import Glibc
import Synchronization

/// Where the messages of `bobbin send` come from.
public enum SendInput: Sendable {
    /// One text.
    case text([UInt8])
    /// Each line read from a descriptor.
    case lines(descriptor: Int32)
}

/// Reads lines on a thread of its own, a piece at a time: the next is read once the one before has been taken.
final class InputLines: Sendable {
    /// What comes next.
    enum Piece: Sendable, Equatable {
        case lines([LineSplitter.Line])
        case tooLong(number: Int)
        case failed(Int32)
        case end
    }

    /// Longer lines are no messages.
    static let longestLine = 16 * 1024 * 1024

    private struct State {
        var pieces: [Piece] = []
        var waiter: CheckedContinuation<Piece, Never>?
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let taken = WakeUp()

    /// Starts to read.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        WorkerThread.start { self.serve() }
    }

    /// Waits for the next piece; one caller at a time.
    func next() async -> Piece {
        await withCheckedContinuation { continuation in
            let piece: Piece? = state.withLock { state in
                guard state.pieces.isEmpty else { return state.pieces.removeFirst() }
                state.waiter = continuation
                return nil
            }
            guard let piece else { return }
            taken.signal()
            continuation.resume(returning: piece)
        }
    }

    private func serve() {
        var splitter = LineSplitter(limit: InputLines.longestLine)
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&request, 1, -1)
                continue
            }
            guard count >= 0 else { return hand(.failed(errno)) }
            guard count > 0 else {
                if let line = splitter.finish() { hand(.lines([line])) }
                return hand(.end)
            }
            do throws(LineSplitter.TooLong) {
                let lines = try splitter.take(chunk[..<count])
                if !lines.isEmpty { hand(.lines(lines)) }
            } catch {
                return hand(.tooLong(number: error.number))
            }
        }
    }

    /// Hands over a piece and waits until there is room for another.
    private func hand(_ piece: Piece) {
        let waiter: CheckedContinuation<Piece, Never>? = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.pieces.append(piece) }
            return state.waiter
        }
        waiter?.resume(returning: piece)
        while state.withLock({ $0.pieces.count > 1 }) {
            var request = pollfd(fd: taken.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&request, 1, -1)
            taken.clear()
        }
    }
}
