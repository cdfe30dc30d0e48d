import CLinux
import Glibc

/// Wakes a thread that waits in `poll`.
final class WakeUp: Sendable {
    /// Readable once somebody has called `signal()`.
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(descriptor >= 0, "no descriptor is left: \(String(cString: strerror(errno)))")
    }

    deinit { close(descriptor) }

    /// Wakes the thread, or keeps it from falling asleep the next time.
    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Forgets the signals so far.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
