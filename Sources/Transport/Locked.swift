import Glibc

/// A value behind a lock, as `Mutex`, which the thread sanitizer can't follow: once two threads meet at a `Mutex` it
/// reports races that are none.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
    // Unchecked: the value is only reached under the lock. The lock is in memory of its own because it must not move.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: consuming sending Value) {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs `body` while no one else has the value. It must not block, nor come back here.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
