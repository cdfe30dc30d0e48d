import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A draft")
struct DraftTests {
    private func draft(_ thread: String, _ text: String?, _ cursor: Int, replyTo: String? = nil) -> ChatRequest {
        .draft(threadID: thread, text: text, cursor: cursor, replyTo: replyTo)
    }

    private func draft(in thread: String, of chat: ChatScript) -> ComposerDraft? {
        chat.state.here.index(of: thread).map { chat.state.here.threads[$0].draft }
    }

    @Test("is told to the session at every key, with the cursor, and given up once it is sent")
    func told() {
        var chat = ChatScript.community()
        chat.type("한e\u{301}")
        #expect(chat.drafts == [draft("1", "한", 1), draft("1", "한e\u{301}", 3)])
        chat.press(.named(.left))
        #expect(chat.drafts.last == draft("1", "한e\u{301}", 1))
        chat.press(.named(.pageUp), .focus(true))
        #expect(chat.drafts.count == 3)
        chat.press(.named(.enter))
        #expect(chat.requests.last == .send(Draft("한e\u{301}"), threadID: "1"))
        #expect(chat.drafts.last == draft("1", nil, 0))
    }

    @Test("stays in its thread, with its cursor, when a person goes elsewhere in the middle of a word")
    func switching() {
        var chat = ChatScript.community()
        chat.type("hel")
        chat.press(.named(.left), .control("n"))
        #expect(chat.state.composer.isEmpty)
        chat.press(.paste("line one\nline two"))
        #expect(chat.drafts.last == draft("2", "line one\nline two", 17))
        #expect(!chat.requests.contains { if case .send = $0 { true } else { false } })
        chat.press(.control("p"))
        chat.type("l")
        #expect(chat.state.composer.text == "hell")
        chat.press(.named(.end))
        chat.submit("o")
        #expect(chat.requests.last == .send(Draft("hello"), threadID: "1"))
        #expect(draft(in: "2", of: chat)?.letters.count == 17)
    }

    @Test("keeps what it answers, also through an edit")
    func target() {
        var chat = ChatScript.community(messages: 3)
        chat.change(.appended([.message(ChatScript.item(9, "mine", from: "me"))], isLive: false))
        chat.press(.alt("k"), .named(.up), .character("r"))
        chat.type("yes")
        #expect(chat.drafts.last == draft("1", "yes", 3, replyTo: "2"))
        chat.press(.alt("k"), .character("e"))
        #expect(chat.state.composer.text == "mine")
        #expect(chat.drafts.last == draft("1", "yes", 3, replyTo: "2"))
        chat.type("!")
        // Should the program end now, neither is lost.
        #expect(chat.drafts.last == draft("1", "yes\nmine!", 9, replyTo: "2"))
        chat.press(.named(.enter))
        #expect(chat.requests.last == .edit(messageID: "9", threadID: "1", text: "mine!"))
        #expect(chat.drafts.last == draft("1", "yes", 3, replyTo: "2"))
        #expect(chat.state.composer.text == "yes")
        #expect(chat.screen.contains("↳ alice: text 2"))
        chat.press(.named(.enter))
        #expect(chat.requests.last == .send(Draft("yes", replyTo: "2"), threadID: "1"))
    }

    @Test("comes back with the program: text, cursor, and what it answers once that is known")
    func restored() {
        var chat = ChatScript.community()
        chat.receive(.draft(threadID: "1", DraftState("초안 a", cursor: 1, replyTo: "2")))
        #expect(chat.drafts.isEmpty)
        #expect(chat.screen.contains("↳ an earlier message"))
        #expect(chat.state.composer.text == "초안 a" && chat.state.composer.cursor == 1)
        chat.change(.replaced((0..<3).map { .message(ChatScript.item($0)) }, hasOlder: false))
        #expect(chat.screen.contains("↳ alice: text 2"))
        #expect(chat.drafts.isEmpty)
        chat.press(.named(.enter))
        #expect(chat.requests.last == .send(Draft("초안 a", replyTo: "2"), threadID: "1"))
    }

