import Dispatch
import Glibc
import Transport

/// The bytes of one upload on their way to disk, in order and on a queue of their own.
final class UploadFile: @unchecked Sendable {
    // Unchecked: the descriptor is only touched on the queue.
    let target: UploadTarget
    private var descriptor: Int32 = -1
    private let progress = Locked(Progress())

    private struct Progress {
        var received = 0
        var hasFailed = false
    }

    /// One for all uploads: disks don't get faster by being asked by many.
    private static let queue = DispatchQueue(label: "bobbin.uploads")

    init(_ target: UploadTarget) {
        self.target = target
    }

    /// The bytes that came so far.
    var received: Int { progress.withLock { $0.received } }
    /// Whether something could not be written.
    var hasFailed: Bool { progress.withLock { $0.hasFailed } }

    /// Writes a piece, then calls `done`. After a failure nothing more is written.
    func write(_ bytes: [UInt8], then done: @escaping @Sendable () -> Void) {
        Self.queue.async { [self] in
            progress.withLock { $0.received += bytes.count }
            if !hasFailed, !append(bytes) { fail() }
            done()
        }
    }

    /// Brings everything to the disk and closes the file, then calls `done`.
    func finish(then done: @escaping @Sendable () -> Void) {
        Self.queue.async { [self] in
            // An empty file is a file as well.
            if !hasFailed, !append([]) || fsync(descriptor) != 0 { fail() }
            closeFile()
            done()
        }
    }

    /// Closes the file and takes it away, then calls `done`.
    func abandon(then done: @escaping @Sendable () -> Void) {
        Self.queue.async { [self] in
            closeFile()
            unlink(target.temporaryPath)
            done()
        }
    }

    /// Waits until whatever was asked before has been done.
    static func settled() async {
        await withCheckedContinuation { done in queue.async { done.resume() } }
    }

    private func fail() { progress.withLock { $0.hasFailed = true } }

    private func append(_ bytes: [UInt8]) -> Bool {
        if descriptor < 0 { descriptor = open(target.temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
