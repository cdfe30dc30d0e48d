import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Members and what there is to know of a thread")
struct MembersPaneTests {
    private let members = [
        Member(id: "1", name: "me", role: .owner), Member(id: "2", name: "민수", role: .admin),
        Member(id: "3", name: "a very long name indeed it is"), Member(id: "4", name: "troll", isBlocked: true),
    ]

    private func opened(width: Int = 120, height: Int = 12) -> ChatScript {
        var chat = ChatScript.community(width: width, height: height, messages: 3)
        chat.press(.alt("w"))
        return chat
    }

    @Test("stand beside the messages where there is room, with their roles and oneself")
    func beside() {
        var chat = opened()
        #expect(chat.requests == [.listMembers(threadID: "1")])
        #expect(chat.screen.contains("│members…"))
        chat.receive(.members(threadID: "1", members))
        let pane = chat.canvas.rows.dropFirst().prefix(5).map { row in
            row.lastIndex(of: "│").map { String(row[row.index(after: $0)...]) }
        }
        #expect(
            pane == ["4 members", "me you owner", "민수 admin", "a very long name inde…", "troll blocked"]
        )
        #expect(chat.screen.contains("text 2"))
        #expect(chat.state.overlay == nil)
        chat.press(.alt("w"))
        #expect(!chat.screen.contains("4 members"))
    }

    @Test("are asked for once a thread, and again when their number changes")
    func asking() {
        var chat = opened()
        chat.receive(.members(threadID: "1", members))
        chat.look()
        chat.type("x")
        #expect(chat.requests.filter { $0 == .listMembers(threadID: "1") }.count == 1)
        chat.press(.alt("2"))
        #expect(chat.requests.last { if case .listMembers = $0 { true } else { false } } == .listMembers(threadID: "2"))
        var thread = ChatScript.thread("2", "Ideas")
        thread.memberCount = 5
        chat.effects = []
        chat.receive(.thread(thread))
        #expect(chat.requests == [.listMembers(threadID: "2")])
    }

    @Test("come over the messages where there is no room")
    func over() {
        var chat = opened(width: 70)
        #expect(chat.requests == [.listMembers(threadID: "1")])
        chat.receive(.members(threadID: "1", members))
        #expect(chat.screen.contains("General — 4 members"))
        #expect(chat.screen.contains("me owner (you)"))
        #expect(!chat.state.reading.showsMembers)
    }

    @Test("that are more than fit are counted")
    func many() {
        var chat = opened(height: 9)
        chat.receive(.members(threadID: "1", (0..<40).map { Member(id: "\($0)", name: "n\($0)") }))
        #expect(chat.screen.contains("40 members"))
        #expect(chat.screen.contains("and 36 more") || chat.screen.contains("and 35 more"))
    }

    @Test("A thread's card tells what there is to know")
    func card() {
        var chat = ChatScript.community(width: 80, height: 24)
        var thread = ChatScript.thread("1", "General", unread: 3)
        thread.detail = "for all and everything"
        (thread.memberCount, thread.maxMembers, thread.role) = (12, 50, .admin)
        (thread.isPinned, thread.isMuted, thread.shareURL) = (true, true, "https://x.example/t/1")
        thread.lastMessage = .init(sender: "bob", preview: "hello", time: ChatScript.noon)
        chat.receive(.thread(thread))
        chat.press(.alt("i"))
        for words in [
            "about     for all and everything", "members   12 of 50", "you are   me, admin",
            "state     joined, pinned, muted", "last      30 Nov 12:00 bob: hello", "link      https://x.example/t/1",
        ] {
            #expect(chat.screen.contains(words), "\(words)")
        }
        chat.press(.named(.escape))
        chat.submit("/info")
        #expect(chat.screen.contains("12 of 50"))
    }

    @Test("The status line says who one is")
    func oneself() {
        let chat = ChatScript.community()
        #expect(chat.screen.contains("connected to example as me"))
    }

    @Test("are drawn on every small screen")
    func sizes() {
        var chat = opened()
        chat.receive(.members(threadID: "1", members))
        for width in stride(from: 70, through: 110, by: 1) {
            for height in 1...12 {
                chat.perform(.resized(width: width, height: height))
                _ = chat.canvas
            }
        }
    }
}