    @Test("that comes back late loses nothing of what has been written since")
    func late() {
        var chat = ChatScript.community()
        chat.type("new")
        chat.receive(.draft(threadID: "1", DraftState("old", cursor: 0)))
        #expect(chat.state.composer.text == "old\nnew")
        chat.type("er")
        #expect(chat.state.composer.text == "old\nnewer")
        #expect(chat.drafts.last == draft("1", "old\nnewer", 9))
    }

    @Test("that is given up elsewhere goes, unless it was changed here")
    func givenUp() {
        var chat = ChatScript.community()
        chat.receive(
            .draft(threadID: "1", DraftState("a", cursor: 1)),
            .draft(threadID: "2", DraftState("b", cursor: 1))
        )
        chat.type("!")
        chat.receive(.draft(threadID: "1", nil), .draft(threadID: "2", nil))
        #expect(chat.state.composer.text == "a!")
        #expect(draft(in: "2", of: chat)?.isEmpty == true)
        #expect(chat.drafts == [draft("1", "a!", 2)])
    }

    @Test("of a thread that goes is in no other, and comes back with it")
    func strays() {
        var chat = ChatScript.community()
        chat.type("for General")
        chat.receive(.threads([ChatScript.thread("2", "Ideas")]))
        #expect(chat.state.composer.isEmpty)
        chat.receive(.thread(ChatScript.thread("1", "General")))
        #expect(draft(in: "1", of: chat)?.letters == Array("for General"))
        // Of a thread that comes later than its draft.
        chat.receive(.draft(threadID: "3", DraftState("early", cursor: 5)), .thread(ChatScript.thread("3", "Late")))
        #expect(draft(in: "3", of: chat)?.letters == Array("early"))
    }

    @Test("of one person is not shown to another")
    func accounts() {
        var chat = ChatScript.community()
        chat.type("secret")
        chat.receive(.threads([]), .account(nil))
        chat.receive(.account(Member(id: "2", name: "other")), .threads([ChatScript.thread("1", "General")]))
        #expect(chat.state.composer.isEmpty)
    }

    @Test("begun while there is no thread is kept too, and comes back in the first there is")
    func lobbyKept() {
        var chat = ChatScript(width: 60, height: 10)
        chat.type("hi")
        #expect(chat.drafts.last == draft("", "hi", 2))
        #expect(chat.state.drafts == [ChatScript.name: [draft("", "hi", 2)]])
        var next = ChatScript(width: 60, height: 10)
        next.receive(.draft(threadID: "", DraftState("hi", cursor: 2)))
        #expect(next.state.composer.text == "hi" && next.drafts.isEmpty)
        next.receive(.joined(ChatThread(destination: "/topic/a")))
        #expect(next.state.composer.text == "hi")
        #expect(Set(next.drafts.map { "\($0)" }).count == 2 && next.drafts.contains(draft("", nil, 0)))
        #expect(next.drafts.contains(draft("/topic/a", "hi", 2)))
        var late = ChatScript.community()
        late.type("new")
        late.receive(.draft(threadID: "", DraftState("old", cursor: 0)))
        #expect(late.state.composer.text == "new\nold" && late.drafts.contains(draft("", nil, 0)))
    }

