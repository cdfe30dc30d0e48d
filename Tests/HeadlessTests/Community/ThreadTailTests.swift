import Chat
import Community
import Stomp
import Synchronization
import TestSupport
import Testing

@testable import Headless

@Suite("Tail in a community", .timeLimit(.minutes(10)))
struct ThreadTailTests {
    private let broker = MemoryBroker()
    private let community = SmallCommunity((id: "7", title: "Tea"), (id: "8", title: "차"))

    private func settings(
        _ threads: [String] = ["Tea"],
        _ format: TailFormat = .cat,
        _ ends: TailSettings.Ends = .init(),
        _ range: TailRange = TailRange()
    ) -> TailSettings {
        var settings = TailSettings(
            sources: threads.map { .init(destination: $0) },
            format: format,
            ends: ends,
            zone: .utc,
            url: "https://h"
        )
        settings.range = range
        return settings
    }

    private func tail(_ settings: TailSettings, blocked: Set<String> = []) -> ThreadTail {
        let feed = CommunityFeed(
            calls: community,
            connection: broker.connection,
            version: "1.0",
            url: "https://h"
        ) { _ in blocked }
        return ThreadTail(
            settings,
            feed: feed,
            output: broker.output.writer,
            notices: broker.notices,
            stop: broker.stop,
            remedy: "run bobbin login",
            clock: broker.clock,
            now: { 1_796_031_700_000 }
        )
    }

    /// Answers the subscription with these frames.
    private func play(_ events: @escaping @Sendable (String) -> [StompFrame]?) -> Task<Void, Never> {
        broker.play { frame in
            guard frame.command == .subscribe, let id = frame.headers["id"] else {
                return BrokerAnswer.usual(to: frame)
            }
            return events(id).map { BrokerAnswer.usual(to: frame) + $0 }
        }
    }

    // MARK: Live

    @Test("prints what is written from now on, each message once, and nothing of other threads")
    func live() async {
        community.write("7", from: 1, "old")
        let playing = play { id in
            BrokerAnswer.created(
                SmallCommunity.message(1, "7", "old"),
                SmallCommunity.message(2, "7", "new"),
                SmallCommunity.message(2, "7", "new"),
                SmallCommunity.message(3, "9", "elsewhere"),
                SmallCommunity.message(5, "7", "later"),
                SmallCommunity.message(4, "7", "out of order"),
                SmallCommunity.message(6, "7", "too many"),
                to: id
            )
        }
        #expect(await tail(settings(ends: 3)).run() == .success)
        #expect(await broker.output.text() == "new\nlater\nout of order\n")
        #expect(await broker.errors.text().contains("bobbin: following Tea\n"))
        playing.cancel()
    }

    private func settings(ends count: Int) -> TailSettings { settings(["Tea"], .cat, .init(count: count)) }

    @Test("prints edits, deletions and reactions as what they are in JSON, and not at all in text")
    func changes() async {
        let playing = play { id in
            var edited = SmallCommunity.message(2, "7", "edited")
            edited.editedAt = Timestamp(milliseconds: 1_796_031_605_000)
            var deleted = SmallCommunity.message(2, "7", "")
            deleted.deletedAt = Timestamp(milliseconds: 1_796_031_606_000)
            return BrokerAnswer.events(
                [
                    ("7", .messageUpdated(edited)), ("7", .messageDeleted(deleted)),
                    (
                        "7",
                        .reactionChanged(
                            ReactionsChanged(messageId: "2", reactions: [WireReaction(emoji: "👍", count: 1)])
                        )
                    ),
                    ("7", .typing(TypingMember(memberId: "1", name: "Kim"))),
                    ("7", .messageCreated(MessageCreated(message: SmallCommunity.message(9, "7", "last")))),
                ],
                to: id
            )
        }
        #expect(await tail(settings(["Tea"], .json, .init(count: 1))).run() == .success)
        let lines = await broker.output.text().split(separator: "\n")
        #expect(lines.map { $0.split(separator: "\"")[5] } == ["edit", "delete", "reactions", "message"])
        #expect(lines[0].contains(#""target":"2","thread":"7","title":"Tea","sender":"Kim""#))
        #expect(lines[2].contains(#""reactions":[{"emoji":"👍","count":1,"own":false}]"#))
        playing.cancel()
    }

