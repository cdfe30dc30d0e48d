import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("What was seen")
struct SeenTests {
    private func seen(_ chat: ChatScript) -> [String] {
        chat.requests.compactMap { if case .seen("1", let messageID) = $0 { messageID } else { nil } }
    }

    @Test("is what was on the screen, once")
    func onScreen() {
        var chat = ChatScript.community(messages: 30)
        #expect(seen(chat).isEmpty)
        chat.look()
        chat.look()
        #expect(seen(chat) == ["29"])
        chat.arrive(ChatScript.item(30))
        chat.arrive(ChatScript.item(1, from: "x"), thread: "2")
        chat.look()
        #expect(seen(chat) == ["29", "30"])
    }

    @Test("is nothing below the part shown, and nothing while the terminal has no focus")
    func elsewhere() {
        var chat = ChatScript.community(messages: 60)
        chat.press(.named(.home, .control))
        chat.look()
        let first = seen(chat).last
        #expect(first == "18")
        chat.press(.named(.pageDown))
        chat.look()
        #expect(seen(chat).last == "37")
        chat.press(.named(.end, .control), .focus(false))
        chat.look()
        #expect(seen(chat).last == "37")
        chat.press(.focus(true))
        chat.look()
        #expect(seen(chat).last == "59")
    }

    @Test("is nothing behind a box, a list or the help")
    func covered() {
        var chat = ChatScript.community(messages: 3)
        chat.press(.named(.function(1)))
        chat.look()
        chat.press(.named(.escape))
        chat.receive(.dialog("read this"))
        chat.look()
        #expect(seen(chat).isEmpty)
        chat.press(.named(.enter))
        chat.look()
        #expect(seen(chat) == ["2"])
    }

    @Test("is no message that the server has not named, and none of a broker")
    func nameless() {
        var chat = ChatScript.community(messages: 2)
        var own = ChatScript.own("mine", .sending)
        own.serverID = nil
        chat.change(.appended([.message(own)], isLive: false))
        chat.look()
        #expect(seen(chat) == ["1"])
        var broker = ChatScript(joined: ["/topic/a"])
        broker.connect()
        broker.receive(.messages(threadID: "/topic/a", [ChatScript.item(1)]))
        broker.look()
        broker.type("hello")
        #expect(broker.effects.isEmpty)
    }

    @Test("has the end of a message that is higher than the pane on the screen")
    func tall() {
        var chat = ChatScript.community(messages: 1)
        let text = (0..<60).map { "row \($0)" }.joined(separator: "\n")
        chat.arrive(ChatScript.item(1, text))
        chat.press(.named(.home, .control))
        chat.look()
        #expect(seen(chat) == ["0"])
        chat.press(.named(.end, .control))
        chat.look()
        #expect(seen(chat) == ["0", "1"])
    }

    @Test("of writing is told seldom, and not of commands or edits")
    func typing() {
        var chat = ChatScript.community(messages: 1)
        func told() -> Int { chat.requests.count { $0 == .typing(threadID: "1") } }
        chat.type("hello")
        #expect(told() == 1)
        chat.perform(.time(Moment(wall: 0, uptime: 3000)))
        chat.type("o")
        #expect(told() == 2)
        chat.press(.control("u"))
        chat.perform(.time(Moment(wall: 0, uptime: 6000)))
        chat.type("/jo")
        #expect(told() == 2)
    }
}
