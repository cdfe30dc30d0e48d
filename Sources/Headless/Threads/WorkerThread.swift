import Glibc

/// A thread for calls that block, which must not stand on the cooperative pool.
enum WorkerThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a thread of its own, which nobody joins.
    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                // The reference retained for this thread; it is not null, since that is what was passed.
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            },
            work.toOpaque()
        )
        // Without a thread to do it, nothing would be written or read any more.
        precondition(code == 0, "no thread can be started: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }
}
