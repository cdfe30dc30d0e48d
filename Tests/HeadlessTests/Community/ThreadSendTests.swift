import Chat
import Glibc
import TestSupport
import Testing

@testable import Headless

@Suite("Send in a community", .timeLimit(.minutes(10)))
struct ThreadSendTests {
    private let errors = OutputPipe()
    private let stop = Stop()
    private let clock = ManualClock()

    private func send(_ input: SendInput, _ session: ScriptedSession, isVerbose: Bool = false) -> ThreadSend {
        ThreadSend(
            SendSettings(destination: "Tea", url: "https://h"),
            input,
            session: session,
            notices: Notices(errors.writer, isQuiet: false, isVerbose: isVerbose),
            stop: stop,
            remedy: "run bobbin login",
            clock: clock
        )
    }

    /// A session that shows each message as sending and then, as the script says, as something else.
    private static func session(_ outcome: @escaping @Sendable (String) -> ChatMessage.Delivery?) -> ScriptedSession {
        ScriptedSession([.threads([ChatThread(id: "7", title: "Tea")])]) { request in
            guard case .send(let draft, let threadID) = request else { return [] }
            var message = ChatMessage(id: draft.text, sender: "Kim", text: draft.text, time: 0, isOwn: true)
            message.delivery = .sending
            let sending = ChatUpdate.timeline(threadID: threadID, .appended([.message(message)], isLive: true))
            guard let delivery = outcome(draft.text) else { return [sending] }
            message.delivery = delivery
            return [sending, .timeline(threadID: threadID, .updated(id: message.id, .message(message)))]
        }
    }

    private func lines(_ text: String) -> SendInput {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        _ = text.withCString { write(ends[1], $0, strlen($0)) }
        close(ends[1])
        return .lines(descriptor: ends[0])
    }

    @Test("sends each line once the one before has come back")
    func inOrder() async {
        let session = Self.session { _ in .delivered }
        #expect(await send(lines("one\ntwo\n"), session, isVerbose: true).run() == .success)
        #expect(
            await session.requests == [
                .open(threadID: "7"), .send(Draft("one"), threadID: "7"), .send(Draft("two"), threadID: "7"),
            ]
        )
        #expect(await errors.text() == "bobbin: 2 delivered\n")
    }

    @Test("ends with the first line that is refused, and says which that was and how many were delivered")
    func refused() async {
        let session = Self.session { $0 == "two" ? .failed(reason: "too fast") : .delivered }
        #expect(await send(lines("one\ntwo\nthree\n"), session).run() == .refused)
        #expect(await errors.text() == "bobbin: line 2: too fast; 1 delivered\n")
        #expect(await !session.requests.contains(.send(Draft("three"), threadID: "7")))
    }

    @Test("ends with what the session says of a message that it does not even show")
    func notShown() async {
        let session = ScriptedSession([.threads([ChatThread(id: "7", title: "Tea")])]) { request in
            guard case .send = request else { return [] }
            return [.failed(FailureReport(.usage, "too long"))]
        }
        #expect(await send(.text(Array("x".utf8)), session).run() == .usage)
        #expect(await errors.text() == "bobbin: too long\n")
    }

    @Test("gives up after 15 s without an answer, and does not claim that it has not arrived")
    func timedOut() async throws {
        let session = Self.session { _ in nil }
        let run = Task { await send(.text(Array("x".utf8)), session).run() }
        await session.asked(2)
        _ = try await clock.nextTimer()
        clock.advance(by: .seconds(15))
        #expect(await run.value == .timedOut)
        #expect(
            await errors.text() == "bobbin: not confirmed within 15 s: what was sent may have arrived; 0 delivered\n"
        )
    }

    @Test("ends with lines, too, once nothing has come back for 15 s, and without a connection says so")
    func noServer() async {
        let session = ScriptedSession([.connection(.waiting(reason: "no route", seconds: 1))])
        let run = Task { await send(lines("one\n"), session).run() }
        let time = Task { while let deadline = try? await clock.nextTimer() { clock.advance(to: deadline) } }
        #expect(await run.value == .noConnection)
        time.cancel()
        #expect(await errors.text().contains("no connection to https://h within 15 s: no route; 0 delivered"))
    }

    @Test("sends nothing that is not text, and needs somebody who is signed in")
    func impossible() async {
        let session = Self.session { _ in .delivered }
        #expect(await send(.text([0xFF]), session).run() == .usage)
        #expect(await session.requests == [.open(threadID: "7")])
        let nobody = ThreadSendTests()
        #expect(
            await nobody.send(.text([0x78]), ScriptedSession([.signInNeeded(reason: "x")])).run() == .authentication
        )
        #expect(await nobody.errors.text() == "bobbin: nobody is signed in to https://h; run bobbin login\n")
    }
}

@Suite("Send in a community that queues", .timeLimit(.minutes(10)))
struct ThreadQueueTests {
    private let errors = OutputPipe()
    private let stop = Stop()
    private let clock = ManualClock()

    private func send(_ input: SendInput, _ session: ScriptedSession, timeout: Duration? = nil) -> ThreadSend {
        ThreadSend(
            SendSettings(destination: "Tea", timeout: timeout, queues: true, url: "https://h"),
            input,
            session: session,
            notices: Notices(errors.writer, isQuiet: false, isVerbose: true),
            stop: stop,
            remedy: "run bobbin login",
            clock: clock
        )
    }

    private static func own(_ text: String, _ delivery: ChatMessage.Delivery) -> ChatMessage {
        ChatMessage(id: text, sender: "Kim", text: text, time: 0, isOwn: true, delivery: delivery)
    }

