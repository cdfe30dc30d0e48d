import ChatStore
import Stomp
import StompClient
import Testing

@testable import Chat

@Suite("A conversation over streams")
struct StreamConversationTests {
    private let thread = StreamNames.all.thread("/queue/a")

    private func conversation(
        history: StoredHistory = StoredHistory(),
        isKept: Bool = false
    ) -> Conversation {
        var talk = Conversation(
            Conversation.Terms(
                reader: MessageReader(zone: .utc),
                writer: MessageWriter(form: .text, sender: "me"),
                destinations: .same,
                streams: .all,
                url: "ws://broker.example:15674/ws"
            )
        )
        talk.isKept = isKept
        _ = talk.willJoin(thread)
        _ = talk.joined(thread, as: SubscriptionID(rawValue: "s1"), arrival: 0, history: history)
        _ = talk.received(.connected(StompServer(name: nil, version: .v1_2)), arrival: 0)
        _ = talk.takeChanges()
        return talk
    }

    private func stream(_ text: String, at offset: Int, name: String? = nil, of subscription: String = "s1")
        -> StompFrame
    {
        let named = name.map { [("client-message-id", $0)] } ?? []
        return message(
            text,
            subscription: subscription,
            id: "T_\(offset)",
            headers: [("x-stream-offset", "\(offset)")] + named
        )
    }

    private func receive(_ talk: inout Conversation, _ frames: StompFrame...) throws -> [ChatUpdate] {
        var batch = StompFrameBatch()
        for frame in frames { batch.append(frame) }
        return talk.received(.messages(batch), arrival: 7)
    }

    private func wantedRange(_ talk: inout Conversation) throws -> Range<UInt64> {
        let range = talk.willReadPage(of: "/queue/a")
        return try #require(range)
    }

    private func texts(_ updates: [ChatUpdate]) -> [String] {
        updates.flatMap { update -> [String] in
            if case .messages(_, let messages) = update { messages.map(\.text) } else { [] }
        }
    }

    @Test("a name means the queue of that name, and stands in the list without it")
    func names() {
        #expect(StreamNames.all.destination("general") == "/queue/general")
        #expect(StreamNames.all.destination("a/b") == "/queue/a%2Fb")
        #expect(StreamNames.all.destination("/amq/queue/x") == "/amq/queue/x")
        #expect(StreamNames.none.destination("general") == "general")
        #expect(thread.title == "a")
    }

    @Test("messages are stored at their offsets, and no hole is noted when the connection goes")
    func offsets() throws {
        var talk = conversation(isKept: true)
        #expect(texts(try receive(&talk, stream("x", at: 40), stream("y", at: 41))) == ["x", "y"])
        _ = talk.received(.disconnected(reason: .lost(detail: ""), retryIn: .zero), arrival: 8)
        _ = talk.received(.reconnected(StompServer(name: nil, version: .v1_2)), arrival: 9)
        let stored = talk.takeChanges().map { change -> MessagePosition? in
            if case .arrived(_, let message) = change { message.position } else { nil }
        }
        #expect(stored == [.number(40), .number(41)])
    }

    @Test("what a writer sent twice, being unsure, is shown once; what only looks the same is not the same")
    func twice() throws {
        var talk = conversation()
        let updates = try receive(
            &talk,
            stream("x", at: 0, name: "u1"),
            stream("x", at: 1, name: "u1"),
            stream("x", at: 2, name: "u2"),
            stream("x", at: 3),
            stream("x", at: 4)
        )
        #expect(texts(updates) == ["x", "x", "x", "x"])
    }

