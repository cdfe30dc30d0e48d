import CLinux
import Glibc

/// Who is told that a descriptor is ready. It is called on the poller's thread and must not block.
protocol PollTarget: AnyObject, Sendable {
    /// The readiness that was armed for has come; nothing more is reported until it is armed again.
    func becameReady(_ readiness: Readiness)
}

/// What a descriptor is ready for; an error or a hang-up counts as both.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt8
    static let reading = Readiness(rawValue: 1)
    static let writing = Readiness(rawValue: 2)
}

/// The one thread that waits for all descriptors of the process.
///
/// Events carry an identifier that is never used twice, so that one that comes late can't reach the wrong stream after
/// its descriptor was closed and opened again.
final class Poller: Sendable {
    private struct Targets {
        struct Entry {
            weak var target: (any PollTarget)?
        }
        var lastID: UInt64 = 0
        var entries: [UInt64: Entry] = [:]
    }

    /// The poller of this process, or why there is none.
    static let shared = Result { () throws(TransportError) in try Poller() }

    private let epoll: Int32
    private let targets = Locked(Targets())

    private init() throws(TransportError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else {
            throw .system(detail: "Sockets can't be waited for: \(systemErrorText(errno))")
        }
        try SystemThread.start(name: "bobbin-poller") { [self] in run() }
    }

    /// Takes a descriptor in, armed for nothing. It must stay open until `remove`.
    func add(_ descriptor: Int32, target: any PollTarget) throws(TransportError) -> PollRegistration {
        let id = targets.withLock { targets in
            targets.lastID += 1
            targets.entries[targets.lastID] = Targets.Entry(target: target)
            return targets.lastID
        }
        let registration = PollRegistration(poller: self, descriptor: descriptor, id: id)
        guard control(EPOLL_CTL_ADD, registration, []) else {
            let number = errno
            targets.withLock { _ = $0.entries.removeValue(forKey: id) }
            throw .system(detail: "A socket can't be waited for: \(systemErrorText(number))")
        }
        return registration
    }

    fileprivate func arm(_ registration: PollRegistration, for readiness: Readiness) -> Bool {
        control(EPOLL_CTL_MOD, registration, readiness)
    }

    fileprivate func remove(_ registration: PollRegistration) {
        _ = control(EPOLL_CTL_DEL, registration, [])
        targets.withLock { _ = $0.entries.removeValue(forKey: registration.id) }
    }

    private func control(_ operation: Int32, _ registration: PollRegistration, _ readiness: Readiness) -> Bool {
        var event = epoll_event()
        event.data.u64 = registration.id
        event.events = EPOLLONESHOT.rawValue
        if readiness.contains(.reading) { event.events |= EPOLLIN.rawValue }
        if readiness.contains(.writing) { event.events |= EPOLLOUT.rawValue }
        return epoll_ctl(epoll, operation, registration.descriptor, &event) == 0
    }

    private func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            let count = epoll_wait(epoll, &events, Int32(events.count), -1)
            guard count >= 0 else {
                if errno == EINTR { continue }
                // Only a descriptor that is not ours any more could get here.
                fatalError("epoll_wait: \(systemErrorText(errno))")
            }
            for event in events.prefix(Int(count)) { report(event) }
        }
    }

    private func report(_ event: epoll_event) {
        let id = event.data.u64
        guard let target = targets.withLock({ $0.entries[id]?.target }) else { return }
        let failed = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
        var readiness: Readiness = failed ? [.reading, .writing] : []
        if event.events & EPOLLIN.rawValue != 0 { readiness.insert(.reading) }
        if event.events & EPOLLOUT.rawValue != 0 { readiness.insert(.writing) }
        target.becameReady(readiness)
    }
}

/// A descriptor in the poller's care.
struct PollRegistration: Sendable {
    fileprivate let poller: Poller
    fileprivate let descriptor: Int32
    fileprivate let id: UInt64

    /// Asks for one report as soon as the descriptor is ready for any of these; replaces what was asked for before.
    func arm(for readiness: Readiness) -> Bool {
        poller.arm(self, for: readiness)
    }

    /// Takes the descriptor out; call it before closing the descriptor.
    func remove() {
        poller.remove(self)
    }
}
