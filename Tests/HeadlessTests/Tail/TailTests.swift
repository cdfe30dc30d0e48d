import Chat
import Stomp
import StompClient
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Headless

@Suite("Tail", .timeLimit(.minutes(10)))
struct TailTests {
    private func settings(_ format: TailFormat, count: Int? = nil, timeout: Duration? = nil) -> TailSettings {
        TailSettings(
            sources: [.init(destination: "/topic/a")],
            format: format,
            ends: .init(count: count, timeout: timeout),
            zone: .utc,
            url: "ws://broker.test"
        )
    }

    /// Answers as usual, and a SUBSCRIBE with these bodies as well.
    private static func answer(_ bodies: [String]) -> @Sendable (StompFrame) -> [StompFrame]? {
        { frame in
            guard frame.command == .subscribe, let id = frame.headers["id"] else {
                return BrokerAnswer.usual(to: frame)
            }
            return BrokerAnswer.usual(to: frame) + BrokerAnswer.messages(to: id, bodies.map { Array($0.utf8) })
        }
    }

    @Test("prints as many messages as wanted, never one more, and leaves in order")
    func count() async {
        let broker = MemoryBroker()
        let left = OneShot<Void>()
        let playing = broker.play { frame in
            if frame.command == .disconnect { left.decide(()) }
            return TailTests.answer(["one", "two", "three", "four"])(frame)
        }
        let code = await broker.tail(settings(.cat, count: 3)).run()
        #expect(code == .success)
        #expect(await broker.output.text() == "one\ntwo\nthree\n")
        let errors = await broker.errors.text()
        #expect(
            errors == "bobbin: connecting to ws://broker.test\nbobbin: connected to Scripted/1.0 with STOMP 1.2\n"
        )
        await left.wait()
        playing.cancel()
    }

    @Test("prints text with the date and offset where there is no terminal")
    func text() async {
        let broker = MemoryBroker()
        let playing = broker.play(TailTests.answer([#"{"sender":"Kim","text":"one\ntwo"}"#]))
        #expect(await broker.tail(settings(.text, count: 1)).run() == .success)
        #expect(await broker.output.text() == "2026-11-30T09:40:05+00:00 Kim: one\\ntwo\n")
        playing.cancel()
    }

    @Test("prints frames in both directions, up to the last message wanted")
    func frames() async {
        let broker = MemoryBroker {
            $0.tracesFrames = true
            $0.login = "kim"
            $0.passcode = "secret"
        }
        let playing = broker.play(TailTests.answer(["one", "two"]))
        #expect(await broker.tail(settings(.frames, count: 1)).run() == .success)
        let text = await broker.output.text()
        #expect(text.hasPrefix("> CONNECT\n"))
        #expect(text.contains("> passcode:***\n"))
        #expect(!text.contains("secret"))
        #expect(text.contains("< CONNECTED\n"))
        #expect(text.contains("> SUBSCRIBE\n"))
        #expect(text.hasSuffix("<\n< one\n"))
        playing.cancel()
    }

    @Test("takes for a stream what is named one, and no other thread")
    func streamAmongThreads() {
        var settings = settings(.json)
        settings.sources.append(.init(destination: "/queue/log", headers: ["x-queue-type": "stream"]))
        settings.readStreams(all: false)
        #expect(settings.sources.map(\.isStream) == [false, true])
        settings.readStreams(all: true)
        #expect(settings.sources.map(\.isStream) == [true, true])
    }

    @Test("ends with 124 when the time is up")
    func timeout() async throws {
        let broker = MemoryBroker()
        let connected = OneShot<Void>()
        let playing = broker.play { frame in
            if frame.command == .subscribe { connected.decide(()) }
            return BrokerAnswer.usual(to: frame)
        }
        let tail = broker.tail(settings(.cat, timeout: .seconds(90)))
        let run = Task { await tail.run() }
        await connected.wait()
        try await broker.clock.timer(at: .seconds(90))
        broker.clock.advance(by: .seconds(90))
        #expect(await run.value == .timedOut)
        #expect(await broker.errors.text().hasSuffix("bobbin: the time of 90 s is up\n"))
        playing.cancel()
    }

    @Test("says that there is no connection when the time is up before one")
    func timeoutWithoutConnection() async throws {
        let broker = MemoryBroker()
        let playing = broker.play { _ in [] }
        let tail = broker.tail(settings(.cat, timeout: .seconds(5)))
        let run = Task { await tail.run() }
        try await broker.clock.timer(at: .seconds(5))
        broker.clock.advance(by: .seconds(5))
        #expect(await run.value == .timedOut)
        #expect(await broker.errors.text().hasSuffix("bobbin: no connection to ws://broker.test within 5 s\n"))
        playing.cancel()
    }

    @Test("ends with 4 when the server refuses its only thread, and says which and why")
    func refused() async {
        let broker = MemoryBroker()
        let playing = broker.play { frame in
            guard frame.command == .subscribe else { return BrokerAnswer.usual(to: frame) }
            return [BrokerAnswer.error("Invalid destination", body: "'/a' is not valid", about: frame)]
        }
        #expect(await broker.tail(settings(.cat)).run() == .refused)
        let errors = await broker.errors.text()
        #expect(errors.contains("bobbin: the server refused /topic/a: Invalid destination: '/a' is not valid"))
        playing.cancel()
    }

    @Test("ends with 3 when the server refuses the password")
    func authentication() async {
        let broker = MemoryBroker { $0.login = "kim" }
        let playing = broker.play { frame in
            frame.command == .connect ? [BrokerAnswer.error("Bad CONNECT", body: "Access refused for user 'kim'")] : []
        }
        #expect(await broker.tail(settings(.cat)).run() == .authentication)
        #expect(await broker.errors.text().contains("bobbin: the server refused the credentials"))
        playing.cancel()
    }

    @Test("ends with 5 when nobody listens and it must not try again")
    func noConnection() async {
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        broker.transport.otherwise(
            .refuse(.unreachable(host: "broker.test", port: 15674, detail: "Connection refused"))
        )
        #expect(await broker.tail(settings(.cat)).run() == .noConnection)
        #expect(await broker.errors.text().contains("can't reach broker.test:15674"))
    }

    @Test("comes back by itself, tells so, and goes on printing")
    func reconnects() async throws {
        let broker = MemoryBroker()
        let session = Mutex(0)
        let playing = broker.play { frame in
            guard frame.command == .subscribe else { return BrokerAnswer.usual(to: frame) }
            let number = session.withLock { number in
                number += 1
                return number
            }
            return number == 1 ? nil : TailTests.answer(["back"])(frame)
        }
        let tail = broker.tail(settings(.cat, count: 1))
        let run = Task { await tail.run() }
        try await broker.clock.timer(at: .seconds(1))
        broker.clock.advance(by: .seconds(1))
        #expect(await run.value == .success)
        #expect(await broker.output.text() == "back\n")
        let errors = await broker.errors.text()
        #expect(errors.contains("; trying again in 1 s\n") || errors.contains(": trying again in 1 s\n"))
        #expect(errors.contains("bobbin: connected again to Scripted/1.0"))
        playing.cancel()
    }

    @Test("ends with the code of whoever stops it, and takes leave of the server")
    func stopped() async {
        let broker = MemoryBroker()
        let left = OneShot<Void>()
        let playing = broker.play { [stop = broker.stop] frame in
            if frame.command == .subscribe { stop.end(with: .interrupted) }
            if frame.command == .disconnect { left.decide(()) }
            return BrokerAnswer.usual(to: frame)
        }
        #expect(await broker.tail(settings(.cat)).run() == .interrupted)
        await left.wait()
        playing.cancel()
    }
}
