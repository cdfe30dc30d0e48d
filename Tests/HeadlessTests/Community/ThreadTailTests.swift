import Chat
import Testing

@testable import Headless

@Suite("Tail in a community", .timeLimit(.minutes(2)))
struct ThreadTailTests {
    private let output = OutputPipe()
    private let errors = OutputPipe()
    private let stop = Stop()

    private static let threads = [ChatThread(id: "7", title: "Tea"), ChatThread(id: "8", title: "차")]

    private func tail(_ names: [String], _ session: ScriptedSession, _ format: TailFormat = .cat, count: Int? = nil)
        -> ThreadTail
    {
        let settings = TailSettings(
            sources: names.map { TailSettings.Source(destination: $0) },
            format: format,
            count: count,
            zone: .utc,
            url: "https://h"
        )
        return ThreadTail(
            settings,
            session: session,
            output: output.writer,
            notices: Notices(errors.writer, isQuiet: false, isVerbose: false),
            stop: stop,
            remedy: "run bobbin login"
        )
    }

    private func items(_ messages: ChatMessage...) -> [TimelineItem] { messages.map(TimelineItem.message) }

    @Test("prints what is new, once, and neither the history nor what has been deleted or blocked")
    func new() async {
        let history = items(.arrived("1", "old"))
        let session = ScriptedSession([.threads(Self.threads)]) { request in
            guard case .open(let id) = request else { return [] }
            return [.timeline(threadID: id, .replaced(history, hasOlder: false))]
        }
        var deleted = ChatMessage.arrived("3", "")
        deleted.isDeleted = true
        var blocked = ChatMessage.arrived("4", "folded")
        blocked.isBlocked = true
        let run = Task { await tail(["tea"], session, count: 3).run() }
        await session.asked(1)
        await session.happen(
            .timeline(threadID: "7", .appended(items(.arrived("2", "live"), deleted, blocked), isLive: true)),
            .timeline(threadID: "8", .appended(items(.arrived("9", "elsewhere")), isLive: true)),
            .timeline(threadID: "7", .updated(id: "2", .message(.arrived("2", "edited")))),
            // After a lost connection: what is known comes again, what was missed stands before it.
            .timeline(threadID: "7", .appended(items(.arrived("6", "after")), isLive: false)),
            .timeline(
                threadID: "7",
                .inserted(items(.arrived("2", "live"), .arrived("5", "missed")), before: "6", hasOlder: true)
            ),
            .timeline(threadID: "7", .appended(items(.arrived("10", "too many")), isLive: true))
        )
        #expect(await run.value == .success)
        #expect(await output.text() == "live\nafter\nmissed\n")
        #expect(await session.requests == [.open(threadID: "7")])
    }

    @Test("names the thread in each line when there are several, and in JSON by number")
    func several() async {
        let answer: ScriptedSession.Answer = { request in
            guard case .open(let id) = request else { return [] }
            return [.timeline(threadID: id, .replaced([], hasOlder: false))]
        }
        let session = ScriptedSession([.threads(Self.threads)], answer)
        let run = Task { await tail(["8", "#Tea"], session, .text, count: 2).run() }
        await session.asked(2)
        await session.happen(
            .timeline(threadID: "7", .appended(items(.arrived("2", "one")), isLive: true)),
            .timeline(threadID: "8", .appended(items(.arrived("3", "two\nlines")), isLive: true))
        )
        #expect(await run.value == .success)
        #expect(
            await output.text()
                == "Tea 2026-11-30T09:40:05+00:00 Kim: one\n차 2026-11-30T09:40:05+00:00 Kim: two\\nlines\n"
        )
    }

    @Test("ends with the code and one line for each thing in its way")
    func ends() async {
        let ends: [(updates: [ChatUpdate], code: ExitCode, line: String)] = [
            ([.signInNeeded(reason: "x")], .authentication, "nobody is signed in to https://h; run bobbin login"),
            ([.threads(Self.threads)], .refused, "there is no thread called Coffee; there are Tea, 차"),
            ([.connection(.offline(reason: "gone"))], .noConnection, "gone"),
            ([.failed(FailureReport(.protocolError, "no sense"))], .protocolError, "no sense"),
            ([.dialog("too old")], .refused, "too old"),
        ]
        for end in ends {
            let test = ThreadTailTests()
            #expect(await test.tail(["Coffee"], ScriptedSession(end.updates)).run() == end.code)
            #expect(await test.errors.text() == "bobbin: \(end.line)\n")
        }
    }

    @Test("ends when its last thread is gone")
    func threadGone() async {
        let session = ScriptedSession([
            .threads(Self.threads), .left(threadID: "7", reason: "the thread has been deleted"),
        ])
        #expect(await tail(["Tea"], session).run() == .refused)
        #expect(await errors.text() == "bobbin: Tea is gone: the thread has been deleted\n")
    }

    @Test("asks for the number where a title is not enough")
    func namesakes() async {
        let twins = [ChatThread(id: "1", title: "Tea"), ChatThread(id: "2", title: "Tea")]
        #expect(await tail(["Tea"], ScriptedSession([.threads(twins)])).run() == .usage)
        #expect(await errors.text().contains("use one of their numbers: 1, 2"))
    }
}
