import Glibc
import Stomp
import TestSupport
import Testing

@testable import Headless

@Suite("bobbin tail as a process", .timeLimit(.minutes(10)))
struct TailProcessTests {
    /// A broker that answers SUBSCRIBE with these bodies.
    private func broker(_ bodies: [[UInt8]] = []) -> LoopbackBroker {
        LoopbackBroker { frame in
            guard frame.command == .subscribe, let id = frame.headers["id"] else {
                return BrokerAnswer.usual(to: frame)
            }
            return BrokerAnswer.usual(to: frame) + BrokerAnswer.messages(to: id, bodies)
        }
    }

    @Test("prints raw bodies into a pipe with nothing in its environment and no standard input")
    func bare() async {
        let broker = broker([Array("one".utf8), [0x1B, 0x00, 0xFF], Array("three".utf8)])
        let program = Program(
            ["tail", "-qo", "cat", "--count", "2", "--url", broker.url, "/topic/a"],
            environment: ["LC_ALL": "C"],
            input: .closed
        )
        #expect(await program.ended() == 0)
        #expect(await program.allOutput() == Array("one\n".utf8) + [0x1B, 0x00, 0xFF, 0x0A])
        #expect(await program.allErrors() == "")
    }

    @Test("ends with 0 at once when its reader goes away though the thread is silent")
    func readerGone() async {
        let program = Program(["tail", "--url", broker().url, "/topic/a"])
        #expect(await program.says("connected to Scripted/1.0"))
        close(program.output)
        #expect(await program.ended() == 0)
    }

    @Test("ends with 0 when its reader goes away while the pipe is full")
    func readerGoneFull() async {
        let program = Program(
            ["tail", "-o", "cat", "--url", broker([[UInt8](repeating: 0x61, count: 4 << 20)]).url, "/topic/a"]
        )
        #expect(await program.output(1000).count == 1000)
        close(program.output)
        #expect(await program.ended() == 0)
    }

    @Test("holds back a fast server when its reader is slow: nothing is lost and memory stays bounded")
    func backPressure() async throws {
        // 128 MiB, more than may be in memory.
        let body = [UInt8](repeating: 0x62, count: 1 << 16)
        let total = 2048
        let flood = LoopbackBroker.Flood(body: body, count: total)
        let broker = LoopbackBroker(flood: flood)
        let program = Program(["tail", "-qo", "cat", "--url", broker.url, "/topic/a"])
        #expect(await program.output(1).count == 1)
        await flood.stalled.wait()
        let rest = await program.output(total * (body.count + 1) - 1)
        #expect(rest.count == total * (body.count + 1) - 1)
        let ends = (1...total).map { rest[$0 * (body.count + 1) - 2] }
        #expect(ends.allSatisfy { $0 == 0x0A })
        let status = try readStatus(program.process)
        #expect(status < 80 * 1024, "peak of \(status) KiB")
        kill(program.process, SIGTERM)
        #expect(await program.ended() == 143)
    }

    private func readStatus(_ process: pid_t) throws -> Int {
        let file = open("/proc/\(process)/status", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = read(file, &bytes, bytes.count)
        let lines = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: "\n")
        let peak = try #require(lines.first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(peak.split(whereSeparator: { !$0.isNumber })[0]))
    }

