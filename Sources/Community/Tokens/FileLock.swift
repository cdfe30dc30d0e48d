import Glibc
import Transport

/// A lock that holds between processes: `flock` on a file of its own, which stays when the lock goes.
final class FileLock: SessionLock {
    private let descriptor: Int32

    /// Waits for the lock. Blocks: call it on a thread of your own.
    ///
    /// Two locks of one process exclude each other as well, as each has its own open file.
    init(path: String) throws(TokenStoreFault) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(path: path, detail: systemErrorText(errno)) }
        while flock(descriptor, LOCK_EX) != 0 {
            let number = errno
            if number == EINTR { continue }
            close(descriptor)
            throw .system(path: path, detail: systemErrorText(number))
        }
    }

    deinit {
        close(descriptor)
    }

    func release() {
        flock(descriptor, LOCK_UN)
    }
}