    /// A session that keeps each message; an earlier run has left one.
    private static func session() -> ScriptedSession {
        ScriptedSession([.threads([ChatThread(id: "7", title: "Tea")])]) { request in
            switch request {
            case .open:
                return [.timeline(threadID: "7", .replaced([.message(own("left", .waiting))], hasOlder: false))]
            case .send(let draft, let threadID):
                return [
                    .timeline(threadID: threadID, .appended([.message(own(draft.text, .waiting))], isLive: true))
                ]
            default: return []
            }
        }
    }

    private func lines(_ text: String) -> SendInput {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        _ = text.withCString { write(ends[1], $0, strlen($0)) }
        close(ends[1])
        return .lines(descriptor: ends[0])
    }

    @Test("goes on whatever else fails, and ends with what is refused to it")
    func otherFailures() async {
        let foreign = FailureReport(.refused, "join the thread first")
        let session = ScriptedSession([.failed(foreign), .threads([ChatThread(id: "7", title: "Tea")])]) { request in
            guard case .send(let draft, let threadID) = request else { return [] }
            if draft.text == "no" {
                return [
                    .failed(FailureReport(.usage, "not queued: the disk is full")),
                    .takenBack(threadID: threadID, draft),
                ]
            }
            let message = Self.own(draft.text, .waiting)
            return [
                .failed(foreign), .timeline(threadID: threadID, .appended([.message(message)], isLive: true)),
            ]
        }
        #expect(await send(lines("one\nno\n"), session).run() == .usage)
        let told = await errors.text()
        #expect(told.contains("bobbin: join the thread first\n"))
        #expect(told.hasSuffix("line 2: not queued: the disk is full; 0 delivered, 1 queued\n"))
    }

    @Test("keeps every line without waiting for the one before, and ends when all have come back")
    func comesBack() async {
        let session = Self.session()
        let run = Task { await send(lines("one\ntwo\n"), session).run() }
        await session.asked(3)
        for text in ["one", "two"] {
            await session.happen(.timeline(threadID: "7", .updated(id: text, .message(Self.own(text, .delivered)))))
        }
        #expect(await run.value == .success)
        #expect(await errors.text().contains("2 delivered, 0 queued"))
    }

    @Test("is a success when the time is up and all are kept, and says how many wait")
    func timedOut() async throws {
        let session = Self.session()
        let run = Task { await send(lines("one\ntwo\n"), session, timeout: .seconds(3)).run() }
        await session.asked(3)
        _ = try await clock.nextTimer()
        await session.happen(.delivery(threadID: "7", messageID: "one", .delivered))
        var told = ""
        while !told.contains("all is kept") { told += await errors.text() }
        clock.advance(by: .seconds(3))
        #expect(await run.value == .success)
        #expect(await errors.text().contains("queued: not sent within 3 s"))
    }

    @Test("is a success as well when there will be no connection, and a failure when the server refuses one")
    func ends() async {
        let session = Self.session()
        let run = Task { await send(.text(Array("one".utf8)), session).run() }
        await session.asked(2)
        await session.happen(.connection(.offline(reason: "no route")))
        #expect(await run.value == .success)
        #expect(await errors.text().contains("1 message queued: no route"))

        let other = ThreadQueueTests()
        let refusing = Self.session()
        let refused = Task { await other.send(.text(Array("one".utf8)), refusing).run() }
        await refusing.asked(2)
        await refusing.happen(.delivery(threadID: "7", messageID: "one", .failed(reason: "too rude")))
        #expect(await refused.value == .refused)
        #expect(await other.errors.text().contains("too rude; 0 delivered, 1 queued"))
    }

    @Test("needs no time where nobody is there: what is kept is queued, and without the thread nothing is")
    func absent() async {
        let session = Self.session()
        let run = Task { await send(lines("one\ntwo\n"), session).run() }
        await session.asked(3)
        await session.happen(.connection(.waiting(reason: "no route", seconds: 1)))
        #expect(await run.value == .success)
        #expect(await errors.text().contains("2 messages queued: no route"))

        let other = ThreadQueueTests()
        let empty = ScriptedSession([.connection(.waiting(reason: "no route", seconds: 1))])
        #expect(await other.send(lines("one\n"), empty).run() == .noConnection)
        #expect(await other.errors.text().contains("not queued, since the thread is not known here: no route"))
    }

    @Test("tries on for the time that was given")
    func patient() async throws {
        let session = Self.session()
        let run = Task { await send(.text(Array("one".utf8)), session, timeout: .seconds(60)).run() }
        await session.asked(2)
        await session.happen(.connection(.waiting(reason: "no route", seconds: 1)))
        await session.happen(.connection(.connected(server: "h", warning: nil)))
        await session.happen(.delivery(threadID: "7", messageID: "one", .delivered))
        #expect(await run.value == .success)
        #expect(await errors.text().contains("1 delivered, 0 queued"))
    }

    @Test("with lines ends too where the thread does not get known")
    func unknownForLines() async throws {
        let run = Task { await send(lines("one\n"), ScriptedSession([])).run() }
        let time = Task { while let deadline = try? await clock.nextTimer() { clock.advance(to: deadline) } }
        #expect(await run.value == .noConnection)
        time.cancel()
        #expect(await errors.text().contains("no connection to https://h within 15 s; 0 delivered, 0 queued"))
    }

    @Test("fails while not even the thread is known")
    func unknown() async throws {
        let run = Task { await send(.text(Array("one".utf8)), ScriptedSession([])).run() }
        _ = try await clock.nextTimer()
        clock.advance(by: .seconds(15))
        #expect(await run.value == .noConnection)
    }
}
