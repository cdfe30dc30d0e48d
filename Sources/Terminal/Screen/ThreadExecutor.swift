import CLinux
import Glibc
import Synchronization

/// A thread of its own for actors that must not wait for the threads of the pool, or must not hold them up.
package final class ThreadExecutor: SerialExecutor {
    /// The thread that draws: a terminal may stop taking bytes at any time. There is one for all screens, since curses
    /// keeps its state in globals.
    static let screen = ThreadExecutor(named: "screen")

    private let jobs = Mutex<[UnownedJob]>([])
    /// Counts the jobs that wait; reading it blocks until there is one.
    private let waiting = eventfd(0, Int32(EFD_CLOEXEC))

    /// Starts the thread, which runs as long as the program.
    package init(named name: String) {
        startThread(named: name) { [self] in run() }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        var one: UInt64 = 1
        _ = write(waiting, &one, 8)
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    private func run() {
        var count: UInt64 = 0
        while true {
            guard read(waiting, &count, 8) == 8 || errno == EINTR else { return }
            let ready = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            for job in ready { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}

/// Runs `body` on a detached thread of its own.
package func startThread(named name: String, _ body: sending @escaping () -> Void) {
    final class Start {
        let body: () -> Void
        let name: String
        init(_ body: @escaping () -> Void, _ name: String) { (self.body, self.name) = (body, name) }
    }
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body, name))
    let result = pthread_create(
        &thread,
        nil,
        { context in
            guard let context else { return nil }
            let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
            bobbin_name_thread(UInt(pthread_self()), start.name)
            start.body()
            return nil
        },
        start.toOpaque()
    )
    precondition(result == 0, "no memory for a thread")
    pthread_detach(thread)
}
