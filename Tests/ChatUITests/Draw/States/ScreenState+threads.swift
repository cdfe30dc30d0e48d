import Chat
import Terminal

@testable import ChatUI

// The list of threads, the header, and what stands there without a thread.
extension ScreenState {
    private static func list(width: Int = 72, height: Int = 14) -> ChatScript {
        func said(_ minutes: Int64) -> ChatThread.LastMessage {
            .init(sender: "a", preview: "x", time: ChatScript.noon - minutes * 60_000)
        }
        var pinned = ChatScript.thread("1", "News", unread: 2, order: 1)
        (pinned.isPinned, pinned.icon) = (true, "📰")
        var direct = ChatScript.thread("2", "민수", unread: 3, order: 2)
        (direct.isDirect, direct.hasMention) = (true, true)
        var general = ChatScript.thread("3", "General", order: 3)
        (general.lastMessage, general.detail, general.memberCount) = (said(5), "everything\nand nothing", 12)
        var muted = ChatScript.thread("4", "Noise", unread: 5000, order: 4)
        muted.isMuted = true
        var old = ChatScript.thread("5", "A title that is longer than the list is wide", order: 5)
        old.lastMessage = said(60 * 49)
        var other = ChatScript.thread("6", "Chess", order: 6)
        (other.isJoined, other.detail) = (false, "for players")
        var chat = ChatScript(width: width, height: height)
        chat.receive(
            .capabilities([.community]),
            .account(Member(id: "1", name: "me")),
            .connection(.connected(server: "example", warning: nil)),
            .threads([pinned, direct, general, muted, old, other])
        )
        chat.press(.alt("3"))
        chat.receive(.timeline(threadID: "3", .replaced([.message(ChatScript.item(1, "hi"))], hasOlder: false)))
        return chat
    }

    static let threads: [ScreenState] = [
        ScreenState("threads-sections") { list() },
        ScreenState("threads-draft") {
            var chat = list()
            chat.type("begun")
            chat.press(.alt("5"))
            return chat
        },
        ScreenState("threads-folded") {
            var chat = list()
            for section in ["direct", "threads"] { chat.submit("/fold \(section)") }
            return chat
        },
        ScreenState("threads-wide") {
            var chat = list()
            for _ in 0..<6 { chat.press(.alt("=")) }
            return chat
        },
        ScreenState("threads-hidden-by-key") {
            var chat = list()
            for _ in 0..<20 { chat.press(.alt("-")) }
            return chat
        },
        ScreenState("threads-hidden-where-narrow") { list(width: 40, height: 8) },
        ScreenState("threads-more-than-rows") { list(height: 7) },
        ScreenState("threads-not-joined") {
            var chat = list()
            chat.press(.alt("6"))
            return chat
        },
        ScreenState("threads-of-two-communities") {
            var chat = list()
            chat.perform(.connected(community: "work", title: "Work", isShown: false))
            chat.perform(
                .updates(
                    [.connection(.offline(reason: "refused")), .joined(ChatThread(destination: "/topic/a"))],
                    community: "work"
                )
            )
            return chat
        },
        ScreenState("header-typing") {
            var chat = list()
            chat.receive(.typing(threadID: "3", ["민수", "Ann"]))
            return chat
        },
        ScreenState("header-many-typing") {
            var chat = list()
            chat.receive(.typing(threadID: "3", ["a", "b", "c", "d"]))
            return chat
        },
        ScreenState("empty-broker") {
            var chat = ChatScript(width: 72, height: 8)
            chat.connect()
            return chat
        },
        ScreenState("empty-community") {
            var chat = ChatScript(width: 72, height: 8)
            chat.receive(
                .capabilities([.community]),
                .account(Member(id: "1", name: "me")),
                .connection(.connected(server: "example", warning: nil)),
                .threads([])
            )
            return chat
        },
        ScreenState("empty-nothing-connected") {
            var chat = ChatScript(width: 72, height: 8)
            chat.perform(.disconnected(community: ChatScript.name))
            return chat
        },
        ScreenState("empty-thread") { ChatScript.community(width: 72, height: 8) },
    ]
}
