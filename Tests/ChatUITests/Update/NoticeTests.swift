import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A notice")
struct NoticeTests {
    private func mistaken(messages: Int = 0) -> ChatScript {
        var chat = ChatScript.community(messages: messages)
        chat.submit("/nonsense")
        chat.press(.control("u"))
        return chat
    }

    private static let words = "no command /nonsense"

    @Test("stays while somebody moves around and writes")
    func stays() {
        var chat = mistaken()
        chat.type("text")
        chat.press(.named(.left), .control("w"), .named(.pageUp))
        #expect(chat.screen.contains(NoticeTests.words))
    }

    @Test(
        "is gone once something newer has been done",
        arguments: ["a message", "/pin", "/fold", "/members", "/help", "/search x", "/detach"]
    )
    func goes(_ line: String) {
        var chat = mistaken()
        chat.submit(line)
        #expect(!chat.screen.contains(NoticeTests.words))
    }

    @Test("is gone where something opens, another thread is shown, or a question is asked")
    func scenes() {
        for key in [Key.alt("/"), .alt("g"), .alt("e"), .control("n"), .alt("i")] {
            var chat = mistaken()
            chat.press(key)
            #expect(chat.state.toast == nil, "\(key)")
        }
        var chat = mistaken(messages: 1)
        chat.change(.updated(id: "m0", .message(ChatScript.item(0, from: "me"))))
        chat.press(.alt("k"), .character("d"))
        #expect(chat.state.toast == nil && chat.state.confirmation != nil)
    }

    @Test("does not lie over what a search has found, and what a search says of itself does")
    func search() {
        var chat = mistaken()
        chat.submit("/search x")
        chat.receive(.found(SearchFindings(query: "x", hits: [])))
        #expect(chat.screen.contains("nothing found"))
        chat.receive(.failed(FailureReport(.noConnection, "no server")))
        #expect(chat.screen.contains("no server"))
        chat.press(.character("y"), .named(.enter))
        #expect(chat.screen.contains("searching…"))
    }

    @Test("that is said again in the same moment is a new one")
    func again() {
        var chat = ChatScript.community()
        chat.submit("/leave it")
        chat.press(.named(.enter))
        #expect(chat.screen.contains("/leave takes no argument"))
    }
}
