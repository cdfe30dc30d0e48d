import Glibc
import TestSupport
import Testing

@testable import Transport

@Suite("Connecting over sockets", .timeLimit(.minutes(10)))
struct CurlConnectTests {
    @Test("A port nobody listens on is unreachable, and the reason is the system's")
    func refused() async throws {
        let port = try LoopbackListener.freePort()
        await #expect(throws: TransportError.unreachable(host: "127.0.0.1", port: port, detail: "Connection refused")) {
            try await connect("127.0.0.1", port)
        }
    }

    @Test("A name without an address is named")
    func noSuchName() async throws {
        await #expect(throws: TransportError.nameNotResolved(host: "nosuch.invalid")) {
            try await connect("nosuch.invalid", 80)
        }
    }

    @Test("localhost is found on IPv4 though only that is listened on")
    func localhost() async throws {
        let listener = try LoopbackListener()
        async let peer = listener.accept()
        let stream = try await connect("localhost", listener.port)
        try await stream.write([1])
        #expect(try await peer.read(exactly: 1) == [1])
    }

    @Test("A family that nobody listens on is not tried with the other")
    func family() async throws {
        let listener = try LoopbackListener()
        let error = await #expect(throws: TransportError.self) {
            try await connect("localhost", listener.port, settings { $0.addressFamily = .ipv6 })
        }
        guard case .unreachable = error else { throw try #require(error) }
    }

    @Test(
        "What is more than a host is refused before anything is looked up",
        arguments: ["user@127.0.0.1", "127.0.0.1/path", "a b", "", "host#", "h?q", "[::1"]
    )
    func badHost(host: String) async throws {
        let error = await #expect(throws: TransportError.self) { try await connect(host, 80) }
        guard case .system(let detail) = error else { throw try #require(error) }
        #expect(detail.contains("is not an address"))
    }

    @Test("A port out of range is refused", arguments: [-1, 65536])
    func badPort(port: Int) async throws {
        let error = await #expect(throws: TransportError.self) { try await connect("127.0.0.1", port) }
        guard case .system = error else { throw try #require(error) }
    }

    @Test("A host that does not answer is given up after the limit")
    func timeOut() async throws {
        let full = try FullBacklog()
        let limit = Duration.milliseconds(100)
        await #expect(throws: TransportError.connectTimedOut(host: "127.0.0.1", port: full.port, after: limit)) {
            try await connect("127.0.0.1", full.port, settings { $0.connectTimeout = limit })
        }
    }

    @Test("Cancelling ends an attempt at once: before it, in the look-up, in TCP")
    func cancel() async throws {
        let full = try FullBacklog()
        let patient = settings { $0.connectTimeout = .seconds(600) }
        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await connect("127.0.0.1", full.port, patient)
        }
        let lookup = Task { _ = try await connect("nosuch.invalid", 80, patient) }
        lookup.cancel()
        let running = ConnectAttempt(
            to: Endpoint(host: "127.0.0.1", port: full.port, isSecure: false),
            settings: patient
        )
        let tcp = Task { _ = try await running.connection() }
        try await until { running.isOnItsThread }
        tcp.cancel()
        for task in [before, lookup, tcp] {
            await #expect(throws: TransportError.cancelled) { try await task.value }
        }
    }

    @Test("Streams, handles and threads are given back")
    func leaks() async throws {
        await #expect(processExitsWith: .success) {
            // The time limit of the test does not reach this process.
            alarm(200)
            let listener = try LoopbackListener()
            let transport = CurlTransport(settings: settings())
            let endpoint = Endpoint(host: "127.0.0.1", port: listener.port, isSecure: false)
            func openAndClose() async throws {
                async let accepted = listener.accept()
                let stream = try await transport.connect(to: endpoint)
                try await stream.write([1])
                let peer = try await accepted
                _ = try await peer.read(exactly: 1)
                stream.close()
                try await peer.drain()
            }
            for _ in 0..<20 { try await openAndClose() }
            // The runtime may open a few of its own meanwhile; a leak is one for each stream at least.
            let limit = try entryCount("/proc/self/fd") + 20
            for _ in 0..<480 { try await openAndClose() }
            // The threads of the last attempts and of this test's sockets may still be on their way out.
            try await until { try entryCount("/proc/self/fd") <= limit }
            try await until { try entryCount("/proc/self/task") < 20 }
        }
    }

    @Test("Attempts that are cancelled or fail give everything back")
    func leaksOfAttempts() async throws {
        await #expect(processExitsWith: .success) {
            // The time limit of the test does not reach this process.
            alarm(200)
            let full = try FullBacklog()
            let port = try LoopbackListener.freePort()
            _ = try? await connect("127.0.0.1", port)
            let limit = try entryCount("/proc/self/fd") + 20
            for _ in 0..<50 {
                _ = try? await connect("127.0.0.1", port)
                let attempt = Task { try await connect("127.0.0.1", full.port) }
                attempt.cancel()
                _ = try? await attempt.value
            }
            try await until { try entryCount("/proc/self/fd") <= limit }
            try await until { try entryCount("/proc/self/task") < 20 }
        }
    }
}

/// Connects and lets the stream go with the test.
@discardableResult
func connect(
    _ host: String,
    _ port: Int,
    isSecure: Bool = false,
    _ settings: TransportSettings = settings()
) async throws(TransportError) -> any ByteStream {
    try await CurlTransport(settings: settings).connect(to: Endpoint(host: host, port: port, isSecure: isSecure))
}

/// The number of entries of a folder.
private func entryCount(_ path: String) throws -> Int {
    guard let folder = opendir(path) else { throw SocketFailure(call: "opendir", number: errno) }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
}

/// A port whose queue is full, so that the system leaves further attempts without an answer.
private final class FullBacklog: Sendable {
    private let listener: LoopbackListener
    private let fillers: [LoopbackSocket]
    var port: Int { listener.port }

    init() throws {
        let listener = try LoopbackListener(backlog: 0)
        self.listener = listener
        fillers = try (0..<4).map { _ in try LoopbackSocket.connect(port: listener.port, isWaiting: false) }
    }
}
