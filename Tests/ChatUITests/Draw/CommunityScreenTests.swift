import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Communities on the screen")
struct CommunityScreenTests {
    private func threads() -> [ChatThread] {
        var pinned = ChatScript.thread("1", "News", unread: 2, order: 4)
        pinned.isPinned = true
        pinned.icon = "📰"
        var direct = ChatScript.thread("2", "민수", unread: 1, order: 3)
        direct.isDirect = true
        direct.hasMention = true
        let general = ChatScript.thread("3", "General", order: 1)
        var muted = ChatScript.thread("4", "Noise", unread: 5000, order: 2)
        muted.isMuted = true
        var other = ChatScript.thread("5", "Chess", order: 0)
        other.isJoined = false
        return [other, muted, general, direct, pinned]
    }

    @Test("are listed in sections, with icons, counts and mentions")
    func sections() {
        var chat = ChatScript(width: 64, height: 14)
        chat.receive(
            .capabilities([.community]),
            .connection(.connected(server: "x", warning: nil)),
            .threads(threads())
        )
        chat.press(.alt("3"))
        let list = chat.canvas.rows.map { row in String(row.prefix { $0 != "│" }).withoutTrailingBlanks }
        #expect(
            Array(list.prefix(10)) == [
                "bobbin", "— pinned", "  📰 News    2", "— direct", "  민수      @1", "— threads", "▸ General",
                "  Noise   999+", "— not joined", "  Chess",
            ]
        )
        #expect(chat.canvas.style(column: 2, row: 7) == Theme.faint)
        #expect(chat.canvas.style(column: 2, row: 9) == Theme.faint)
        #expect(chat.state.unread == 3)
    }

    @Test("stand side by side, each with its threads and its state")
    func sideBySide() {
        var chat = ChatScript.community(width: 64, height: 12, messages: 1)
        chat.perform(.connected(community: "work", title: "Work", isShown: false))
        chat.perform(.connected(community: "empty", title: "Empty", isShown: false))
        chat.perform(
            .updates(
                [
                    .connection(.offline(reason: "refused")), .joined(ChatThread(destination: "/topic/a")),
                    .messages(threadID: "/topic/a", [ChatScript.message("x")]),
                ],
                community: "work"
            )
        )
        let list = chat.canvas.rows.map { row in String(row.prefix { $0 != "│" }).withoutTrailingBlanks }
        #expect(
            Array(list.prefix(7)) == [
                "bobbin", "▸ General", "  Ideas", "Work         !", "  a          1", "Empty", "",
            ]
        )
        #expect(chat.canvas.rows[10].contains("bobbin: connected to example"))
        chat.press(.alt("3"))
        #expect(chat.canvas.rows[10].contains("Work: offline: refused"))
        chat.submit("hi")
        #expect(chat.effects.last == .request(.send(Draft("hi"), threadID: "/topic/a"), community: "work"))
        chat.press(.control("n"))
        #expect(chat.state.place == Place(community: 2, thread: nil))
        #expect(chat.canvas.rows[10].contains("Empty: connecting…"))
        chat.press(.control("n"))
        #expect(chat.state.shownName == ThreadName(community: "bobbin", thread: "1"))
        chat.press(.control("p"), .control("p"))
        #expect(chat.state.shownName == ThreadName(community: "work", thread: "/topic/a"))
    }

    @Test("come and go by command")
    func connect() {
        var chat = ChatScript.community()
        chat.submit("/connect work")
        #expect(chat.effects == [.connect(profile: "work")])
        chat.perform(.connected(community: "work", title: "work", isShown: true))
        #expect(chat.state.here.id == "work")
        chat.submit("/connect bobbin")
        #expect(chat.state.here.id == "bobbin")
        chat.submit("/disconnect nobody")
        #expect(chat.screen.contains("nobody is not connected"))
        chat.press(.control("u"))
        chat.submit("/disconnect work")
        #expect(chat.effects.last == .disconnect(community: "work"))
        chat.perform(.disconnected(community: "work"))
        chat.submit("/disconnect")
        #expect(chat.effects.last == .disconnect(community: "bobbin"))
        chat.perform(.disconnected(community: "bobbin"))
        #expect(chat.screen.contains("Nothing is connected. Type /connect"))
        chat.submit("hello")
        #expect(chat.screen.contains("there is no thread to write to"))
        chat.perform(.connected(community: "home", title: "home", isShown: true))
        #expect(chat.state.here.id == "home")
    }

    @Test("keep the thread on the screen when others move, come and go")
    func order() {
        var chat = ChatScript.community(messages: 1)
        chat.press(.alt("2"))
        chat.type("draft")
        var pinned = ChatScript.thread("9", "New", order: 0)
        pinned.isPinned = true
        chat.receive(.thread(pinned), .thread(ChatScript.thread("2", "Ideas!", order: -5)))
        #expect(chat.state.shown?.id == "2")
        #expect(chat.state.here.threads.map(\.id) == ["9", "2", "1"])
        chat.receive(.threads([ChatScript.thread("1", "General"), ChatScript.thread("2", "Ideas")]))
        #expect(chat.state.shown?.id == "2")
        #expect(chat.state.composer.text == "draft")
        chat.receive(.threads([ChatScript.thread("1", "General")]))
        #expect(chat.state.shown?.id == "1")
    }

    @Test("name the thread, its members and what it is about, and who is writing there, without moving the text")
    func header() {
        var chat = ChatScript.community(messages: 5)
        var thread = ChatScript.thread("1", "General")
        (thread.detail, thread.memberCount, thread.icon) = ("all\nand nothing", 12, "☕")
        chat.receive(.thread(thread))
        #expect(chat.pane[0] == "☕ General — 12 members: all and nothing")
        let before = chat.pane.dropFirst()
        chat.receive(.typing(threadID: "1", ["민수"]))
        #expect(chat.pane[0] == "☕ General — 민수 is writing…")
        chat.receive(.typing(threadID: "1", ["민수", "Ann"]))
        #expect(chat.pane[0] == "☕ General — 민수 and Ann are writing…")
        #expect(chat.pane.dropFirst() == before)
        chat.receive(.typing(threadID: "1", []))
        #expect(chat.pane[0] == "☕ General — 12 members: all and nothing")
    }

    @Test("say how to sign in, and do it at Enter, with drafts kept")
    func signIn() {
        var chat = ChatScript.community(width: 100)
        chat.type("draft")
        chat.receive(.account(nil), .signInNeeded(reason: "your session has ended"))
        #expect(chat.canvas.rows[22].contains("your session has ended: Enter on an empty line signs in"))
        chat.press(.named(.enter))
        #expect(chat.requests.filter { $0 == .signIn }.isEmpty)
        #expect(chat.screen.contains("sign in first, with /login"))
        #expect(chat.state.composer.text == "draft")
        chat.press(.control("u"), .named(.enter))
        #expect(chat.requests.last == .signIn)
        chat.receive(.account(Member(id: "1", name: "me")))
        #expect(!chat.screen.contains("session has ended"))
    }

    @Test("let a person join a thread that they see but are not in")
    func notJoined() {
        var chat = ChatScript(width: 80, height: 24)
        var thread = ChatScript.thread("5", "Chess")
        (thread.isJoined, thread.detail) = (false, "for players")
        chat.receive(.capabilities([.community]), .threads([thread]))
        #expect(chat.screen.contains("for players — you are not in this thread. Enter joins it."))
        #expect(chat.requests.isEmpty)
        chat.submit("hi")
        #expect(chat.screen.contains("you are not in this thread"))
        chat.press(.control("u"), .named(.enter))
        #expect(chat.requests == [.join("5")])
        thread.isJoined = true
        chat.receive(.joined(thread))
        #expect(chat.requests == [.join("5"), .open(threadID: "5")])
    }

    @Test("show the count of characters near the limit, and send no more than that")
    func limit() {
        var chat = ChatScript.community()
        chat.press(.paste(String(repeating: "가", count: 1800)))
        #expect(!chat.screen.contains("/2000"))
        chat.press(.paste(String(repeating: "👨‍👩‍👧", count: 41)))
        #expect(chat.screen.contains("2005/2000"))
        chat.press(.named(.enter))
        #expect(chat.screen.contains("the message has 2005 characters; 2000 are the most"))
        #expect(!chat.requests.contains { if case .send = $0 { true } else { false } })
        chat.press(.named(.backspace), .named(.enter))
        #expect(chat.requests.contains { if case .send = $0 { true } else { false } })
    }
}