    @Test("leaves out members whom one does not want to read")
    func blocked() async {
        community.write("7", from: 1, "hidden", sender: "Lee")
        let playing = play { id in
            BrokerAnswer.created(
                SmallCommunity.message(2, "7", "hidden too", sender: "Lee"),
                SmallCommunity.message(3, "7", "shown"),
                to: id
            )
        }
        let range = TailRange(last: .all)
        #expect(await tail(settings(["7"], .cat, .init(count: 1), range), blocked: ["id-Lee"]).run() == .success)
        #expect(await broker.output.text() == "shown\n")
        playing.cancel()
    }

    @Test("ends when its last thread is gone")
    func threadGone() async {
        let playing = play { BrokerAnswer.events([("7", .threadDeleted(ThreadDeleted(threadId: "7")))], to: $0) }
        #expect(await tail(settings()).run() == .refused)
        #expect(await broker.errors.text().hasSuffix("bobbin: Tea is gone: the thread has been deleted\n"))
        playing.cancel()
    }

    // MARK: The past

    private func printed(_ range: TailRange, _ threads: [String] = ["Tea"], _ format: TailFormat = .cat) async -> String
    {
        #expect(await tail(settings(threads, format, .init(), range)).run() == .success)
        return await broker.output.text()
    }

    @Test("prints the newest so many, oldest first, without following")
    func last() async {
        community.write("7", from: 1, "a", "b", "c", "d", "e", "f", "g", "h")
        #expect(await printed(TailRange(last: .count(4), follows: false)) == "e\nf\ng\nh\n")
    }

    @Test("prints all, from an identifier on, behind one, and between times")
    func ranges() async {
        let ranges: [(TailRange, String)] = [
            (TailRange(last: .all, follows: false), "a\nb\nc\nd\ne\n"),
            (TailRange(last: .from(id: "4"), follows: false), "d\ne\n"),
            (TailRange(after: "4", follows: false), "e\n"),
            (TailRange(since: .at(1_796_031_603_000), follows: false), "c\nd\ne\n"),
            (TailRange(last: .all, until: .at(1_796_031_603_000)), "a\nb\n"),
            (TailRange(last: .count(1), until: .at(1_796_031_604_000)), "c\n"),
            (TailRange(last: .count(0), follows: false), ""),
        ]
        for (range, expected) in ranges {
            let test = ThreadTailTests()
            test.community.write("7", from: 1, "a", "b", "c", "d", "e")
            #expect(await test.printed(range) == expected, "\(range)")
        }
    }

