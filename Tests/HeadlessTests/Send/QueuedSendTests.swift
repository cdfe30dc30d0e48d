import Chat
import ChatStore
import Stomp
import StompClient
import Synchronization
import TestSupport
import Testing

@testable import Headless

@Suite("Send to a broker that queues", .timeLimit(.minutes(10)))
struct QueuedSendTests {
    private final class Log: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ frame: StompFrame) {
            guard frame.command == .send else { return }
            texts.withLock { $0.append(String(decoding: frame.body, as: UTF8.self)) }
        }
        var sent: [String] { texts.withLock { $0 } }
    }

    private func send(_ kept: KeptMessages, _ text: String, over broker: MemoryBroker) -> QueuedSend {
        QueuedSend(
            SendSettings(destination: "/topic/a", queues: true, url: "ws://broker.test"),
            QueuedSend.Form(
                writer: MessageWriter(form: .text, sender: "me"),
                destinations: SendDestination("/app/{name}")
            ),
            .text(Array(text.utf8)),
            store: kept.store,
            connection: broker.connection,
            notices: kept.notices,
            stop: broker.stop,
            clock: broker.clock,
            now: { KeptMessages.noon }
        )
    }

    @Test("ends with the code of a refusal where the broker refuses a message, which stays with the reason")
    func refused() async throws {
        let kept = try await KeptMessages()
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let playing = broker.play { frame in
            guard frame.command == .send else { return BrokerAnswer.usual(to: frame) }
            let receipt = frame.headers["receipt"] ?? ""
            return [StompFrame(.error, headers: ["message": "access denied", "receipt-id": receipt])]
        }
        let code = await send(kept, "not for you", over: broker).run()
        #expect(code == .refused && code.rawValue == 4)
        #expect(await kept.errors.text().contains("access denied"))
        guard case .refused(let reason)? = try await states(kept).first else {
            Issue.record("nobody is told why it was not sent")
            return
        }
        #expect(reason.contains("access denied"))
        playing.cancel()
    }

    @Test("ends with the code of a machine in the way where nothing can be kept, and sends nothing")
    func unkept() async throws {
        let kept = try await KeptMessages()
        let broker = MemoryBroker()
        let log = Log()
        let playing = broker.play { frame in
            log.add(frame)
            return BrokerAnswer.usual(to: frame)
        }
        let sender = QueuedSend(
            SendSettings(destination: "/topic/a", queues: true, url: "ws://broker.test"),
            QueuedSend.Form(writer: MessageWriter(form: .text, sender: "me"), destinations: SendDestination("{name}")),
            .text(Array("lost".utf8)),
            store: try await kept.readOnly(),
            connection: broker.connection,
            notices: kept.notices,
            stop: broker.stop,
            clock: broker.clock,
            now: { KeptMessages.noon }
        )
        let code = await sender.run()
        #expect(code == .failure && code.rawValue == 7)
        #expect(log.sent.isEmpty)
        #expect(try await states(kept).isEmpty)
        playing.cancel()
    }

    private func states(_ kept: KeptMessages) async throws -> [OutboxEntry.State] {
        let store = try await kept.reopened()
        defer { withExtendedLifetime(store) {} }
        return try await store.adoptOutbox().map(\.state)
    }

    @Test("sends what was kept before first, and keeps nothing that is confirmed")
    func inOrder() async throws {
        let kept = try await KeptMessages()
        try await kept.store.queue(OutboxEntry(id: "a", threadID: "/topic/a", text: "earlier", time: 1))
        try await kept.store.queue(OutboxEntry(id: "b", threadID: "/topic/a", text: "perhaps sent", time: 2))
        try await kept.store.commit([.outboxState(outboxID: "b", .uncertain)])
        let broker = MemoryBroker()
        let log = Log()
        let playing = broker.play { frame in
            log.add(frame)
            return BrokerAnswer.usual(to: frame)
        }
        #expect(await send(kept, "now", over: broker).run() == .success)
        #expect(log.sent == ["earlier", "now"])
        #expect(try await states(kept) == [.uncertain])
        playing.cancel()
    }

    @Test("a message that the server has perhaps when the time is up is not sent again")
    func unconfirmed() async throws {
        let kept = try await KeptMessages()
        let broker = MemoryBroker()
        let log = Log()
        let playing = broker.play { frame in
            log.add(frame)
            return frame.command == .send ? [] : BrokerAnswer.usual(to: frame)
        }
        let run = Task { await send(kept, "once", over: broker).run() }
        try await until { !log.sent.isEmpty }
        try await broker.clock.timer(at: Send.patience)
        broker.clock.advance(by: Send.patience)
        let time = Task { [clock = broker.clock] in
            while let deadline = try? await clock.nextTimer() { clock.advance(to: deadline) }
        }
        #expect([.timedOut, .noConnection].contains(await run.value))
        time.cancel()
        #expect(try await states(kept) == [.uncertain])
        playing.cancel()
    }

    @Test("ends well when nobody is there, and the message waits")
    func offline() async throws {
        let kept = try await KeptMessages()
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let playing = broker.play { _ in nil }
        #expect(await send(kept, "later", over: broker).run() == .success)
        #expect(await kept.errors.text().contains("1 message queued: "))
        #expect(try await states(kept) == [.waiting])
        playing.cancel()
    }

    @Test("ends at the first attempt that fails, unless a time was given, and keeps what comes in meanwhile")
    func absent() async throws {
        let kept = try await KeptMessages()
        let broker = MemoryBroker()
        let playing = broker.play { _ in nil }
        #expect(await send(kept, "later", over: broker).run() == .success)
        #expect(await kept.errors.text().contains("1 message queued: "))
        #expect(try await states(kept) == [.waiting])
        playing.cancel()
    }

    @Test("a full outbox is emptied first where the broker is there, and takes no more where it is not")
    func full() async throws {
        let kept = try await KeptMessages()
        for number in 1...1000 {
            kept.store.record([.queued(OutboxEntry(id: "\(number)", threadID: "/topic/a", text: "\(number)", time: 1))])
        }
        let absent = MemoryBroker()
        let silence = absent.play { _ in nil }
        #expect(await send(kept, "one more", over: absent).run() == .noConnection)
        #expect(await kept.errors.text().contains("1000 messages wait for the server already"))
        silence.cancel()

        let again = try await KeptMessages()
        for number in 1...1000 {
            again.store.record([.queued(OutboxEntry(id: "\(number)", threadID: "/topic/a", text: "\(number)", time: 1))]
            )
        }
        let broker = MemoryBroker()
        let log = Log()
        let playing = broker.play { frame in
            log.add(frame)
            return BrokerAnswer.usual(to: frame)
        }
        #expect(await send(again, "one more", over: broker).run() == .success)
        #expect(log.sent == (1...1000).map { "\($0)" } + ["one more"])
        #expect(try await states(again).isEmpty)
        playing.cancel()
    }

    @Test("does not send again what the broker may have when the connection is lost")
    func uncertain() async throws {
        let kept = try await KeptMessages()
        let broker = MemoryBroker { $0.attemptLimit = 1 }
        let log = Log()
        let playing = broker.play { frame in
            log.add(frame)
            return frame.command == .send ? nil : BrokerAnswer.usual(to: frame)
        }
        #expect(await send(kept, "once", over: broker).run() != .success)
        #expect(log.sent == ["once"])
        #expect(try await states(kept) == [.uncertain])
        playing.cancel()
    }
}
