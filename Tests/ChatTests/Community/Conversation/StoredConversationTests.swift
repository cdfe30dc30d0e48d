import ChatStore
import Community
import Testing

@testable import Chat

@Suite("A conversation with a store")
struct StoredConversationTests {
    /// A conversation of Ann (7) that has just been restored, without a connection.
    private struct Scene {
        var conversation: CommunityConversation
        var front = FrontModel()
        var outcome = Outcome()

        init(_ stored: CommunityConversation.Stored) {
            let count = Count()
            conversation = CommunityConversation(
                CommunityConversation.Terms(url: "http://c.test", makeID: { "id-\(count.next())" }, pageSize: 2)
            )
            act { $0.signedIn(Member(id: "7", name: "Ann")) }
            act { $0.restored(stored) }
        }

        mutating func act(_ body: (inout CommunityConversation) -> Outcome) {
            outcome = body(&conversation)
            front.take(outcome.updates)
        }

        var load: StoredLoad? {
            outcome.effects.compactMap { if case .readStored(let load) = $0 { load } else { nil } }.last
        }
        var call: HistoryLoad? {
            outcome.effects.compactMap { if case .loadMessages(let load) = $0 { load } else { nil } }.last
        }
        var recorded: [StoreChange] {
            outcome.effects.flatMap { effect -> [StoreChange] in
                if case .record(let changes) = effect { changes } else { [] }
            }
        }
    }

    private static let thread: StoredThread = {
        var thread = ChatThread(id: "1", title: "General")
        thread.unreadCount = 2
        return StoredThread(ThreadDetails(thread: thread), watermark: "3")
    }()

    private static func message(_ id: Int, by sender: String = "8") -> StoredMessage {
        StoredMessage(
            id: "\(id)",
            position: .number(Int64(id)),
            senderID: sender,
            sender: "Ben",
            text: "m\(id)",
            time: Int64(id)
        )
    }

    private func history(_ ids: [Int], gaps: [Int] = [], isBeginning: Bool = false) -> StoredHistory {
        StoredHistory(
            messages: ids.map { Self.message($0) },
            gaps: gaps.map { .number(Int64($0)) },
            hasOlder: !isBeginning,
            isBeginning: isBeginning
        )
    }

    @Test("shows threads, drafts, what waits and whom one does not read before there is a network")
    func restored() throws {
        let stored = CommunityConversation.Stored(
            threads: [Self.thread],
            members: [StoredMember(id: "8", name: "Ben", isBlocked: true)],
            drafts: ["1": StoredDraft(text: "begun", cursor: 2, replyTo: "3")],
            outbox: [
                OutboxEntry(id: "a", threadID: "1", text: "waits", time: 5),
                OutboxEntry(id: "b", threadID: "1", text: "no", time: 6, state: .refused(reason: "muted")),
            ]
        )
        var scene = Scene(stored)
        let draft = ChatUpdate.draft(threadID: "1", DraftState("begun", cursor: 2, replyTo: "3"))
        #expect(scene.outcome.updates.contains(draft))
        #expect(scene.front.list.map(\.unreadCount) == [2])
        // Its thread is read at once, since something waits in it.
        let load = try #require(scene.load)
        #expect(scene.front.messages(in: "1").map(\.delivery) == [.waiting, .failed(reason: "muted")])
        scene.act { $0.opened("1") }
        scene.act { $0.read(history([4, 5], gaps: [5]), for: load) }
        #expect(scene.front.messages(in: "1").map(\.text) == ["m4", "m5", "waits", "no"])
        #expect(scene.front.messages(in: "1").prefix(2).allSatisfy { $0.isBlocked })
        // What may be missing behind it is asked for.
        #expect(scene.call?.before == nil && scene.call?.purpose == .gap("gap-1"))
    }

    @Test("reads what is stored before the oldest, and asks the server before a hole")
    func scrollingUp() throws {
        var scene = Scene(CommunityConversation.Stored(threads: [Self.thread]))
        scene.act { $0.opened("1") }
        var load = try #require(scene.load)
        scene.act { $0.read(history([8, 9], gaps: [9]), for: load) }
        scene.act { $0.loadOlder("1") }
        load = try #require(scene.load)
        #expect(load.before == .number(8))
        scene.act { $0.read(history([6, 7], gaps: [6]), for: load) }
        #expect(scene.front.messages(in: "1").map(\.text) == ["m7", "m8", "m9"])
        scene.act { $0.loadOlder("1") }
        load = try #require(scene.load)
        scene.act { $0.read(history([1, 2], gaps: [2], isBeginning: true), for: load) }
        let call = try #require(scene.call)
        #expect(call.purpose == .older && call.before == "7")
        scene.act { $0.loadFailed(call) }
        #expect(scene.front.timelines["1"]?.map(\.id) == ["1", "2", "gap-2", "7", "8", "9"])
        #expect(scene.front.hasOlder["1"] == false)
        #expect(scene.front.faults == [])
    }