    @Test("merges threads by the time of the server and names them")
    func merged() async {
        community.write("7", from: 1, "one")
        community.write("8", from: 2, "two")
        community.write("7", from: 3, "three")
        #expect(
            await printed(TailRange(last: .all, follows: false), ["Tea", "8"], .text) == """
                Tea 2026-11-30T09:40:01+00:00 Kim: one
                차 2026-11-30T09:40:02+00:00 Kim: two
                Tea 2026-11-30T09:40:03+00:00 Kim: three

                """
        )
    }

    @Test("takes all threads that were joined when none is named")
    func all() async {
        community.add(WireThread(threadId: "9", title: "Not joined"))
        community.write("9", from: 1, "no")
        community.write("8", from: 2, "yes")
        #expect(await printed(TailRange(last: .all, follows: false), []) == "yes\n")
    }

    @Test("reads a long past again instead of keeping it")
    func long() async {
        for id in 1...100 { community.write("7", from: id, "\(id)") }
        let text = await printed(TailRange(last: .all, follows: false))
        #expect(text == (1...100).map { "\($0)\n" }.joined())
        // 34 pages of three, of which all but the oldest twenty are asked for twice.
        #expect(community.pageCount == 48)
    }

    @Test("goes on with what is written, without a seam")
    func seam() async {
        community.write("7", from: 1, "a", "b")
        let playing = play { id in
            BrokerAnswer.created(
                SmallCommunity.message(2, "7", "b"),
                SmallCommunity.message(3, "7", "c"),
                to: id
            )
        }
        #expect(await tail(settings(["Tea"], .cat, .init(count: 3), TailRange(last: .all))).run() == .success)
        #expect(await broker.output.text() == "a\nb\nc\n")
        playing.cancel()
    }

    // MARK: Ends

    @Test("ends with the first match, or without one")
    func match() async throws {
        community.write("7", from: 1, "building", "deployed", "more")
        let wanted = TailSettings.Ends(match: try Pattern("deployed|failed"))
        let playing = play { _ in [] }
        #expect(await tail(settings(["Tea"], .cat, wanted, TailRange(last: .all))).run() == .success)
        playing.cancel()
        let test = ThreadTailTests()
        let range = TailRange(last: .all, follows: false)
        #expect(await test.tail(test.settings(["Tea"], .cat, wanted, range)).run() == .noMatch)
    }

    @Test("ends with 124 when nothing comes for a while")
    func idle() async throws {
        let playing = play { _ in [] }
        let run = Task { await tail(settings(["Tea"], .cat, .init(idle: .seconds(60)))).run() }
        try await broker.clock.timer(at: .seconds(60))
        broker.clock.advance(by: .seconds(60))
        #expect(await run.value == .timedOut)
        playing.cancel()
    }

    @Test("ends with the code and one line for each thing in its way")
    func failures() async {
        let cases: [(threads: [String], code: ExitCode, line: String)] = [
            (["Coffee"], .refused, "there is no thread called Coffee; there are Tea, 차, Club"),
            (["Club"], .refused, "you have not joined Club; join it in the chat first"),
        ]
        for (threads, code, line) in cases {
            let test = ThreadTailTests()
            test.community.add(WireThread(threadId: "9", title: "Club"))
            #expect(await test.tail(test.settings(threads, .cat, .init(), TailRange(follows: false))).run() == code)
            #expect(await test.broker.errors.text() == "bobbin: \(line)\n")
        }
        community.signOut()
        #expect(await tail(settings()).run() == .authentication)
        #expect(await broker.errors.text() == "bobbin: nobody is signed in to https://h; run bobbin login\n")
    }

    // MARK: Coming back

    /// A tail whose first connection is lost once the past has been asked for; then `meanwhile` happens, and a message
    /// comes live.
    private func interrupted(_ meanwhile: () -> Void) async throws -> [Substring] {
        let session = Mutex(0)
        let playing = play { id in
            let number = session.withLock { number in
                number += 1
                return number
            }
            return number == 1 ? nil : BrokerAnswer.created(SmallCommunity.message(9, "7", "live"), to: id)
        }
        defer { playing.cancel() }
        var settings = settings(["Tea"], .json)
        settings.ends.match = try Pattern("live")
        let run = Task { await tail(settings).run() }
        try await broker.clock.timer(at: .seconds(1))
        await community.firstPage.wait()
        meanwhile()
        broker.clock.advance(by: .seconds(1))
        #expect(await run.value == .success)
        return await broker.output.text().split(separator: "\n")
    }

    @Test("prints what was written while the connection was lost, before what comes live")
    func comesBack() async throws {
        community.write("7", from: 1, "old")
        let lines = try await interrupted { community.write("7", from: 2, "missed", "missed too") }
        #expect(lines.count == 3)
        #expect(lines.first?.contains(#""id":"2""#) == true && lines.last?.contains(#""id":"9""#) == true)
        #expect(await broker.errors.text().contains("bobbin: connected again to https://h\n"))
    }

    @Test("says where messages may be missing that it can't get")
    func gap() async throws {
        community.write("7", from: 1, "old")
        let lines = try await interrupted { community.fail(.unexpected(detail: "no sense")) }
        let time = #""2026-11-30T09:41:40.000Z""#
        let gap =
            #"{"v":1,"type":"gap","thread":"7","title":"Tea","after":"1","before":null,"from":\#(time),"to":\#(time)}"#
        #expect(lines.first.map(String.init) == gap)
        #expect(await broker.errors.text().contains("bobbin: messages of Tea may be missing: "))
    }
}
