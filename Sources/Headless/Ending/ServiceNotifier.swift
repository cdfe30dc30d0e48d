import Glibc
import Synchronization

/// Tells a service manager how this program fares, as `sd_notify(3)` describes it. Without one it does nothing.
package final class ServiceNotifier: Sendable {
    private let address: String
    private let descriptor: Int32
    /// How often the manager wants to hear that all is well; nil for never.
    private let interval: Duration?
    private let watchdog = Mutex<Task<Void, Never>?>(nil)

    /// Nil where nobody wants to know: without `NOTIFY_SOCKET`.
    package init?(environment: [String: String]) {
        guard let address = environment["NOTIFY_SOCKET"], address.utf8.count < 108, let first = address.first,
            first == "/" || first == "@"
        else { return nil }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        self.address = address
        let isForUs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
        let period = isForUs ? environment["WATCHDOG_USEC"].flatMap(Int64.init) : nil
        // Half the time allowed, as the manual has it.
        interval = period.flatMap { $0 > 0 ? .microseconds(max(1, $0 / 2)) : nil }
    }

    deinit {
        watchdog.withLock { $0 }?.cancel()
        close(descriptor)
    }

    /// It does its work from now on, which `status` names.
    package func ready(_ status: String) {
        send("READY=1\nSTATUS=\(status.split(whereSeparator: \.isNewline).joined(separator: " "))")
        guard let interval else { return }
        watchdog.withLock { task in
            task =
                task
                ?? Task { [weak self] in
                    while !Task.isCancelled, let self {
                        self.send("WATCHDOG=1")
                        // The supervisor sets the pace; cancelled, the loop ends by its condition.
                        try? await Task.sleep(for: interval)
                    }
                }
        }
    }

    /// It is about to end.
    package func stopping() { send("STOPPING=1") }

    private func send(_ text: String) {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(address.utf8)
        // An abstract name begins with NUL.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let payload = Array(text.utf8)
        withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                // A manager that is gone wants to know nothing.
                _ = sendto(
                    descriptor,
                    payload,
                    payload.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT),
                    address,
                    length
                )
            }
        }
    }
}
