import Glibc
import Stomp
import StompClient
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Headless

@Suite("Send", .timeLimit(.minutes(10)))
struct SendTests {
    private let settings = SendSettings(destination: "/queue/a", url: "ws://broker.test")

    /// What the client sent, in order.
    private final class Log: Sendable {
        private let frames = Mutex<[StompFrame]>([])
        func add(_ frame: StompFrame) { frames.withLock { $0.append(frame) } }
        var sent: [StompFrame] { frames.withLock { $0.filter { $0.command == .send } } }
    }

    /// Standard input that holds these bytes.
    private func input(_ bytes: [UInt8]) -> SendInput {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let writing = ends[1]
        // It may be more than a pipe holds; whoever reads it lets this thread end.
        Thread.start {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            close(writing)
        }
        return .lines(descriptor: ends[0])
    }

    private enum Thread {
        static func start(_ body: @escaping @Sendable () -> Void) { WorkerThread.start(body) }
    }

    @Test("sends one text with its headers and ends with 0 once it is confirmed")
    func text() async {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let log = Log()
        let playing = broker.play { frame in
            log.add(frame)
            return BrokerAnswer.usual(to: frame)
        }
        var settings = settings
        settings.headers.append("x", "a:b\\c\n")
        #expect(await broker.send(settings, .text(Array("안녕\u{0}".utf8))).run() == .success)
        #expect(log.sent.count == 1)
        let frame = log.sent[0]
        #expect(frame.body == Array("안녕\u{0}".utf8))
        #expect(frame.headers["destination"] == "/queue/a")
        #expect(frame.headers["content-type"] == "text/plain;charset=utf-8")
        #expect(frame.headers["x"] == "a:b\\c\n")
        #expect(frame.headers["receipt"] != nil)
        #expect(await broker.errors.text() == "")
        playing.cancel()
    }

    @Test("sends every line in order, byte for byte, empty ones left out")
    func lines() async {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let log = Log()
        let playing = broker.play { frame in
            log.add(frame)
            return BrokerAnswer.usual(to: frame)
        }
        let lines = (1...2000).map { Array("line \($0) \u{0}".utf8) + [0xFF] }
        let text = Array(lines.joined(separator: [0x0A])) + Array("\n\n\nlast".utf8)
        #expect(await broker.send(settings, input(text)).run() == .success)
        #expect(log.sent.map(\.body) == lines + [Array("last".utf8)])
        playing.cancel()
    }

    @Test("tells which line the server refused and how many were delivered, and ends with 4")
    func refusedLine() async {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let playing = broker.play { frame in
            guard frame.body == Array("bad".utf8) else { return BrokerAnswer.usual(to: frame) }
            return [BrokerAnswer.error("access_refused", about: frame)]
        }
        #expect(await broker.send(settings, input(Array("one\n\nbad\n".utf8))).run() == .refused)
        let errors = await broker.errors.text()
        #expect(errors.hasPrefix("bobbin: line 3: the server refused /queue/a: access_refused; "))
        #expect(errors.hasSuffix("; 1 delivered\n"))
        playing.cancel()
    }

    @Test("ends with 5 when the connection is lost before the receipt, and does not connect again")
    func lost() async {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let playing = broker.play { $0.command == .send ? nil : BrokerAnswer.usual(to: $0) }
        #expect(await broker.send(settings, .text(Array("x".utf8))).run() == .noConnection)
        #expect(await broker.errors.text().contains("it may or may not have arrived"))
        #expect(broker.transport.connectCount == 1)
        playing.cancel()
    }

    @Test("ends with 5 when there is no connection")
    func noConnection() async {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        broker.transport.otherwise(.refuse(.nameNotResolved(host: "broker.test")))
        #expect(await broker.send(settings, .text(Array("x".utf8))).run() == .noConnection)
        #expect(await broker.errors.text().contains("can't find the host broker.test"))
    }

    @Test("ends with 3 when the server refuses the password")
    func authentication() async {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let playing = broker.play { _ in [BrokerAnswer.error("Bad CONNECT", body: "Access refused for user 'kim'")] }
        #expect(await broker.send(settings, .text(Array("x".utf8))).run() == .authentication)
        playing.cancel()
    }

    @Test("ends with 124 when no receipt comes in time")
    func timeout() async throws {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let sent = OneShot<Void>()
        let playing = broker.play { frame in
            if frame.command == .send {
                sent.decide(())
                return []
            }
            return BrokerAnswer.usual(to: frame)
        }
        var settings = settings
        settings.timeout = .seconds(3)
        let send = broker.send(settings, .text(Array("x".utf8)))
        let run = Task { await send.run() }
        await sent.wait()
        try await broker.clock.timer(at: .seconds(3))
        broker.clock.advance(by: .seconds(3))
        #expect(await run.value == .timedOut)
        #expect(await broker.errors.text().hasPrefix("bobbin: not confirmed within 3 s"))
        playing.cancel()
    }

    @Test("does not wait for receipts where the profile says that none come, but for the farewell's")
    func unconfirmed() async {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let log = Log()
        let playing = broker.play { frame in
            log.add(frame)
            return frame.command == .send ? [] : BrokerAnswer.usual(to: frame)
        }
        var settings = settings
        settings.confirmsEach = false
        #expect(await broker.send(settings, input(Array("one\ntwo\n".utf8))).run() == .success)
        #expect(log.sent.map(\.body) == [Array("one".utf8), Array("two".utf8)])
        #expect(log.sent.allSatisfy { $0.headers["receipt"] == nil })
        playing.cancel()
    }

    @Test("of nothing connects to nobody and says so")
    func nothing() async {
        let broker = MemoryBroker()
        #expect(await broker.send(settings, input(Array("\n\n".utf8))).run() == .success)
        #expect(broker.transport.connectCount == 0)
        #expect(await broker.errors.text() == "bobbin: standard input held no message; nothing was sent\n")
    }
}