    @Test("what was said before it was read is missed, and what comes then is live")
    func missed() throws {
        var talk = conversation()
        func isMissed(_ offset: Int, at time: Int64) throws -> [Bool] {
            var batch = StompFrameBatch()
            batch.append(stream("x", at: offset))
            return talk.received(.messages(batch), arrival: time).flatMap { update -> [Bool] in
                if case .messages(_, let messages) = update { messages.map(\.isMissed) } else { [] }
            }
        }
        #expect(try isMissed(40, at: 10) == [true])
        #expect(try isMissed(41, at: 60_000) == [false])
        _ = talk.received(.disconnected(reason: .lost(detail: ""), retryIn: .zero), arrival: 70_000)
        _ = talk.received(.reconnected(StompServer(name: nil, version: .v1_2)), arrival: 80_000)
        #expect(try isMissed(42, at: 80_100) == [true])
        #expect(try isMissed(43, at: 82_000) == [false])
        var state = StreamThread(StoredHistory())
        state.begins(at: 80_000)
        let old = ChatMessage(id: "1", sender: nil, text: "", time: 79_999)
        #expect(state.isMissed(old, arrival: 99_000))
    }

    // MARK: Older messages

    @Test("the first message that is not the stream's first wants the page before it, and that page ends with its last")
    func page() throws {
        var talk = conversation(isKept: true)
        _ = try receive(&talk, stream("new", at: 250))
        #expect(talk.takeWantedPages() == ["/queue/a"])
        let range = try wantedRange(&talk)
        #expect(range == 150..<250)
        let second = talk.willReadPage(of: "/queue/a")
        #expect(second == nil)
        // Some of it is here before the subscription's name is known.
        #expect(try receive(&talk, stream("150", at: 150, of: "p1")).isEmpty)
        let early = talk.readsPage(of: "/queue/a", range, as: SubscriptionID(rawValue: "p1"), arrival: 0)
        #expect(early.isEmpty)
        _ = talk.takeChanges()
        for offset in 151..<249 { #expect(try receive(&talk, stream("\(offset)", at: offset, of: "p1")).isEmpty) }
        let updates = try receive(&talk, stream("249", at: 249, of: "p1"), stream("new", at: 250, of: "p1"))
        guard case .timeline("/queue/a", .inserted(let items, before: nil, hasOlder: true))? = updates.first else {
            Issue.record("\(updates)")
            return
        }
        #expect(items.count == 100)
        #expect(talk.takeEndedPages() == [SubscriptionID(rawValue: "p1")])
        guard case .stretch(let stretch)? = talk.takeChanges().first else {
            Issue.record("not stored")
            return
        }
        #expect(stretch.messages.map(\.position) == (150..<250).map { .number($0) })
        #expect(stretch.end == .number(250))
        #expect(talk.willReadPage(of: "/queue/a") == 50..<150)
    }

    @Test("a page that begins later than asked for shows that the broker has thrown the rest away")
    func truncated() throws {
        var talk = conversation()
        _ = try receive(&talk, stream("new", at: 250))
        let range = try wantedRange(&talk)
        _ = talk.readsPage(of: "/queue/a", range, as: SubscriptionID(rawValue: "p1"), arrival: 0)
        let updates = try receive(&talk, stream("248", at: 248, of: "p1"), stream("249", at: 249, of: "p1"))
        guard case .timeline(_, .inserted(let items, before: nil, hasOlder: false))? = updates.first else {
            Issue.record("\(updates)")
            return
        }
        #expect(items.count == 2)
        #expect(talk.willReadPage(of: "/queue/a") == nil)
    }

    @Test("a page that does not come can be asked for again")
    func pageFailed() throws {
        var talk = conversation()
        _ = try receive(&talk, stream("new", at: 5))
        let range = try wantedRange(&talk)
        _ = talk.readsPage(of: "/queue/a", range, as: SubscriptionID(rawValue: "p1"), arrival: 0)
        #expect(talk.pageFailed(SubscriptionID(rawValue: "other"), in: "/queue/a").isEmpty)
        #expect(talk.pageFailed(SubscriptionID(rawValue: "p1"), in: "/queue/a").count == 2)
        #expect(talk.takeEndedPages() == [SubscriptionID(rawValue: "p1")])
        #expect(talk.willReadPage(of: "/queue/a") == 0..<5)
    }

    @Test("a stream that begins with what is stored has nothing older")
    func beginning() throws {
        var talk = conversation()
        _ = try receive(&talk, stream("first", at: 0))
        #expect(talk.takeWantedPages().isEmpty)
        #expect(talk.willReadPage(of: "/queue/a") == nil)
    }

    // MARK: Sending

    private func send(_ talk: inout Conversation, _ id: String = "u1") throws -> Conversation.Transmission {
        let transmission = talk.composed("mine", in: "/queue/a", id: id, at: 5000).transmission
        return try #require(transmission)
    }

    @Test("a post says that the queue is a stream, and when it was written")
    func post() throws {
        var talk = conversation()
        let headers = try send(&talk).headers
        #expect(headers["x-queue-type"] == "stream")
        #expect(headers["timestamp"] == "5")
        #expect(headers["client-message-id"] == "u1")
    }

    @Test("a confirmed post is stored when it comes back, where the stream has it")
    func storedWhenBack() throws {
        var talk = conversation(isKept: true)
        let transmission = try send(&talk)
        #expect(talk.transmitted(transmission, nil) == [.delivery(threadID: "/queue/a", messageID: "u1", .delivered)])
        #expect(talk.takeChanges().isEmpty)
        #expect(try receive(&talk, stream("mine", at: 9, name: "u1")).isEmpty)
        guard case .delivered("u1", "/queue/a", let stored?)? = talk.takeChanges().first else {
            Issue.record("not stored")
            return
        }
        #expect(stored.position == .number(9))
        #expect(stored.isOwn)
    }

    @Test("a post whose receipt is lost waits, and goes out again when the stream has not brought it")
    func sentAgain() throws {
        var talk = conversation()
        let transmission = try send(&talk)
        #expect(
            talk.transmitted(transmission, .receiptLost(nil))
                == [.delivery(threadID: "/queue/a", messageID: "u1", .waiting)]
        )
        #expect(talk.nextTransmissions().isEmpty)
        #expect(talk.composed("later", in: "/queue/a", id: "u2", at: 6000).transmission == nil)
        #expect(talk.doubtEnded() == [.delivery(threadID: "/queue/a", messageID: "u1", .sending)])
        let again = talk.nextTransmissions()
        #expect(again.map(\.messageID) == ["u1"])
        #expect(again.first?.headers["client-message-id"] == "u1")
        #expect(again.first?.attempt == 2)
        // What the first one still reports means nothing.
        #expect(talk.transmitted(transmission, .receiptLost(nil)).isEmpty)
    }

    @Test("a post whose receipt is lost and that the stream brings is delivered, and does not go out again")
    func arrivedAfterAll() throws {
        var talk = conversation()
        _ = talk.transmitted(try send(&talk), .receiptLost(nil))
        _ = talk.composed("later", in: "/queue/a", id: "u2", at: 6000)
        #expect(
            try receive(&talk, stream("mine", at: 3, name: "u1"))
                == [.delivery(threadID: "/queue/a", messageID: "u1", .delivered)]
        )
        #expect(talk.nextTransmissions().map(\.messageID) == ["u2"])
    }

    @Test("a post that never gets its receipt fails in the end")
    func failsInTheEnd() throws {
        var talk = conversation()
        var transmission = try send(&talk)
        for _ in 1..<Conversation.mostAttempts {
            _ = talk.transmitted(transmission, .receiptTimedOut(after: .seconds(15)))
            _ = talk.doubtEnded()
            let again = talk.nextTransmissions().first
            transmission = try #require(again)
        }
        let updates = talk.transmitted(transmission, .receiptTimedOut(after: .seconds(15)))
        guard case .delivery(_, "u1", .failed)? = updates.first else {
            Issue.record("\(updates)")
            return
        }
    }
}
