import Glibc

/// Work handed to a thread, first come first served. The thread takes all that waits at once.
package final class WorkQueue<Work>: @unchecked Sendable {
    // Unchecked: everything is reached under the lock only. Lock and condition are in memory of their own because they
    // must not move.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let filled: UnsafeMutablePointer<pthread_cond_t>
    private let limit: Int
    private var waiting: [Work] = []
    private var isClosed = false

    package enum Refusal: Error {
        /// As much waits as may wait.
        case full
        case closed
    }

    package init(limit: Int) {
        self.limit = limit
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        filled = .allocate(capacity: 1)
        filled.initialize(to: pthread_cond_t())
        // A step of the clock must not make a wait longer.
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(filled, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(filled)
        pthread_mutex_destroy(lock)
        filled.deallocate()
        lock.deallocate()
    }

    package func add(_ work: sending Work) throws(Refusal) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        if isClosed { throw .closed }
        if waiting.count >= limit { throw .full }
        waiting.append(work)
        pthread_cond_signal(filled)
    }

    /// Pieces that wait now.
    package var count: Int {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return waiting.count
    }

    /// Waits for work and takes all there is, at most `limit` pieces; empty once the queue is closed and done with.
    package func take(atMost limit: Int) -> [Work] {
        take(atMost: limit, withinMilliseconds: nil) ?? []
    }

    /// The same, but waits only so long: nil when nothing came.
    package func take(atMost limit: Int, withinMilliseconds patience: Int?) -> [Work]? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        let end = patience.map(Self.time(afterMilliseconds:))
        while waiting.isEmpty, !isClosed {
            if var end {
                if pthread_cond_timedwait(filled, lock, &end) == ETIMEDOUT, waiting.isEmpty, !isClosed { return nil }
            } else {
                pthread_cond_wait(filled, lock)
            }
        }
        guard waiting.count > limit else {
            defer { waiting = [] }
            return waiting
        }
        defer { waiting.removeFirst(limit) }
        return Array(waiting.prefix(limit))
    }

    private static func time(afterMilliseconds milliseconds: Int) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let nanoseconds = time.tv_nsec + milliseconds % 1000 * 1_000_000
        time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }

    /// Lets what waits be done, and nothing more.
    package func close() {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        isClosed = true
        pthread_cond_broadcast(filled)
    }
}
