import CLinux
import Glibc
import Transport

/// One thread that serves a share of the live connections; this is the side that other threads see.
final class LiveLoop: Sendable {
    private struct Mail {
        var inbox = LoopInbox()
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Which of the loops it is, and of how many: connections are numbered so that their loop can be told.
    let index: Int
    let count: Int
    let epoll: Int32
    let registry: LiveRegistry
    let desk: CommandDesk
    let metrics: ServerMetrics
    private let wake: Int32
    private let mail = Locked(Mail())

    /// Starts the thread.
    init(
        index: Int,
        of count: Int,
        registry: LiveRegistry,
        desk: CommandDesk,
        metrics: ServerMetrics
    ) throws(TransportError) {
        self.index = index
        self.count = count
        self.registry = registry
        self.desk = desk
        self.metrics = metrics
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wake = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u64 = 0
        guard epoll >= 0, wake >= 0, epoll_ctl(epoll, EPOLL_CTL_ADD, wake, &event) == 0 else {
            let number = errno
            if epoll >= 0 { close(epoll) }
            if wake >= 0 { close(wake) }
            throw .system(detail: "Sockets can't be waited for: \(systemErrorText(number))")
        }
        do throws(TransportError) {
            try SystemThread.start(name: "bobbin-live-\(index)") { [self] in
                LoopThread(self).run()
                ended()
            }
        } catch {
            close(epoll)
            close(wake)
            throw error
        }
    }

    /// The loop that serves a connection.
    static func index(of connection: UInt64, count: Int) -> Int { Int(connection % UInt64(count)) }

    /// Leaves a message; never waits.
    func post(_ message: LoopMessage) {
        let isOver = mail.withLock { mail in
            guard !mail.isOver else { return true }
            // Under the lock: once it is over the descriptor may be somebody else's.
            if mail.inbox.isEmpty { eventfd_write(wake, 1) }
            mail.inbox.append(message)
            return false
        }
        if isOver, case .adopt(let socket, _) = message { socket.close() }
    }

    /// Takes the messages that wait; on the loop's thread.
    func takeMessages() -> [LoopMessage] {
        mail.withLock { mail in
            var count: eventfd_t = 0
            eventfd_read(wake, &count)
            return mail.inbox.takeAll()
        }
    }

    /// Waits until the thread has ended, which `leave` brings about.
    func hasEnded() async {
        await withCheckedContinuation { continuation in
            let isOver = mail.withLock { mail in
                if !mail.isOver { mail.waiters.append(continuation) }
                return mail.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    private func ended() {
        let (rest, waiters) = mail.withLock { mail in
            mail.isOver = true
            close(wake)
            close(epoll)
            defer { mail.waiters = [] }
            return (mail.inbox.takeAll(), mail.waiters)
        }
        for case .adopt(let socket, _) in rest { socket.close() }
        for waiter in waiters { waiter.resume() }
    }
}
