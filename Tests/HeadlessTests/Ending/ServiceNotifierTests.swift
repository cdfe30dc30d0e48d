import Glibc
import Testing

@testable import Headless

@Suite("Telling a service manager", .timeLimit(.minutes(10)))
struct ServiceNotifierTests {
    @Test("says when it is ready, that it is alive, and that it stops")
    func notifies() async throws {
        let path = "/tmp/bobbin-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer {
            close(manager)
            unlink(path)
        }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isBound = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(manager, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        #expect(isBound)
        let environment = ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000", "WATCHDOG_PID": "\(getpid())"]
        let notifier = try #require(ServiceNotifier(environment: environment))
        notifier.ready("following\nTea")
        let heard = await Blocking.run { (0..<3).map { _ in ServiceNotifierTests.receive(manager) } }
        #expect(heard == ["READY=1\nSTATUS=following Tea", "WATCHDOG=1", "WATCHDOG=1"])
        notifier.stopping()
        let last = await Blocking.run { () -> String in
            while true {
                let text = ServiceNotifierTests.receive(manager)
                if text != "WATCHDOG=1" { return text }
            }
        }
        #expect(last == "STOPPING=1")
    }

    private static func receive(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }

    @Test("without one there is nothing to tell")
    func none() {
        #expect(ServiceNotifier(environment: [:]) == nil)
        #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": "relative"]) == nil)
    }
}
