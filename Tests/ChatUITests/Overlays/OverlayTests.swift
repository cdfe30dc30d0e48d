import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("What lies over the screen")
struct OverlayTests {
    @Test("a question takes a text, a secret one without showing it")
    func secret() {
        var chat = ChatScript.community(width: 60, height: 12)
        chat.receive(.question(ChatQuestion(id: "q1", prompt: "E-mail:", lines: ["as at sign-up"])))
        #expect(chat.canvas.rows[3].contains("┌─ bobbin ─"))
        #expect(chat.screen.contains("as at sign-up"))
        chat.type("me@x")
        #expect(chat.screen.contains("> me@x"))
        #expect(chat.canvas.cursor != nil)
        chat.press(.named(.enter))
        #expect(chat.requests == [.answer(questionID: "q1", "me@x")])
        chat.receive(.question(ChatQuestion(id: "q2", prompt: "Password:", isSecret: true)))
        chat.press(.paste("hunter2\n/quit\n"))
        chat.press(.named(.left), .named(.backspace))
        #expect(!chat.screen.contains("hunter") && chat.screen.contains("> ••••••"))
        chat.press(.named(.enter))
        #expect(chat.requests.last == .answer(questionID: "q2", "hunte2"))
        chat.press(.named(.up))
        #expect(chat.state.composer.isEmpty)
    }

    @Test("what is typed between an answer and the next question goes nowhere")
    func betweenQuestions() {
        var chat = ChatScript.community(width: 60, height: 12)
        chat.receive(.question(ChatQuestion(id: "q1", prompt: "E-mail")))
        chat.type("me@x")
        chat.press(.named(.enter))
        chat.type("quick hunter2")
        chat.press(.paste("hunter2"), .named(.enter))
        #expect(!chat.screen.contains("hunter2"))
        chat.receive(.question(ChatQuestion(id: "q2", prompt: "Password", isSecret: true)))
        chat.receive(.question(nil))
        #expect(chat.state.composer.isEmpty)
        #expect(chat.requests == [.answer(questionID: "q1", "me@x")])
        chat.receive(.question(ChatQuestion(id: "q3", prompt: "E-mail")))
        chat.press(.named(.enter), .named(.escape))
        #expect(chat.requests.last == .answer(questionID: "q3", nil))
    }

    @Test("a question with choices takes a key, a number, or the one marked")
    func choices() {
        var chat = ChatScript.community(width: 60, height: 14)
        let question = ChatQuestion(id: "q", prompt: "How?", choices: ["password", "phone", "browser"])
        func answer(_ keys: Key...) -> ChatRequest? {
            chat.receive(.question(question))
            for key in keys { chat.press(key) }
            return chat.requests.last
        }
        #expect(answer(.named(.enter)) == .answer(questionID: "q", "password"))
        #expect(answer(.named(.down), .named(.down), .named(.enter)) == .answer(questionID: "q", "browser"))
        #expect(answer(.character("2")) == .answer(questionID: "q", "phone"))
        #expect(answer(.character("B")) == .answer(questionID: "q", "browser"))
        #expect(answer(.character("p"), .named(.enter)) == .answer(questionID: "q", "phone"))
        #expect(answer(.named(.escape)) == .answer(questionID: "q", nil))
        chat.receive(.question(question), .question(nil))
        #expect(!chat.screen.contains("How?"))
    }

    @Test("a question that waits shows its picture only whole, and Esc gives up")
    func waiting() {
        let picture = Array(repeating: String(repeating: "█", count: 20), count: 10)
        let lines = ["open https://example/device", "and type ABCD-EFGH"] + picture
        var chat = ChatScript.community(width: 60, height: 24)
        chat.type("draft")
        chat.receive(.question(ChatQuestion(id: "q", prompt: "Sign in", lines: lines, isWaiting: true)))
        #expect(chat.screen.contains("████") && chat.screen.contains("ABCD-EFGH"))
        chat.perform(.resized(width: 60, height: 12))
        #expect(!chat.screen.contains("█") && chat.screen.contains("ABCD-EFGH"))
        chat.perform(.resized(width: 20, height: 5))
        #expect(chat.screen.contains("Esc gives up"))
        chat.press(.character("x"), .named(.enter), .named(.escape))
        #expect(chat.requests.last == .answer(questionID: "q", nil))
        #expect(chat.state.composer.text == "draft")
    }

    @Test("a question of another community waits until that is shown")
    func elsewhere() {
        var chat = ChatScript.community()
        chat.perform(.connected(community: "work", title: "Work", isShown: false))
        chat.perform(.updates([.question(ChatQuestion(id: "q", prompt: "Password:"))], community: "work"))
        #expect(!chat.screen.contains("Password"))
        #expect(chat.screen.contains("Work has a question"))
        chat.press(.control("p"))
        #expect(chat.screen.contains("Password:"))
        chat.submit("x")
        #expect(chat.effects.last == .request(.answer(questionID: "q", "x"), community: "work"))
    }

