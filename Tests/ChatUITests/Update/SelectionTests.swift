import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A selected message")
struct SelectionTests {
    private func chat() -> ChatScript {
        var chat = ChatScript.community(width: 90)
        var file = ChatScript.item(3, "a file", from: "bob")
        file.attachments = [Attachment(id: "7", name: "a.png", size: 5, url: "/x")]
        chat.change(
            .replaced(
                [
                    .message(ChatScript.item(0)), .message(ChatScript.item(1, from: "me")),
                    .message(ChatScript.item(2)),
                    .message(file), .message(ChatScript.item(4, from: "me")),
                ],
                hasOlder: false
            )
        )
        return chat
    }

    private func selected(_ chat: ChatScript) -> String? {
        chat.state.shown.flatMap { thread in thread.selection.flatMap(thread.timeline.message)?.serverID }
    }

    @Test("moves with the keys, and Esc leaves it")
    func moves() {
        var chat = chat()
        chat.press(.alt("k"))
        #expect(selected(chat) == "4")
        #expect(chat.screen.contains("▸ text 4"))
        #expect(chat.canvas.rows[22].contains("r reply  e edit"))
        chat.press(.named(.up, .shift), .character("k"), .named(.up))
        #expect(selected(chat) == "1")
        chat.press(.character("j"), .character("g"))
        #expect(selected(chat) == "0")
        chat.press(.named(.up), .character("G"), .named(.down))
        #expect(selected(chat) == "4")
        chat.press(.named(.escape))
        #expect(selected(chat) == nil)
        #expect(!chat.screen.contains("▸ text"))
        chat.press(.alt("k"))
        #expect(chat.canvas.rows[22].hasSuffix("Ctrl-C back"))
        chat.press(.control("c"))
        #expect(selected(chat) == nil && chat.effects.isEmpty)
        chat.type("x")
        #expect(chat.state.composer.text == "x")
    }

