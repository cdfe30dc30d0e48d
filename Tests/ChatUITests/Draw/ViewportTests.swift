import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Scrolling")
struct ViewportTests {
    private func chat(messages: Int, width: Int = 80, height: Int = 24) -> ChatScript {
        var chat = ChatScript(width: width, height: height, joined: ["/topic/a", "/topic/b"])
        chat.receive(
            .messages(
                threadID: "/topic/a",
                (0..<messages).map { ChatScript.message("message \($0)" + ($0 % 3 == 0 ? "\nsecond row" : "")) }
            )
        )
        return chat
    }

    @Test("up by pages and down again ends where it began")
    func thereAndBack() {
        var chat = chat(messages: 200)
        let end = chat.screen
        chat.press(.named(.pageUp), .named(.pageUp), .named(.pageUp))
        #expect(chat.screen.contains("more below"))
        #expect(!chat.screen.contains("message 199"))
        chat.press(.named(.pageDown), .named(.pageDown), .named(.pageDown))
        #expect(chat.screen == end)
    }

    @Test("stops at the oldest message with a full pane")
    func top() {
        var chat = chat(messages: 200)
        for _ in 0..<100 { chat.press(.named(.pageUp)) }
        #expect(chat.canvas.rows[2].hasSuffix("message 0"))
        let top = chat.screen
        chat.press(.named(.pageDown), .named(.home, .control))
        #expect(chat.screen == top)
        chat.press(.named(.end, .control))
        #expect(chat.canvas.rows[21].hasSuffix("message 199"))
    }

    @Test("shows what a picture for a key showed before, though more has come, and what is typed")
    func heldNews() {
        var chat = chat(messages: 200)
        let before = chat.canvas.rows
        chat.state.heldEnd = chat.state.drawnEnd
        chat.receive(.messages(threadID: "/topic/a", [ChatScript.message("newest")]))
        chat.type("x")
        // Below stand what keys do, and what is written.
        #expect(Array(chat.canvas.rows.dropLast(2)) == Array(before.dropLast(2)))
        #expect(chat.canvas.rows.last?.contains("> x") == true)
        // It is about the thread that was on the screen.
        chat.receive(.messages(threadID: "/topic/b", [ChatScript.message("elsewhere")]))
        chat.press(.control("n"))
        #expect(chat.screen.contains("elsewhere"))
        chat.state.heldEnd = nil
        chat.press(.control("p"))
        #expect(chat.screen.contains("newest"))
    }

    @Test("shows the end where what was shown before is gone")
    func heldNewsDropped() {
        var chat = chat(messages: 20)
        chat.state.heldEnd = chat.state.drawnEnd
        let many = (0..<(Timeline.limit * 2)).map { ChatScript.message("later \($0)") }
        chat.receive(.messages(threadID: "/topic/a", many))
        #expect(chat.screen.contains("later \(Timeline.limit * 2 - 1)"))
    }

    @Test("does nothing while everything fits")
    func short() {
        var chat = chat(messages: 3)
        let all = chat.screen
        chat.press(.named(.pageUp))
        #expect(chat.screen == all)
        chat.press(.named(.home, .control))
        #expect(chat.screen == all)
    }

    @Test("keeps the rows in sight while messages come, and counts those")
    func held() {
        var chat = chat(messages: 100)
        chat.press(.named(.pageUp))
        let top = chat.canvas.rows[1]
        chat.receive(.messages(threadID: "/topic/a", (0..<12).map { ChatScript.message("late \($0)") }))
        #expect(chat.canvas.rows[1] == top)
        #expect(chat.screen.contains("12 new below"))
        chat.press(.named(.escape))
        #expect(chat.screen.contains("late 11"))
        #expect(!chat.screen.contains("below"))
    }

    @Test("goes to the end when a message is written")
    func own() {
        var chat = chat(messages: 100)
        chat.press(.named(.pageUp))
        chat.submit("hi")
        #expect(chat.requests == [.send(Draft("hi"), threadID: "/topic/a")])
        #expect(chat.canvas.rows[21].hasSuffix("message 99") || chat.screen.contains("second row"))
        #expect(chat.state.here.threads[0].scroll == .following)
    }

    @Test("survives that the rows in sight are dropped from the history")
    func dropped() {
        var chat = chat(messages: 100)
        chat.press(.named(.home, .control))
        chat.receive(
            .messages(threadID: "/topic/a", (0..<(Timeline.limit + 600)).map { ChatScript.message("new \($0)") })
        )
        let rows = chat.canvas.rows
        #expect(rows[1].contains("│"))
        #expect(rows[20].contains("new "))
        chat.press(.named(.pageDown))
        #expect(chat.canvas.rows[20].contains("new "))
    }

    @Test("shows a message that is higher than the pane part by part")
    func tall() {
        var chat = ChatScript(joined: ["/topic/a"])
        let text = (0..<100).map { "row \($0)" }.joined(separator: "\n")
        chat.receive(.messages(threadID: "/topic/a", [ChatScript.message(text)]))
        #expect(chat.canvas.rows[21].hasSuffix("row 99"))
        chat.press(.named(.pageUp))
        #expect(chat.canvas.rows[20].hasSuffix("row 79"))
        chat.press(.named(.home, .control))
        #expect(chat.canvas.rows[2].hasSuffix("row 0"))
    }

    @Test("never leaves the pane half empty when it gets higher")
    func grown() {
        var chat = chat(messages: 100, height: 10)
        chat.press(.named(.home, .control))
        chat.perform(.resized(width: 80, height: 40))
        #expect(chat.canvas.rows[37].contains("message"))
        #expect(chat.canvas.rows[1].contains("Mon 30 Nov"))
    }

    @Test("lays out what is on the screen only, however long the thread is, and each message once")
    func work() {
        var chat = chat(messages: 10_000)
        _ = chat.canvas
        chat.look()
        #expect((1...24).contains(chat.state.cache.count))
        chat.press(.named(.home, .control))
        _ = chat.canvas
        chat.look()
        #expect(chat.state.cache.count <= 3 * 24)
        let made = chat.state.cache.count
        for _ in 0..<10 { _ = chat.canvas }
        #expect(chat.state.cache.count == made)
    }

    @Test("shows a message of many rows without laying it out for every picture")
    func longMessage() {
        var chat = ChatScript.community()
        let text = (0..<8000).map { "line \($0)" }.joined(separator: "\n")
        chat.change(.replaced([.message(ChatScript.item(1, String(text.prefix(60_000))))], hasOlder: false))
        _ = chat.canvas
        let source = ContentCache.Source(
            message: ChatScript.item(1, String(text.prefix(60_000))),
            quote: nil,
            upload: nil,
            isSelected: false,
            reading: chat.state.reading,
            width: Gutter(paneWidth: Layout(chat.state).messages.width).textWidth
        )
        var made = 0
        let first = chat.state.shown?.timeline.firstSerial ?? 0
        let rows = chat.state.cache.rows(of: source, in: "1", serial: first) {
            made += 1
            return []
        }
        #expect(made == 0)
        #expect(rows.count > 5000)
    }
}