    @Test("dialogs wait for Enter or Esc, one after another, and typing goes nowhere")
    func dialogs() {
        var chat = ChatScript.community(width: 40, height: 10)
        chat.receive(.dialog("the server is closing\nfor the night"), .dialog("second"))
        #expect(chat.screen.contains("for the night") && chat.screen.contains("Enter or Esc closes this"))
        chat.type("hello")
        #expect(chat.state.composer.isEmpty)
        chat.press(.named(.enter))
        #expect(chat.screen.contains("second"))
        chat.press(.named(.escape))
        #expect(chat.state.dialogs.isEmpty)
        for number in 0..<50 { chat.receive(.dialog("\(number)")) }
        #expect(chat.state.dialogs.count == Dialog.limit)
    }

    @Test("text that a list has no use for closes it and is written", arguments: ["/members"])
    func typing(_ command: String) {
        var chat = ChatScript.community()
        func open() {
            chat.submit(command)
            if command == "/members" { chat.receive(.members(threadID: "1", [Member(id: "3", name: "Ann")])) }
            #expect(chat.state.overlay != nil)
        }
        open()
        chat.press(.character("j"), .character("k"), .character(" "))
        #expect(chat.state.overlay != nil && chat.state.composer.isEmpty)
        chat.type("hello quick one")
        #expect(chat.state.overlay == nil)
        #expect(chat.state.composer.text == "hello quick one")
        chat.press(.named(.enter))
        open()
        chat.press(.paste("two\nlines"))
        #expect(chat.state.overlay == nil)
        #expect(chat.state.composer.text == "two\nlines")
        chat.press(.control("u"), .named(.backspace), .control("u"))
        open()
        chat.press(.character("q"))
        #expect(chat.state.overlay == nil && chat.state.composer.isEmpty)
    }

    @Test("a paste answers no question about what can't be undone, and is not lost")
    func pasteOnConfirmation() {
        var chat = ChatScript.community(messages: 1)
        chat.submit("/workspace leave")
        #expect(chat.state.confirmation != nil)
        chat.press(.paste("yes, words"))
        #expect(chat.state.confirmation == nil && !chat.requests.contains(.leaveWorkspace))
        #expect(chat.state.composer.text == "yes, words")
    }

    @Test("members are listed when asked for, and Enter shows one")
    func members() {
        var chat = ChatScript.community()
        let members = [
            Member(id: "2", name: "민수", part: "iOS", role: .owner), Member(id: "3", name: "Ann", isBlocked: true),
        ]
        chat.receive(.members(threadID: "1", members))
        #expect(chat.state.overlay == nil)
        chat.submit("/members")
        #expect(chat.requests == [.listMembers(threadID: "1")])
        chat.receive(.members(threadID: "1", members))
        #expect(chat.screen.contains("General — 2 members"))
        #expect(chat.screen.contains("민수 owner — iOS") && chat.screen.contains("Ann (blocked)"))
        chat.press(.named(.down), .named(.enter))
        #expect(chat.requests.last == .showMember(name: "Ann"))
        chat.receive(.member(Member(id: "3", name: "Ann", statusMessage: "away")))
        #expect(chat.screen.contains("status   away"))
        chat.press(.named(.escape))
        chat.type("hi @An")
        chat.press(.named(.tab))
        #expect(chat.state.composer.text == "hi @Ann ")
    }

    @Test("notifications are counted until they are looked at, and lead to their thread")
    func notifications() {
        var chat = ChatScript.community()
        let mention = ChatNotification(
            id: "1",
            kind: .mention,
            threadID: "2",
            messageID: "4",
            text: "bob: hi @me",
            time: 0
        )
        chat.receive(.notifications([mention]))
        #expect(chat.canvas.rows[22].contains("@1 /mentions"))
        chat.submit("/mentions")
        chat.receive(.notifications([mention]))
        #expect(chat.screen.contains("what concerns you") && chat.screen.contains("bob: hi @me"))
        chat.press(.named(.enter))
        #expect(chat.state.shown?.id == "2")
        #expect(!chat.screen.contains("/mentions"))
    }

    @Test("workspaces are listed, and Enter switches")
    func workspaces() {
        var chat = ChatScript.community()
        let list = [Workspace(id: "1", name: "Red"), Workspace(id: "2", name: "Blue", detail: "the sea")]
        chat.submit("/workspace")
        chat.receive(.workspaces(list, current: "1"))
        #expect(chat.screen.contains("▸ Red") && chat.screen.contains("Blue — the sea"))
        chat.press(.named(.down), .named(.enter))
        #expect(chat.requests.last == .switchWorkspace(name: "Blue"))
        chat.receive(.workspaces(list, current: "2"))
        #expect(chat.state.overlay == nil)
        #expect(chat.canvas.rows[22].contains("connected to example as me, Blue"))
        chat.submit("/workspace leave")
        #expect(chat.canvas.rows[22].contains("leave Blue?"))
        chat.press(.character("y"))
        #expect(chat.requests.last == .leaveWorkspace)
    }
}
