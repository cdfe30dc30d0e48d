import Chat
import Foundation
import Glibc
import Stomp
import TestSupport
import Testing

@testable import Headless

@Suite("Tail of a stream", .timeLimit(.minutes(10)))
struct StreamTailTests {
    private func settings(_ range: TailRange, _ format: TailFormat = .cat) -> TailSettings {
        var settings = TailSettings(
            sources: [.init(destination: "/queue/log")],
            format: format,
            zone: .utc,
            url: "ws://broker.test"
        )
        settings.range = range
        settings.readStreams(all: true)
        return settings
    }

    private func run(_ settings: TailSettings, _ stream: ScriptedStream) async -> (ExitCode, String, MemoryBroker) {
        let broker = MemoryBroker()
        let playing = broker.play { stream.answer($0) }
        let code = await broker.tail(settings).run()
        playing.cancel()
        return (code, await broker.output.text(), broker)
    }

    private static let five = (0..<5).map { "m\($0)" }

    @Test(
        "prints the part that is wanted and ends where the stream ended at the start",
        arguments: [
            (TailRange(last: .count(2), follows: false), "m3 m4"),
            (TailRange(last: .count(9), follows: false), "m0 m1 m2 m3 m4"),
            (TailRange(last: .all, follows: false), "m0 m1 m2 m3 m4"),
            (TailRange(last: .from(id: "3"), follows: false), "m3 m4"),
            (TailRange(after: "3", follows: false), "m4"), (TailRange(after: "4", follows: false), ""),
            (TailRange(after: "12", follows: false), ""), (TailRange(since: .at(3000), follows: false), "m3 m4"),
            (TailRange(since: .at(99_000), follows: false), ""), (TailRange(follows: false), "m0 m1 m2 m3 m4"),
            (TailRange(last: .count(1), since: .at(1000), follows: false), "m4"),
        ] as [(TailRange, String)]
    )
    func past(range: TailRange, expected: String) async {
        let (code, text, _) = await run(settings(range), ScriptedStream("log", Self.five))
        #expect(code == .success)
        #expect(text == expected.split(separator: " ").map { $0 + "\n" }.joined())
    }

    @Test("an empty stream has nothing to print, and ends")
    func empty() async {
        let (code, text, _) = await run(settings(TailRange(last: .all, follows: false)), ScriptedStream("log", []))
        #expect(code == .success)
        #expect(text == "")
    }

    @Test("counts the newest among those that pass the filter, over several pages")
    func filtered() async throws {
        var settings = settings(TailRange(last: .count(3), follows: false))
        settings.filter = EntryFilter(patterns: [try Pattern("00$")])
        let bodies = (0..<1300).map { "m\($0)" }
        let (code, text, _) = await run(settings, ScriptedStream("log", bodies))
        #expect(code == .success)
        #expect(text == "m1000\nm1100\nm1200\n")
    }

    @Test("goes back no further than to the oldest message the broker still has")
    func thrownAway() async {
        let range = TailRange(last: .count(5), follows: false)
        let (code, text, _) = await run(settings(range), ScriptedStream("log", Self.five, oldest: 3))
        #expect(code == .success)
        #expect(text == "m3\nm4\n")
    }

    @Test("tells the offset in JSON, and names a message by it that has no other name")
    func offset() async {
        let range = TailRange(last: .count(1), follows: false)
        let (_, text, _) = await run(settings(range, .json), ScriptedStream("log", Self.five))
        #expect(text.contains(#""id":"4""#))
        #expect(text.contains(#""offset":4}"#))
    }

    @Test("follows from the end that it has seen, so that nothing is lost before the first message")
    func follows() async throws {
        let stream = ScriptedStream("log", Self.five)
        let broker = MemoryBroker()
        let isFollowed = OneShot<Void>()
        let playing = broker.play { frame in
            if frame.headers["x-stream-offset"] == "offset=5" { isFollowed.decide(()) }
            return stream.answer(frame)
        }
        let tail = broker.tail(settings(TailRange()))
        async let code = tail.run()
        await isFollowed.wait()
        broker.stop.end(with: .interrupted)
        #expect(await code == .interrupted)
        playing.cancel()
    }

    @Test("says in one line that there is no such stream, and does not make it")
    func unknown() async {
        let (code, text, broker) = await run(
            settings(TailRange(last: .all, follows: false)),
            ScriptedStream("other", Self.five)
        )
        #expect(code == .refused)
        #expect(text == "")
        // The first line that says so, of whatever is said of the connection.
        let lines = await broker.errors.text().split(separator: "\n").filter { $0.contains("there is no stream") }
        #expect(lines.count == 1)
    }

    @Test("a cursor file goes on behind the offset, also of a stream that was empty")
    func cursor() async throws {
        let path = NSTemporaryDirectory() + "bobbin-cursor-\(UUID().uuidString)"
        defer { unlink(path) }
        var settings = settings(TailRange(last: .all, follows: false))
        let cursor = { try CursorFile(path: path, server: "s", output: STDOUT_FILENO, ordersByID: false) }
        settings.cursor = try cursor()
        #expect(await run(settings, ScriptedStream("log", [])).1 == "")
        settings.cursor = try cursor()
        #expect(await run(settings, ScriptedStream("log", Array(Self.five.prefix(2)))).1 == "m0\nm1\n")
        settings.cursor = try cursor()
        #expect(await run(settings, ScriptedStream("log", Self.five)).1 == "m2\nm3\nm4\n")
        settings.cursor = try cursor()
        #expect(await run(settings, ScriptedStream("log", Self.five)).1 == "")
    }

    @Test("merges several streams by the time of their messages")
    func several() async {
        var settings = settings(TailRange(last: .all, follows: false))
        settings.sources.append(.init(destination: "/queue/other"))
        settings.readStreams(all: true)
        let text = { (seconds: Int) in #"{"id":"\#(seconds)","text":"t\#(seconds)","time":\#(1_796_000_000 + seconds)}"#
        }
        let log = ScriptedStream("log", [1, 4, 5].map(text))
        let other = ScriptedStream("other", [2, 3, 6].map(text))
        let broker = MemoryBroker()
        let playing = broker.play { frame in
            frame.headers["destination"] == "/amq/queue/other" ? other.answer(frame) : log.answer(frame)
        }
        #expect(await broker.tail(settings).run() == .success)
        #expect(await broker.output.text() == (1...6).map { "t\($0)\n" }.joined())
        playing.cancel()
    }
}
