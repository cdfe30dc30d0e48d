import CLinux
import Glibc

/// A descriptor of the kernel that becomes readable when something happens; what is read from it does not matter.
final class EventDescriptor: PollTarget {
    private let descriptor: Int32
    private let arm: @Sendable (Int32) -> Bool
    private let happened: @Sendable () -> Void
    private let registration = Locked<PollRegistration?>(nil)

    /// Watches a descriptor, which it closes, until it is let go of. Nil where the system does not allow it.
    ///
    /// - Parameters:
    ///   - arm: makes the descriptor wait for the next event.
    ///   - happened: is called on the poller's thread.
    init?(
        _ descriptor: Int32,
        arm: @escaping @Sendable (Int32) -> Bool = { _ in true },
        happened: @escaping @Sendable () -> Void
    ) {
        self.descriptor = descriptor
        self.arm = arm
        self.happened = happened
        guard descriptor >= 0, arm(descriptor), let poller = try? Poller.shared.get(),
            let registration = try? poller.add(descriptor, target: self)
        else { return nil }
        self.registration.withLock { $0 = registration }
        guard registration.arm(for: .reading) else { return nil }
    }

    deinit {
        registration.withLock { $0 }?.remove()
        if descriptor >= 0 { close(descriptor) }
    }

    func becameReady(_ readiness: Readiness) {
        drain()
        happened()
        // A descriptor that is broken, as by a system that forbids it later, is left alone: nothing spins.
        guard arm(descriptor) else { return }
        _ = registration.withLock { $0?.arm(for: .reading) }
    }

    /// Reads until there is nothing left; an error, such as one that says that messages were lost, is an event as well.
    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { memory in
            // SAFETY: the kernel writes at most the bytes that are there.
            for _ in 0..<64 where read(descriptor, memory.baseAddress, memory.count) <= 0 { break }
        }
    }
}

// The kernel's own sources of events.
extension EventDescriptor {
    /// Changes of links, addresses and routes (rtnetlink(7)).
    static func network(_ happened: @escaping @Sendable () -> Void) -> EventDescriptor? {
        let descriptor = socket(
            AF_NETLINK,
            Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
            NETLINK_ROUTE
        )
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = UInt32(
            RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE
        )
        let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        let isBound = withUnsafePointer(to: &address) { address in
            // SAFETY: bind reads `size` bytes, which is what a sockaddr_nl has.
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
        }
        return EventDescriptor(descriptor, arm: { _ in isBound }, happened: happened)
    }

    /// Jumps of the time of day, among them the one after a sleep (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
    static func clock(_ happened: @escaping @Sendable () -> Void) -> EventDescriptor? {
        let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        return EventDescriptor(descriptor, arm: waitForJump, happened: happened)
    }

    /// The timer itself is as good as never due.
    private static func waitForJump(_ descriptor: Int32) -> Bool {
        var never = itimerspec()
        never.it_value.tv_sec = .max / 2_000_000_000
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        return timerfd_settime(descriptor, flags, &never, nil) == 0
    }
}
