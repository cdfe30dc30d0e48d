import Community
import Testing

@testable import Chat

@Suite("A conversation with a community")
struct CommunityConversationTests {
    /// A conversation of Ann (7) in two threads, connected, the first one opened with messages 1 to 3.
    private struct Scene {
        var conversation: CommunityConversation
        var front = FrontModel()
        var effects: [CommunityEffect] = []
        private var events = 0

        init(waitsForConnection: Bool = true) {
            let count = Count()
            conversation = CommunityConversation(
                CommunityConversation.Terms(
                    url: "http://c.test",
                    makeID: { "id-\(count.next())" },
                    waitsForConnection: waitsForConnection
                )
            )
            act { $0.signedIn(Member(id: "7", name: "Ann")) }
            act { $0.connected() }
            let threads = ["1", "2"].map { WireThread(threadId: $0, title: "Thread \($0)", isJoined: true) }
            act { $0.received(ThreadPage(threads: threads), to: .init(round: 1, workspaceID: nil, offset: 0)) }
            act { $0.opened("1") }
            answer([3, 2, 1])
        }

        /// Does something and takes what follows.
        @discardableResult
        mutating func act(_ body: (inout CommunityConversation) -> Outcome) -> Outcome {
            let outcome = body(&conversation)
            front.take(outcome.updates)
            effects = outcome.effects
            return outcome
        }

        /// Answers the page of messages that was asked for last.
        mutating func answer(_ ids: [Int], hasMore: Bool = false) {
            let loads = effects.compactMap { if case .loadMessages(let load) = $0 { load } else { nil } }
            for load in loads {
                act { $0.loaded(MessagePage(messages: ids.map { message($0) }, hasMore: hasMore), for: load) }
            }
        }

        mutating func receive(_ payload: LivePayload, in thread: String = "1", at time: Int64? = nil) {
            events += 1
            let event = LiveEvent(
                eventId: "e\(events)",
                threadId: thread,
                occurredAt: time.map { Timestamp(milliseconds: $0) },
                payload: payload
            )
            act { $0.received(event) }
        }

        var messages: [ChatMessage] { front.messages(in: "1") }
        var sentTexts: [String] {
            sent.compactMap { if case .message(let body) = $0.body { body.content } else { nil } }
        }
        var sent: [LiveCommand] { effects.compactMap { if case .transmit(let command) = $0 { command } else { nil } } }
    }

    private static func message(_ id: Int, by sender: Int = 8, text: String? = nil) -> WireMessage {
        WireMessage(
            messageId: "\(id)",
            threadId: "1",
            senderId: "\(sender)",
            senderName: "Ben",
            content: text ?? "m\(id)",
            createdAt: Timestamp(milliseconds: Int64(id))
        )
    }

    private static func edited(_ id: Int, _ text: String, at time: Int64) -> WireMessage {
        var message = message(id, text: text)
        message.editedAt = Timestamp(milliseconds: time)
        return message
    }

    @Test("shows edits, deletions and reactions, the newest whatever their order")
    func changes() {
        var scene = Scene()
        scene.receive(.messageUpdated(Self.edited(2, "second", at: 20)))
        scene.receive(.messageUpdated(Self.edited(2, "first", at: 10)))
        #expect(scene.messages[1].text == "second")
        scene.receive(
            .reactionChanged(ReactionsChanged(messageId: "2", reactions: [WireReaction(emoji: "👍", count: 2)])),
            at: 30
        )
        scene.receive(
            .reactionChanged(ReactionsChanged(messageId: "2", reactions: [WireReaction(emoji: "👍", count: 1)])),
            at: 25
        )
        #expect(scene.messages[1].reactions == [Reaction(emoji: "👍", count: 2)])
        var deleted = Self.message(2, text: "")
        deleted.deletedAt = Timestamp(milliseconds: 40)
        scene.receive(.messageDeleted(deleted))
        scene.receive(.messageUpdated(Self.edited(2, "late", at: 35)))
        #expect(scene.messages[1].isDeleted && scene.messages[1].text.isEmpty)
    }