    @Test("of an edit goes with the thread when that goes")
    func editInThreadThatGoes() {
        var chat = ChatScript.community()
        chat.change(.replaced([.message(ChatScript.item(9, "mine", from: "me"))], hasOlder: false))
        chat.submit("/edit")
        #expect(
            chat.state.drafts[ChatScript.name] == [.draft(threadID: "1", text: nil, cursor: 0, replyTo: nil, files: [])]
        )
        chat.type(" more")
        #expect(chat.state.drafts[ChatScript.name] == [draft("1", "mine more", 9)])
        chat.receive(.threads([ChatScript.thread("2", "Ideas")]), .thread(ChatScript.thread("1", "General")))
        #expect(draft(in: "1", of: chat)?.letters == Array("mine more"))
    }

    @Test("begun before there was a thread goes on in the first")
    func lobby() {
        var chat = ChatScript(width: 60, height: 10)
        chat.type("hi")
        chat.receive(.joined(ChatThread(destination: "/topic/a")), .joined(ChatThread(destination: "/topic/b")))
        chat.type("!")
        #expect(chat.state.composer.text == "hi!")
        chat.press(.control("n"))
        #expect(chat.state.composer.isEmpty)
    }
}

@Suite("A message taken back")
struct TakenBackTests {
    private func chat(_ delivery: ChatMessage.Delivery = .failed(reason: "too late")) -> ChatScript {
        var chat = ChatScript.community(width: 100)
        chat.change(.replaced([.message(ChatScript.own("lost words", delivery))], hasOlder: false))
        return chat
    }

    @Test("is asked for with e or /takeback, and its text comes before what is being written")
    func takenBack() {
        var chat = chat()
        #expect(chat.screen.contains("not delivered: too late; /retry sends it again, /takeback"))
        chat.type("later")
        chat.effects = []
        chat.press(.alt("k"))
        #expect(chat.screen.contains("Enter sends it again  e takes it back  d forgets it"))
        chat.press(.character("e"))
        #expect(chat.requests == [.takeBack(messageID: "own", threadID: "1")])
        chat.change(.removed(id: "own"))
        chat.receive(.takenBack(threadID: "1", Draft("lost words", replyTo: "7", files: ["/a"])))
        #expect(chat.state.composer.text == "lost words\nlater")
        #expect(chat.state.shown?.files == ["/a"])
        #expect(
            chat.drafts.last
                == .draft(threadID: "1", text: "lost words\nlater", cursor: 16, replyTo: "7", files: ["/a"])
        )
        chat.press(.named(.enter))
        #expect(chat.requests.last == .send(Draft("lost words\nlater", replyTo: "7", files: ["/a"]), threadID: "1"))

        var other = self.chat()
        other.submit("/takeback")
        #expect(other.requests == [.takeBack(messageID: "own", threadID: "1")])
        other.change(.removed(id: "own"))
        other.submit("/takeback")
        #expect(other.screen.contains("nothing in this thread has failed"))
    }

    @Test("does not go on top of an edit, and stays where it is when there is no room")
    func inTheWay() {
        var chat = chat()
        chat.change(.appended([.message(ChatScript.item(5, "mine", from: "me"))], isLive: false))
        chat.submit("/edit")
        chat.receive(.takenBack(threadID: "1", Draft("lost words")))
        #expect(chat.state.composer.text == "mine")
        chat.press(.named(.escape))
        #expect(chat.state.composer.text == "lost words")
        chat.press(.paste(String(repeating: "x", count: Composer.limit - 15)))
        chat.effects = []
        chat.press(.alt("k"), .named(.up), .character("e"))
        #expect(chat.screen.contains("there is no room for it"))
        #expect(chat.requests.isEmpty)
    }

    @Test("may be one that the session did not take: it is in the composer again, with the reason below")
    func notTaken() {
        var chat = ChatScript.community()
        chat.submit("too much")
        chat.receive(.failed(FailureReport(.noConnection, "1000 messages wait")))
        chat.receive(.takenBack(threadID: "1", Draft("too much")))
        #expect(chat.state.composer.text == "too much")
        #expect(chat.canvas.rows[22].contains("1000 messages wait"))
    }

    @Test("is none that only waits, which the server may have")
    func waiting() {
        var chat = chat(.waiting)
        #expect(chat.screen.contains("lost words (waiting)"))
        chat.press(.alt("k"), .character("e"))
        #expect(chat.requests.isEmpty)
        #expect(chat.screen.contains("it can be taken back if it fails"))
    }
}