    @Test("says that standard output is closed, or can't be written")
    func noOutput() async {
        let closed = Program(["tail", "--url", "ws://127.0.0.1:1/ws", "/topic/a"], output: .closed)
        #expect(await closed.ended() == 2)
        #expect(
            await closed.allErrors() == "bobbin: standard output is closed; redirect it to a file or a program\n"
        )
        let full = Program(
            ["tail", "-q", "--url", broker([[0x61]]).url, "/topic/a"],
            output: .file("/dev/full")
        )
        #expect(await full.ended() == 7)
        #expect(await full.allErrors() == "bobbin: standard output can't be written: No space left on device\n")
    }

    @Test(
        "ends by signals with their codes",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)]
    )
    func signals(_ signal: Int32, _ code: Int32) async {
        let broker = broker()
        let program = Program(["tail", "--url", broker.url, "/topic/a"])
        #expect(await program.says("connected to Scripted/1.0"))
        kill(program.process, signal)
        #expect(await program.ended() == code)
        #expect(broker.received.last?.command == .disconnect)
    }

    @Test("ends at the second signal though its reader does not read and the server does not answer")
    func secondSignal() async {
        let broker = LoopbackBroker { frame in
            switch frame.command {
            case .disconnect: []
            case .subscribe:
                BrokerAnswer.usual(to: frame)
                    + BrokerAnswer.messages(
                        to: frame.headers["id"] ?? "",
                        [[UInt8](repeating: 0x61, count: 4 << 20)]
                    )
            default: BrokerAnswer.usual(to: frame)
            }
        }
        let program = Program(["tail", "-o", "cat", "--url", broker.url, "/topic/a"])
        #expect(await program.output(1).count == 1)
        kill(program.process, SIGINT)
        kill(program.process, SIGTERM)
        let code = await program.ended()
        #expect(code == 130 || code == 143)
    }

    @Test("ends with 124 when the time is up, without a message")
    func timeout() async {
        let program = Program(["tail", "--timeout", "200ms", "--url", broker().url, "/topic/a"])
        #expect(await program.ended() == 124)
    }

    @Test("is interrupted in the middle of a line without cutting it, where somebody reads it")
    func middleOfLine() async {
        let body = [UInt8](repeating: 0x61, count: 4 << 20)
        let program = Program(["tail", "-o", "cat", "--url", broker([body]).url, "/topic/a"])
        #expect(await program.output(1000).count == 1000)
        kill(program.process, SIGINT)
        #expect(await program.allOutput().count == body.count - 1000 + 1)
        #expect(await program.ended() == 130)
    }

    @Test("drops what a slow reader does not take, and says how much, when it is told to")
    func drops() async {
        // 32 MiB, of which little may wait.
        let flood = LoopbackBroker.Flood(body: [UInt8](repeating: 0x62, count: 1 << 16), count: 512)
        let broker = LoopbackBroker(flood: flood)
        let program = Program(["tail", "--drop", "-qo", "cat", "--url", broker.url, "/topic/a"])
        await flood.stalled.wait()
        kill(program.process, SIGTERM)
        let output = await program.allOutput()
        #expect(await program.ended() == 143)
        // What comes are whole lines all the same.
        #expect(output.count < 16 << 20 && output.count % (1 << 16 + 1) == 0)
        #expect(await program.allErrors().contains(/bobbin: \d+ messages were dropped: the reader is slow/))
    }

    @Test(
        "as a service it says that it is ready, that it is alive, and that it stops, with nothing else in its environment"
    )
    func service() async throws {
        let manager = try NotifySocket()
        let program = Program(
            ["tail", "--sigint-ok", "--url", broker().url, "/topic/a"],
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "400000"],
            output: .null,
            errors: .null
        )
        #expect(await manager.next() == "READY=1\nSTATUS=following /topic/a")
        for _ in 0..<3 { #expect(await manager.next() == "WATCHDOG=1") }
        kill(program.process, SIGTERM)
        var last = await manager.next()
        while last == "WATCHDOG=1" { last = await manager.next() }
        #expect(last == "STOPPING=1")
        #expect(await program.ended() == 0)
    }
}

/// The socket of a service manager.
private final class NotifySocket: Sendable {
    let path = "/tmp/bobbin-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    private let descriptor: Int32

    struct NotBound: Error {}

    init() throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let code = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw NotBound() }
        // The kernel keeps few messages that nobody has read, and the program waits for no room: the last may be lost.
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Waits for the next thing it is told.
    func next() async -> String {
        let descriptor = descriptor
        return await Blocking.run {
            var bytes = [UInt8](repeating: 0, count: 1000)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        }
    }
}