    @Test("keeps what is said of a message that has not come yet")
    func early() {
        var scene = Scene()
        scene.receive(.messageUpdated(Self.edited(9, "corrected", at: 20)))
        scene.receive(
            .reactionChanged(ReactionsChanged(messageId: "9", reactions: [WireReaction(emoji: "🎉", count: 1)]))
        )
        #expect(scene.messages.count == 3)
        scene.receive(.messageCreated(MessageCreated(message: Self.message(9))))
        #expect(scene.messages.last?.text == "corrected")
        #expect(scene.messages.last?.reactions.count == 1)
    }

    @Test("takes an event once, however often it is delivered")
    func repeated() {
        var scene = Scene()
        func event(_ id: String, _ count: Int) -> LiveEvent {
            let reactions = [WireReaction(emoji: "👍", count: count)]
            let changed = ReactionsChanged(messageId: "2", reactions: reactions)
            return LiveEvent(eventId: id, threadId: "1", payload: .reactionChanged(changed))
        }
        for event in [event("a", 1), event("b", 2), event("a", 1)] { scene.act { $0.received(event) } }
        #expect(scene.messages[1].reactions.map(\.count) == [2])
    }

    @Test("does not fill a gap with a page that was asked for before the connection broke again")
    func stalePage() throws {
        var scene = Scene()
        scene.act { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "cut") }
        scene.act { $0.connected() }
        let stale = try #require(
            scene.effects.compactMap { if case .loadMessages(let load) = $0 { load } else { nil } }.first
        )
        scene.act { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "cut") }
        scene.act { $0.connected() }
        let effects = scene.effects
        // Messages 4 to 9 were missed; this answer is older than they are.
        scene.act { $0.loaded(MessagePage(messages: [Self.message(3)]), for: stale) }
        scene.effects = effects
        scene.answer([9, 8], hasMore: true)
        scene.answer([7, 6, 5, 4, 3], hasMore: true)
        #expect(scene.messages.map(\.id) == (1...9).map { "\($0)" })
        #expect(scene.conversation.open["1"]?.timeline.gapIDs == [])
    }

    @Test("keeps the order of messages while the server takes no more")
    func resending() throws {
        var scene = Scene()
        scene.act { $0.composed(Draft("first"), in: "1", at: 0) }
        let command = try #require(scene.sent.first)
        scene.act { $0.refused(CommandRefused(commandId: command.id, status: 429, retryable: true)) }
        #expect(scene.effects == [.schedule(.resend(threadID: "1"), after: .seconds(1))])
        scene.act { $0.composed(Draft("second"), in: "1", at: 0) }
        #expect(scene.sent.isEmpty)
        scene.act { $0.fired(.resend(threadID: "1")) }
        #expect(scene.sentTexts == ["first"])
        // One is on its way at a time.
        let id = scene.messages.first { $0.isOwn }?.id ?? ""
        scene.receive(.messageCreated(MessageCreated(message: Self.message(9, by: 7), clientMessageId: id)))
        #expect(scene.sentTexts == ["second"])
    }

    @Test("folds the messages of somebody blocked, and unfolds them")
    func blocked() {
        var scene = Scene()
        scene.act { $0.blocked("8", true) }
        #expect(scene.messages.allSatisfy { $0.isBlocked })
        scene.receive(.messageCreated(MessageCreated(message: Self.message(4))))
        #expect(scene.messages.last?.isBlocked == true)
        scene.receive(.typing(TypingMember(memberId: "8", name: "Ben")))
        #expect(scene.front.typing["1"] == nil)
        scene.act { $0.blocked("8", false) }
        #expect(scene.messages.allSatisfy { !$0.isBlocked })
    }

    @Test("shows who is writing for five seconds, or until they have written; never ourselves")
    func typing() {
        var scene = Scene()
        scene.receive(.typing(TypingMember(memberId: "7", name: "Ann")))
        #expect(scene.front.typing["1"] == nil)
        scene.receive(.typing(TypingMember(memberId: "8", name: "Ben")))
        #expect(scene.effects == [.schedule(.typist(threadID: "1", memberID: "8"), after: .seconds(5))])
        scene.receive(.typing(TypingMember(memberId: "9", name: "Cho")))
        #expect(scene.front.typing["1"] == ["Ben", "Cho"])
        scene.act { $0.fired(.typist(threadID: "1", memberID: "9")) }
        #expect(scene.front.typing["1"] == ["Ben"])
        scene.receive(.messageCreated(MessageCreated(message: Self.message(4))))
        #expect(scene.front.typing["1"] == [])
    }

    @Test("tells that the person is writing at most every three seconds")
    func wrote() {
        var scene = Scene()
        scene.act { $0.wrote(in: "1") }
        #expect(scene.sent.map(\.destination.text) == ["/app/community/threads/1/typing"])
        scene.act { $0.wrote(in: "1") }
        #expect(scene.sent.isEmpty)
        scene.act { $0.fired(.typingPause(threadID: "1")) }
        scene.act { $0.wrote(in: "1") }
        #expect(scene.sent.count == 1)
    }

    @Test("loses a thread it is removed from, and says why")
    func kicked() {
        var scene = Scene()
        scene.receive(.memberKicked(MembershipChanged(memberId: "8", memberCount: 4)))
        #expect(scene.front.threads["1"]?.memberCount == 4)
        let outcome = scene.act {
            $0.received(
                LiveEvent(eventId: "k", threadId: "1", payload: .memberKicked(MembershipChanged(memberId: "7")))
            )
        }
        #expect(outcome.updates == [.left(threadID: "1", reason: "you were removed from Thread 1")])
        #expect(scene.conversation.open["1"] == nil)
    }

    @Test("gives no reason for a thread that the person leaves or deletes, even when the event is faster")
    func parting() {
        var scene = Scene()
        scene.conversation.parting = ["1", "2"]
        let events = [
            LiveEvent(eventId: "l", threadId: "1", payload: .memberLeft(MembershipChanged(memberId: "7"))),
            LiveEvent(eventId: "d", threadId: "2", payload: .threadDeleted(ThreadDeleted(threadId: "2"))),
        ]
        for event in events {
            let outcome = scene.act { $0.received(event) }
            #expect(outcome.updates == [.left(threadID: event.threadId ?? "", reason: nil)])
        }
        #expect(scene.act { $0.removed("1", reason: nil) }.updates.isEmpty)
    }

    @Test("says who writes where an invitation begins a direct thread", arguments: [true, false])
    func invitedDirectly(isDirect: Bool) {
        var scene = Scene()
        var thread = WireThread(threadId: "3", title: "Ben", isJoined: true)
        thread.isDirect = isDirect
        let event = LiveEvent(eventId: "i", threadId: "3", payload: .threadInvited(thread))
        let words = isDirect ? "Ben writes to you" : "you were invited to Ben"
        #expect(scene.act { $0.received(event) }.updates.contains(.notice(words)))
    }

    @Test("counts the message once that an invitation brings along")
    func invitedWithMessage() {
        var scene = Scene()
        var thread = WireThread(threadId: "3", title: "Ben", isJoined: true)
        thread.unreadCount = 1
        thread.lastMessage = WireLastMessage(
            preview: "m9",
            senderName: "Ben",
            createdAt: Timestamp(milliseconds: 9)
        )
        scene.receive(.threadInvited(thread), in: "3")
        for id in [9, 10] {
            var message = Self.message(id)
            message.threadId = "3"
            scene.receive(.messageCreated(MessageCreated(message: message)), in: "3")
            #expect(scene.front.threads["3"]?.unreadCount == id - 8)
        }
    }

    @Test("takes the watermark of the person's other devices, and of nobody else")
    func readElsewhere() {
        var scene = Scene()
        for id in 4...6 { scene.receive(.messageCreated(MessageCreated(message: Self.message(id)))) }
        scene.receive(.readUpdated(ReadUpdated(memberId: "8", lastReadMessageId: "6")))
        #expect(scene.front.threads["1"]?.unreadCount == 3)
        scene.receive(.readUpdated(ReadUpdated(memberId: "7", lastReadMessageId: "5")))
        #expect(scene.front.threads["1"]?.unreadCount == 1)
        #expect(scene.front.watermarks["1"] == "5")
        #expect(scene.sent.isEmpty)
    }

    @Test("says what became of an edit that the server refuses or never answers")
    func refusedEdit() throws {
        var scene = Scene()
        scene.act { $0.edited("2", in: "1", text: "new") }
        let command = try #require(scene.sent.first)
        #expect(command.destination.text == "/app/community/threads/1/messages/2/edit")
        scene.act { $0.refused(CommandRefused(commandId: command.id, status: 403, message: "not yours")) }
        #expect(scene.front.failures.last?.problem == "the edit was refused: not yours")
        scene.act { $0.deleted("2", in: "1") }
        let timer = try #require(
            scene.effects.compactMap { if case .schedule(let timer, _) = $0 { timer } else { nil } }.last
        )
        scene.act { $0.fired(timer) }
        #expect(scene.front.failures.last?.problem == "the deletion was not confirmed: the server did not answer")
    }

    @Test("refuses to edit and react without a connection, but keeps what was written until there is one")
    func offline() {
        var scene = Scene()
        scene.act { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "the line is cut") }
        scene.act { $0.reacted(to: "2", in: "1", emoji: "👍", adds: true) }
        #expect(scene.front.failures.last?.problem == "not done: the line is cut")
        scene.act { $0.composed(Draft("later"), in: "1", at: 0) }
        #expect(scene.messages.last?.delivery == .waiting)
        #expect(scene.effects.isEmpty)
        scene.act { $0.composed(Draft("last"), in: "1", at: 0) }
        scene.act { $0.connected() }
        #expect(scene.sentTexts == ["later"])
        #expect(scene.messages.last?.delivery == .sending)
        scene.act { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "the line is cut") }
        #expect(scene.messages.suffix(2).map(\.delivery) == [.waiting, .waiting])
        scene.act { $0.connected() }
        #expect(scene.sentTexts == ["later"])
    }

    @Test("fails what waits too long for a connection where it must not be kept")
    func impatient() {
        var scene = Scene(waitsForConnection: false)
        scene.act { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "the line is cut") }
        scene.act { $0.composed(Draft("later"), in: "1", at: 0) }
        let id = scene.messages.last?.id ?? ""
        #expect(scene.effects == [.schedule(.delivery(postID: id), after: .seconds(30))])
        scene.act { $0.fired(.delivery(postID: id)) }
        #expect(scene.messages.last?.delivery == .failed(reason: "not sent: the line is cut"))
        scene.act { $0.discarded(id, in: "1") }
        #expect(scene.messages.count == 3)
    }

    @Test("hands the text of a failed message back, with what it answers and its files")
    func takenBack() throws {
        var scene = Scene()
        scene.act { $0.composed(Draft("anew", replyTo: "2"), in: "1", at: 0) }
        let command = try #require(scene.sent.first)
        scene.act { $0.refused(CommandRefused(commandId: command.id, status: 403, message: "muted")) }
        let id = scene.messages.last?.id ?? ""
        let outcome = scene.act { $0.takenBack(id, in: "1") }
        #expect(outcome.updates.last == .takenBack(threadID: "1", Draft("anew", replyTo: "2")))
        #expect(scene.messages.count == 3)
        #expect(scene.act { $0.takenBack(id, in: "1") } == Outcome())
    }

    @Test("takes a message as delivered that the server has had for long, though it stands far back")
    func deduplicated() throws {
        var scene = Scene()
        scene.act { $0.composed(Draft("old"), in: "1", at: 0) }
        let command = try #require(scene.sent.first)
        let id = scene.messages.last?.id ?? ""
        let hint = CommandAcknowledged(
            commandId: command.id,
            messageId: "2",
            clientMessageId: id,
            deduplicated: true
        )
        scene.receive(.commandAcknowledged(hint))
        #expect(scene.conversation.outbox[id] != nil)
        scene.answer([3], hasMore: true)
        #expect(scene.conversation.outbox[id] == nil)
        #expect(scene.messages.count == 3)
    }

    @Test(
        "checks the limits of a message before sending",
        arguments: [
            (Draft(" \n"), "there is nothing to send"),
            (Draft(String(repeating: "가", count: 2001)), "the message is too long: 2001 of 2000 characters"),
            (Draft("x", files: (0...10).map { "/tmp/\($0)" }), "a message takes 10 files at most"),
        ]
    )
    func limits(_ draft: Draft, _ problem: String) {
        var scene = Scene()
        scene.act { $0.composed(draft, in: "1", at: 0) }
        #expect(scene.front.failures.last?.problem == problem)
        #expect(scene.messages.count == 3)
    }

    @Test("counts code points, not what looks like one character")
    func codePoints() {
        var scene = Scene()
        scene.act { $0.composed(Draft(String(repeating: "e\u{301}", count: 1001)), in: "1", at: 0) }
        #expect(scene.front.failures.count == 1)
        scene.act { $0.composed(Draft(String(repeating: "가", count: 2000)), in: "1", at: 0) }
        #expect(scene.sent.count == 1)
    }

    @Test("shows a gap that takes too many pages, and goes on with it when asked")
    func longGap() {
        var scene = Scene()
        scene.act { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "cut") }
        scene.act { $0.connected() }
        for page in 0..<10 { scene.answer([1000 - page], hasMore: true) }
        #expect(scene.front.gaps(in: "1").count == 1)
        #expect(scene.messages.map(\.id) == ["1", "2", "3"] + (991...1000).map { "\($0)" })
        let gap = scene.front.gaps(in: "1").first ?? ""
        scene.act { $0.fillGap(gap, in: "1") }
        scene.answer([4, 3], hasMore: true)
        #expect(scene.front.gaps(in: "1").isEmpty)
        #expect(scene.messages.map(\.id).prefix(5) == ["1", "2", "3", "4", "991"])
        #expect(scene.front.faults == [])
    }

    @Test("asks for a thread it hears of for the first time, once")
    func unknownThread() {
        var scene = Scene()
        var message = Self.message(50)
        message.threadId = "99"
        scene.receive(.messageCreated(MessageCreated(message: message)), in: "99")
        #expect(scene.effects == [.loadThread("99")])
        message.messageId = "51"
        scene.receive(.messageCreated(MessageCreated(message: message)), in: "99")
        #expect(scene.effects == [])
        scene.act { $0.received(WireThread(threadId: "99", title: "New", unreadCount: 2, isJoined: true)) }
        #expect(scene.front.threads["99"]?.unreadCount == 2)
    }

    @Test("shows the threads of the workspace chosen, and those of none")
    func workspaces() {
        var scene = Scene()
        scene.act { $0.received(WireThread(threadId: "5", workspaceId: "w2", title: "Far", isJoined: true)) }
        scene.act { $0.listed([Workspace(id: "w1", name: "One"), Workspace(id: "w2", name: "Two")]) }
        #expect(scene.front.list.map(\.id) == ["1", "2"])
        scene.act { $0.switched(to: "w2") }
        #expect(Set(scene.front.list.map(\.id)) == ["1", "2", "5"])
        scene.receive(.workspaceDeleted(WireWorkspace(workspaceId: "w2", name: "Two")), in: "0")
        #expect(scene.front.threads["5"] == nil)
    }
}