    @Test("is there with a broker as well, with what makes sense there")
    func broker() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.connect()
        for number in 0..<4 {
            chat.receive(
                .messages(threadID: "/topic/a", [ChatScript.message("see http://\(number).example", id: "b\(number)")])
            )
        }
        chat.receive(.messages(threadID: "/topic/a", [ChatScript.own("mine", .failed(reason: "lost"))]))
        chat.effects = []
        chat.press(.named(.escape))
        #expect(
            chat.screen.contains("▸")
                && chat.state.shown?.selection == chat.state.shown.map { $0.timeline.endSerial - 1 }
        )
        chat.press(.named(.enter))
        #expect(chat.requests == [.retry(messageID: "own")])
        chat.press(.character("e"))
        #expect(chat.requests.last == .takeBack(messageID: "own", threadID: "/topic/a"))
        chat.press(.named(.escape), .named(.escape), .named(.escape), .character("k"))
        #expect(chat.canvas.rows[22].contains("y copy  o link") && !chat.canvas.rows[22].contains("reply"))
        chat.press(.character("y"), .character("o"))
        #expect(chat.effects.suffix(2) == [.copy("see http://3.example"), .open("http://3.example")])
        chat.press(.character("g"), .character("y"))
        #expect(chat.effects.last == .copy("see http://0.example"))
        let count = chat.requests.count
        for key in "redD+s" { chat.press(.character(key)) }
        chat.press(.named(.enter))
        #expect(chat.requests.count == count && chat.state.confirmation == nil)
        #expect(chat.state.shown?.purpose == .message)
        chat.press(.character("/"))
        #expect(chat.state.overlay != nil)
    }

    @Test("stays in sight and in its place whatever comes")
    func stays() {
        var chat = ChatScript.community(messages: 100)
        chat.press(.alt("k"))
        for _ in 0..<50 { chat.press(.named(.up)) }
        #expect(selected(chat) == "49")
        #expect(chat.pane.contains { $0.contains("▸ text 49") })
        let before = chat.pane.dropLast(3)
        chat.arrive(ChatScript.item(100))
        #expect(chat.pane.dropLast(3) == before)
        for _ in 0..<30 { chat.press(.named(.down)) }
        #expect(chat.pane.contains { $0.contains("▸ text 79") })
        chat.press(.character("g"))
        #expect(chat.requests.last == .loadOlder(threadID: "1"))
    }

    @Test("is answered with r, and the answer goes with the next text")
    func reply() {
        var chat = chat()
        chat.press(.alt("k"), .named(.up), .character("r"))
        #expect(chat.canvas.rows[22] == "↳ bob: a file")
        chat.submit("nice")
        #expect(chat.requests.last == .send(Draft("nice", replyTo: "3"), threadID: "1"))
        #expect(chat.state.shown?.purpose == .message)
        chat.submit("/reply")
        #expect(chat.screen.contains("Ctrl-C cancel"))
        chat.press(.control("c"))
        chat.submit("no answer")
        #expect(chat.requests.last == .send(Draft("no answer"), threadID: "1"))
        chat.submit("/reply at once")
        #expect(chat.requests.last == .send(Draft("at once", replyTo: "3"), threadID: "1"))
    }

    @Test("is edited with e in the composer, which keeps the draft")
    func edit() {
        var chat = chat()
        chat.type("draft")
        chat.press(.alt("k"), .named(.up), .character("e"))
        #expect(chat.screen.contains("this message is not yours"))
        chat.press(.character("G"), .character("e"))
        #expect(chat.state.composer.text == "text 4")
        #expect(chat.screen.contains("editing your message (Esc cancels)"))
        chat.submit("!")
        #expect(chat.requests.last == .edit(messageID: "4", threadID: "1", text: "text 4!"))
        #expect(chat.state.composer.text == "draft")
        chat.press(.control("u"))
        chat.submit("/edit")
        chat.press(.control("u"), .named(.enter))
        #expect(chat.screen.contains("an edit can't be empty"))
        chat.press(.named(.escape))
        #expect(chat.state.composer.isEmpty)
        chat.submit("/edit whole new")
        #expect(chat.requests.last == .edit(messageID: "4", threadID: "1", text: "whole new"))
    }

    @Test("that begins with a slash is edited as what it is")
    func editSlash() {
        var chat = chat()
        chat.change(.updated(id: "m4", .message(ChatScript.item(4, "/quit", from: "me"))))
        chat.submit("/edit")
        chat.press(.named(.enter))
        #expect(chat.requests.last == .edit(messageID: "4", threadID: "1", text: "/quit"))
    }

    @Test("is deleted with d after a yes, and not without")
    func delete() {
        var chat = chat()
        chat.press(.alt("k"), .character("d"))
        #expect(chat.canvas.rows[22].contains("delete \"text 4\"? y does it"))
        chat.press(.character("n"))
        #expect(chat.requests.isEmpty)
        // Whoever selected it goes on from there: what is typed next is no text.
        #expect(selected(chat) == "4" && chat.state.composer.isEmpty)
        chat.press(.character("k"))
        #expect(selected(chat) == "3")
        chat.press(.named(.escape))
        chat.submit("/delete")
        chat.press(.character("y"))
        #expect(chat.requests == [.delete(messageID: "4", threadID: "1")])
        #expect(chat.state.composer.isEmpty)
    }

    @Test("of somebody else is not deleted, which is said at once, except by those who run the thread")
    func deleteOthers() {
        var chat = chat()
        func run(as role: Member.Role?) {
            var thread = ChatScript.thread("1", "General")
            thread.role = role
            chat.receive(.thread(thread))
            chat.press(.alt("k"), .named(.up), .character("d"))
        }
        run(as: .member)
        #expect(chat.screen.contains("this message is not yours"))
        #expect(chat.state.confirmation == nil && selected(chat) == "3")
        for role in [Member.Role.admin, .owner, nil] {
            chat.press(.named(.escape))
            run(as: role)
            #expect(chat.state.confirmation != nil)
            chat.press(.character("n"))
        }
        chat.press(.named(.escape))
        run(as: .admin)
        chat.press(.character("n"), .named(.escape))
        chat.submit("/delete-thread")
        #expect(chat.screen.contains("only the owner of a thread deletes it") && chat.state.confirmation == nil)
        chat.press(.control("u"))
        chat.submit("/role bob admin")
        #expect(chat.screen.contains("only the owner of a thread gives roles") && chat.requests.isEmpty)
    }

    @Test("gets an emoji with +, typed or by name, and loses ours again")
    func react() {
        var chat = chat()
        chat.type("draft")
        chat.press(.alt("k"), .named(.up), .named(.up), .character("+"))
        #expect(chat.screen.contains("an emoji for alice"))
        chat.type(":tad")
        chat.press(.named(.tab), .named(.enter))
        #expect(chat.requests.last == .react(messageID: "2", threadID: "1", emoji: "🎉", adds: true))
        #expect(chat.state.composer.text == "draft")
        var message = ChatScript.item(2)
        message.reactions = [Reaction(emoji: "🎉", count: 1, isOwn: true)]
        chat.change(.updated(id: "m2", .message(message)))
        chat.press(.control("u"), .alt("k"), .named(.up), .named(.up), .character("+"))
        chat.submit("no emoji")
        #expect(chat.screen.contains("is no emoji"))
        chat.press(.control("u"))
        chat.submit("🎉")
        #expect(chat.requests.last == .react(messageID: "2", threadID: "1", emoji: "🎉", adds: false))
    }

    @Test("has its files saved with s")
    func save() {
        var chat = chat()
        let file = Attachment(id: "7", name: "a.png", size: 5, url: "/x")
        chat.press(.alt("k"), .character("s"))
        #expect(chat.screen.contains("this message has no files"))
        chat.press(.named(.up), .character("s"))
        #expect(chat.requests.last == .download(file, to: "."))
        #expect(selected(chat) == "3")
        chat.press(.named(.escape))
        chat.submit("/save ~/pictures")
        #expect(chat.requests.last == .download(file, to: "~/pictures"))
    }

    @Test("is meant by commands; without one the last that fits")
    func commands() {
        var chat = chat()
        chat.submit("/react 👍")
        #expect(chat.requests.last == .react(messageID: "3", threadID: "1", emoji: "👍", adds: true))
        chat.submit("/report spam and worse")
        #expect(chat.requests.last == .report(messageID: "3", threadID: "1", reason: "spam and worse"))
        var empty = ChatScript.community()
        empty.submit("/react 👍")
        #expect(empty.screen.contains("there is no message to react to"))
        #expect(empty.state.composer.text == "/react 👍")
    }

    @Test("that failed is sent again with Enter, and a gap is filled")
    func open() {
        var chat = ChatScript.community()
        var failed = ChatScript.own("lost", .failed(reason: "x"))
        failed.serverID = nil
        chat.change(.replaced([.gap(id: "g"), .message(failed)], hasOlder: false))
        chat.press(.alt("k"), .named(.enter), .character("k"), .named(.enter))
        #expect(chat.requests == [.retry(messageID: "own"), .fillGap(threadID: "1", gapID: "g")])
        chat.press(.named(.down), .character("d"))
        #expect(chat.requests.last == .discard(messageID: "own", threadID: "1"))
        chat.effects = []
        chat.press(.named(.escape))
        chat.submit("/discard")
        #expect(chat.requests.last == .discard(messageID: "own", threadID: "1"))
    }

    @Test("that is deleted, or of the server itself, is nothing for commands")
    func nothingForCommands() {
        var chat = chat()
        var deleted = ChatScript.item(3, "", from: "bob")
        deleted.isDeleted = true
        var system = ChatScript.item(4, "bob joined")
        system.kind = .system
        chat.change(.updated(id: "m3", .message(deleted)), .updated(id: "m4", .message(system)))
        chat.submit("/react 👍")
        #expect(chat.requests.last == .react(messageID: "2", threadID: "1", emoji: "👍", adds: true))
        chat.press(.alt("k"), .character("r"))
        #expect(chat.screen.contains("this is no message of a member"))
        chat.press(.named(.up), .character("r"))
        #expect(chat.screen.contains("this message is deleted"))
    }
}
