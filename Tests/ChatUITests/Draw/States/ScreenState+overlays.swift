import Chat
import Terminal

@testable import ChatUI

// What lies over the screen.
extension ScreenState {
    private static let members = [
        Member(id: "1", name: "me", role: .owner), Member(id: "2", name: "민수", role: .admin),
        Member(id: "3", name: "a very long name indeed it is"), Member(id: "4", name: "troll", isBlocked: true),
    ]

    private static func opened(width: Int = 72, height: Int = 16) -> ChatScript {
        var chat = ChatScript.community(width: width, height: height)
        var general = ChatScript.thread("1", "General")
        (general.detail, general.memberCount, general.isPinned) = ("all and nothing", 4, true)
        var named = ChatScript.thread("3", "Named", unread: 1)
        named.hasMention = true
        chat.receive(.threads([general, ChatScript.thread("2", "Ideas", unread: 4), named]))
        chat.change(
            .replaced(
                [
                    .message(ChatScript.item(1, "see https://example.org/a and https://swift.org", from: "bob")),
                    .message(ChatScript.item(2, "mine", from: "me")),
                ],
                hasOlder: false
            )
        )
        return chat
    }

    private static func after(_ keys: Key..., typing text: String = "") -> ChatScript {
        var chat = opened()
        for key in keys { chat.press(key) }
        chat.type(text)
        return chat
    }

    private static func hit(_ number: Int, _ snippet: String, _ matches: Range<Int>...) -> SearchFindings.Hit {
        var message = ChatScript.item(number, snippet, from: "bob")
        message.threadID = "1"
        return SearchFindings.Hit(message: message, snippet: snippet, matches: matches)
    }

    static let overlays: [ScreenState] = [
        ScreenState("picker-threads") { after(.control("k")) },
        ScreenState("picker-threads-narrowed") { after(.control("k"), typing: "na") },
        ScreenState("picker-nothing-fits") { after(.control("k"), typing: "zzz") },
        ScreenState("picker-emoji") { after(.alt("e"), typing: "cat") },
        ScreenState("picker-history") {
            var chat = opened()
            for text in ["first text", "second text"] { chat.submit(text) }
            chat.press(.control("r"))
            return chat
        },
        ScreenState("search-empty") { after(.alt("/")) },
        ScreenState("search-asking") {
            var chat = opened()
            chat.submit("/search needle")
            return chat
        },
        ScreenState("search-found") {
            var chat = opened()
            chat.submit("/search needle")
            let hits = [hit(1, "a needle", 2..<8), hit(3, "needle in the hay", 0..<6)]
            chat.receive(.found(SearchFindings(query: "needle", hits: hits, isAskingServer: true)))
            return chat
        },
        ScreenState("search-nothing") {
            var chat = opened()
            chat.submit("/search needle")
            chat.receive(.found(SearchFindings(query: "needle", hits: [])))
            return chat
        },
        ScreenState("search-failed") {
            var chat = opened()
            chat.submit("/search after:x")
            chat.receive(.failed(FailureReport(.usage, "after:x is no time")))
            return chat
        },
        ScreenState("help") { after(.named(.function(1))) },
        ScreenState("help-searched") { after(.named(.function(1)), typing: "react") },
    ]

    static let lists: [ScreenState] = [
        ScreenState("links") { after(.alt("o")) },
        ScreenState("thread-card") { after(.alt("i")) },
        ScreenState("members-beside") {
            var chat = opened(width: 110, height: 10)
            chat.press(.alt("w"))
            chat.receive(.members(threadID: "1", members))
            return chat
        },
        ScreenState("members-loading") {
            var chat = opened(width: 110, height: 10)
            chat.press(.alt("w"))
            return chat
        },
        ScreenState("members-over-narrow") {
            var chat = opened(width: 44, height: 12)
            chat.press(.alt("w"))
            chat.receive(.members(threadID: "1", members))
            return chat
        },
        ScreenState("members-listed") {
            var chat = opened()
            chat.submit("/members")
            chat.receive(.members(threadID: "1", members))
            return chat
        },
    ]

    static let questions: [ScreenState] = [
        ScreenState("question-text") {
            var chat = opened()
            chat.receive(.question(ChatQuestion(id: "q", prompt: "E-mail:", lines: ["as at sign-up"])))
            chat.type("me@example")
            return chat
        },
        ScreenState("question-secret") {
            var chat = opened()
            chat.receive(.question(ChatQuestion(id: "q", prompt: "Password:", isSecret: true)))
            chat.type("hunter2")
            return chat
        },
        ScreenState("question-choices") {
            var chat = opened()
            let choices = ["password", "phone", "browser"]
            chat.receive(.question(ChatQuestion(id: "q", prompt: "How do you want to sign in?", choices: choices)))
            chat.press(.named(.down))
            return chat
        },
        ScreenState("question-waiting") {
            var chat = opened()
            let lines = ["open https://example.org/device", "and type ABCD-EFGH"]
            chat.receive(.question(ChatQuestion(id: "q", prompt: "Sign in", lines: lines, isWaiting: true)))
            return chat
        },
        ScreenState("dialog") {
            var chat = opened()
            chat.receive(.dialog("the server is closing\nfor the night"), .dialog("second"))
            return chat
        },
    ]
}
