import Chat
import Terminal

@testable import ChatUI

// The status line, and sizes at which parts give way.
extension ScreenState {
    private static func opened(width: Int = 72, height: Int = 5, _ update: ChatUpdate? = nil) -> ChatScript {
        var chat = ChatScript.community(width: width, height: height, messages: 1)
        if let update { chat.receive(update) }
        return chat
    }

    private static func told(_ command: String) -> ChatScript {
        var chat = opened()
        chat.submit(command)
        return chat
    }

    static let status: [ScreenState] = [
        ScreenState("status-connecting") { ChatScript(width: 72, height: 5) },
        ScreenState("status-connected") { opened() },
        ScreenState("status-connected-with-warning") {
            opened(.connection(.connected(server: "example", warning: "certificates are not checked")))
        },
        ScreenState("status-waiting") {
            opened(.connection(.waiting(reason: "the server went away", seconds: 4, since: ChatScript.noon - 60_000)))
        },
        ScreenState("status-offline") { opened(.connection(.offline(reason: "the server refused the credentials"))) },
        ScreenState("status-offline-since-yesterday") {
            var chat = opened(
                .connection(.waiting(reason: "no network", seconds: 30, since: ChatScript.noon - 3_600_000))
            )
            chat.perform(.time(Moment(wall: ChatScript.noon + 86_400_000, uptime: 3000)))
            return chat
        },
        ScreenState("status-connecting-again") {
            var chat = opened(.connection(.waiting(reason: "lost", seconds: 1)))
            chat.receive(.connection(.connecting))
            return chat
        },
        ScreenState("status-signed-out") { opened(.signInNeeded(reason: "your session has ended")) },
        ScreenState("status-notice") { opened(.notice("something happened")) },
        ScreenState("status-error") { opened(.failed(FailureReport(.refused, "refused", remedy: "try again"))) },
        ScreenState("status-do-not-disturb") { told("/dnd on") },
        ScreenState("status-confirmation") { told("/workspace leave") },
        ScreenState("status-clears") {
            var chat = opened()
            chat.type("x")
            return chat
        },
        ScreenState("status-long-reason") {
            opened(
                width: 60,
                height: 10,
                .connection(.waiting(reason: String(repeating: "words ", count: 30) + "the end", seconds: 9))
            )
        },
    ]

    static let sizes: [ScreenState] = [(1, 1), (2, 2), (5, 3), (10, 4), (20, 5), (40, 12), (59, 8), (300, 6)].map {
        size in
        ScreenState("size-\(size.0)x\(size.1)") {
            var chat = ChatScript.community(width: size.0, height: size.1)
            let items = (0..<4).map { TimelineItem.message(ChatScript.item($0, "text \($0) 한글", from: "민수")) }
            chat.change(.replaced(items, hasOlder: true))
            chat.type("초안")
            return chat
        }
    }
}
