import Chat
import Terminal

@testable import ChatUI

// The composer and the rows above it.
extension ScreenState {
    private static func opened(height: Int = 12) -> ChatScript {
        var chat = ChatScript.community(width: 72, height: height)
        chat.receive(
            .members(
                threadID: "1",
                [Member(id: "2", name: "Ann"), Member(id: "3", name: "Annika"), Member(id: "4", name: "민수")]
            )
        )
        chat.change(
            .replaced(
                [.message(ChatScript.item(1, "one")), .message(ChatScript.item(2, "mine", from: "me"))],
                hasOlder: false
            )
        )
        return chat
    }

    private static func chosen(_ keys: Key...) -> ChatScript {
        var chat = opened()
        for key in keys { chat.press(key) }
        return chat
    }

    static let composer: [ScreenState] = [
        ScreenState("composer-line") {
            var chat = opened()
            chat.type("초안 with 👨‍👩‍👧 a tab\tand")
            chat.press(.named(.left))
            return chat
        },
        ScreenState("composer-many-lines") {
            var chat = opened()
            for line in 1...6 {
                chat.type("line \(line)")
                chat.press(.named(.enter, .alt))
            }
            chat.type("end")
            return chat
        },
        ScreenState("composer-near-limit") {
            var chat = opened(height: 9)
            chat.press(.paste(String(repeating: "가", count: 1990)))
            return chat
        },
        ScreenState("composer-over-limit") {
            var chat = opened(height: 9)
            chat.press(.paste(String(repeating: "가", count: 2003)))
            return chat
        },
        ScreenState("composer-reply") {
            var chat = chosen(.alt("k"), .alt("k"), .character("r"))
            chat.type("yes")
            return chat
        },
        ScreenState("composer-edit") { chosen(.alt("k"), .character("e")) },
        ScreenState("composer-react") { chosen(.alt("k"), .alt("k"), .character("+")) },
        ScreenState("composer-prefix-key") { chosen(.control("x")) },
        ScreenState("composer-draft-restored") {
            var chat = opened()
            chat.receive(.draft(threadID: "2", DraftState("kept", cursor: 4, replyTo: nil)))
            chat.press(.alt("2"))
            return chat
        },
    ]

    static let completion: [ScreenState] = [
        ScreenState("completion-members") {
            var chat = opened()
            chat.type("hi @an")
            chat.press(.named(.tab), .named(.tab))
            return chat
        },
        ScreenState("completion-commands") {
            var chat = opened()
            chat.type("/m")
            chat.press(.named(.tab), .named(.tab))
            return chat
        },
        ScreenState("completion-emoji") {
            var chat = opened()
            chat.type(":smil")
            chat.press(.named(.tab), .named(.tab))
            return chat
        },
        ScreenState("completion-threads") {
            var chat = opened()
            chat.type("#")
            chat.press(.named(.tab), .named(.tab))
            return chat
        },
    ]
}