    @Test("shows a message only once it is in the outbox, and sends it after that")
    func durable() throws {
        var scene = Scene(CommunityConversation.Stored(threads: [Self.thread]))
        scene.act { $0.connected() }
        scene.act { $0.composed(Draft("hi"), in: "1", at: 5) }
        #expect(scene.front.messages(in: "1").isEmpty)
        let entry = OutboxEntry(id: "id-1", threadID: "1", text: "hi", time: 5)
        #expect(scene.outcome.effects.contains(.queue(entry)))
        #expect(!scene.outcome.effects.contains { if case .transmit = $0 { true } else { false } })
        scene.act { $0.queued("id-1") }
        #expect(scene.front.messages(in: "1").map(\.delivery) == [.sending])
        #expect(scene.outcome.effects.contains { if case .transmit = $0 { true } else { false } })
        let wire = WireMessage(
            messageId: "9",
            threadId: "1",
            senderId: "7",
            senderName: "Ann",
            content: "hi",
            clientMessageId: "id-1",
            createdAt: Timestamp(milliseconds: 9)
        )
        let created = MessageCreated(message: wire, clientMessageId: "id-1")
        scene.act { $0.received(LiveEvent(eventId: "e", threadId: "1", payload: .messageCreated(created))) }
        guard
            case .delivered("id-1", "1", let stored?)? = scene.recorded.first(where: {
                if case .delivered = $0 { true } else { false }
            })
        else {
            Issue.record("it is still in the outbox")
            return
        }
        #expect(stored.clientID == "id-1" && stored.isOwn)
    }

    @Test("shows and sends what other programs have left in the outbox, once")
    func adopted() {
        var scene = Scene(CommunityConversation.Stored(threads: [Self.thread]))
        scene.act { $0.opened("1") }
        scene.act { $0.connected() }
        let left = ["a", "b"].map { OutboxEntry(id: $0, threadID: "1", text: $0, time: 5) }
        scene.act { $0.adopted(left) }
        #expect(scene.front.messages(in: "1").map(\.text) == ["a", "b"])
        let isSending = { (effect: CommunityEffect) in if case .transmit = effect { true } else { false } }
        #expect(scene.outcome.effects.count(where: isSending) == 1)
        scene.act { $0.adopted(left) }
        #expect(scene.front.messages(in: "1").map(\.text) == ["a", "b"])
        #expect(scene.outcome.effects.isEmpty)
    }

    @Test("keeps what is begun 300 ms after it was, and forgets it when it was sent")
    func drafts() {
        var scene = Scene(CommunityConversation.Stored(threads: [Self.thread]))
        scene.act { $0.drafted(DraftState("h", cursor: 1), in: "1") }
        #expect(scene.outcome.effects == [.schedule(.keep, after: .milliseconds(300))])
        scene.act { $0.drafted(DraftState("hi", cursor: 2), in: "1") }
        #expect(scene.outcome == Outcome())
        scene.act { $0.fired(.keep) }
        #expect(scene.recorded == [.draft(threadID: "1", StoredDraft(text: "hi", cursor: 2))])
        scene.act { $0.composed(Draft("hi"), in: "1", at: 5) }
        scene.act { $0.queued("id-1") }
        scene.act { $0.flushed() }
        #expect(scene.recorded.contains(.draft(threadID: "1", nil)))
    }

    @Test("tells the server with the next connection what was read without one, in the run before too")
    func untold() {
        var details = ThreadDetails(thread: ChatThread(id: "1", title: "General"))
        details.isUntold = true
        var scene = Scene(CommunityConversation.Stored(threads: [StoredThread(details, watermark: "5")]))
        scene.act { $0.connected() }
        let told = scene.outcome.effects.contains {
            if case .transmit(let command) = $0 {
                command.body == .read(ReadBody(lastReadMessageId: "5"))
            } else {
                false
            }
        }
        #expect(told)
    }

    @Test("keeps whom the person does not want to read")
    func blocks() {
        var scene = Scene(CommunityConversation.Stored(threads: [Self.thread]))
        scene.act { $0.blocked("8", true) }
        #expect(scene.recorded == [.blocked(memberID: "8", name: "", true)])
    }
}
