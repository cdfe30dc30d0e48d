import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A history")
struct HistoryTests {
    private func asked(_ chat: ChatScript) -> Int { chat.requests.count { $0 == .loadOlder(threadID: "1") } }

    @Test("keeps the rows in sight where they are when older messages come in above")
    func olderAbove() {
        var chat = ChatScript.community(messages: 60)
        chat.press(.named(.pageUp))
        let before = chat.pane
        chat.change(.inserted((100..<130).map { .message(ChatScript.item($0 - 200)) }, before: nil, hasOlder: true))
        #expect(chat.pane == before)
        chat.change(.inserted([.message(ChatScript.item(41, "late"))], before: "m42", hasOlder: true))
        chat.press(.named(.pageDown))
        #expect(chat.pane.contains { $0.hasSuffix("text 59") })
    }

    @Test("keeps the rows in sight where they are when a gap is filled above them")
    func filledGap() {
        var chat = ChatScript.community()
        var items = (0..<60).map { TimelineItem.message(ChatScript.item($0 < 10 ? $0 : $0 + 100)) }
        items.insert(.gap(id: "g"), at: 10)
        chat.change(.replaced(items, hasOlder: false))
        chat.press(.named(.pageUp))
        let before = chat.pane
        chat.change(
            .inserted((10..<110).map { .message(ChatScript.item($0)) }, before: "m110", hasOlder: false),
            .removed(id: "g")
        )
        #expect(chat.pane == before)
    }

    @Test("asks for older messages once when the oldest is reached, and again after a failure")
    func loadOlder() {
        var chat = ChatScript.community(messages: 60)
        chat.press(.named(.pageUp))
        #expect(chat.requests.isEmpty)
        chat.press(.named(.home, .control), .named(.pageUp))
        chat.look()
        #expect(asked(chat) == 1)
        #expect(chat.pane[1].hasPrefix("── loading older messages… ──"))
        chat.receive(.failed(FailureReport(.noConnection, "no connection")))
        #expect(chat.pane[1].hasPrefix("── older messages could not be loaded; PageUp tries again"))
        chat.look()
        #expect(asked(chat) == 1)
        chat.press(.named(.pageUp))
        #expect(asked(chat) == 2)
        chat.change(.inserted([.message(ChatScript.item(-1))], before: nil, hasOlder: false))
        #expect(!chat.screen.contains("older"))
        chat.press(.named(.pageUp), .named(.pageUp))
        #expect(asked(chat) == 2)
    }

    @Test("asks for more by itself while the pane is not full")
    func fillsThePane() {
        var chat = ChatScript.community(messages: 5)
        chat.look()
        #expect(chat.requests.contains(.loadOlder(threadID: "1")))
    }

    @Test("takes items it knows as newer forms of themselves")
    func repeated() {
        var chat = ChatScript.community(messages: 3)
        chat.change(.appended([.message(ChatScript.item(1, "again")), .message(ChatScript.item(3))], isLive: true))
        #expect(chat.pane.filter { $0.contains("again") }.count == 1)
        #expect(!chat.screen.contains("text 1"))
        #expect(chat.state.shown?.timeline.entries.count == 4)
    }

    @Test("goes on at the same message when all of it is told anew")
    func replaced() {
        var chat = ChatScript.community(messages: 100)
        chat.press(.named(.pageUp), .named(.pageUp))
        let before = chat.pane
        chat.change(.replaced((20..<100).map { .message(ChatScript.item($0)) }, hasOlder: true))
        #expect(chat.pane == before)
        chat.change(.replaced((300..<400).map { .message(ChatScript.item($0)) }, hasOlder: true))
        #expect(chat.pane.contains { $0.hasSuffix("text 399") })
    }

    @Test("shows a gap as a row that a key fills")
    func gap() {
        var chat = ChatScript.community()
        chat.change(
            .replaced([.message(ChatScript.item(1)), .gap(id: "g"), .message(ChatScript.item(9))], hasOlder: false)
        )
        #expect(chat.screen.contains("── messages are missing here: Ctrl-G loads them ──"))
        chat.press(.control("g"), .control("g"))
        #expect(chat.requests == [.fillGap(threadID: "1", gapID: "g")])
        #expect(chat.screen.contains("── loading… ──"))
        chat.change(.removed(id: "g"))
        #expect(!chat.screen.contains("missing"))
        chat.press(.control("g"))
        #expect(chat.screen.contains("no gap is on the screen"))
    }

    @Test("moves what was selected, held and marked with its items")
    func renumbering() {
        var thread = ThreadState(ChatThread(id: "1", title: "x"))
        func item(_ number: Int) -> TimelineItem { .message(ChatScript.item(number)) }
        thread.apply(.replaced([item(5), item(7), item(9)], hasOlder: true), before: .present)
        thread.selection = thread.timeline.serial(of: "m7")
        thread.newLine = .at(thread.timeline.serial(of: "m5") ?? 0)
        thread.apply(.inserted([item(6)], before: "m7", hasOlder: true), before: .present)
        thread.apply(.inserted([item(1), item(2)], before: nil, hasOlder: false), before: .present)
        #expect(thread.selection == thread.timeline.serial(of: "m7"))
        #expect(thread.newLine == .at(thread.timeline.serial(of: "m5") ?? 0))
        thread.apply(.removed(id: "m6"), before: .present)
        thread.apply(.removed(id: "m1"), before: .present)
        #expect(thread.selection == thread.timeline.serial(of: "m7"))
        // What stood on an item that goes stands on the next, at the end on the one before.
        thread.apply(.removed(id: "m7"), before: .present)
        #expect(thread.selection == thread.timeline.serial(of: "m9"))
        thread.apply(.removed(id: "m9"), before: .present)
        #expect(thread.selection == thread.timeline.serial(of: "m5"))
        thread.apply(.removed(id: "m5"), before: .present)
        thread.apply(.removed(id: "m2"), before: .present)
        #expect(thread.selection == nil)
        for (index, serial) in [2, 9].enumerated() {
            #expect(thread.timeline.serial(of: "m\(serial)") == nil, "\(index)")
        }
    }

    @Test("takes no more older messages than it keeps, and says so")
    func limit() {
        var timeline = Timeline()
        timeline.replace((0..<Timeline.limit - 10).map { .message(ChatScript.item($0)) }, hasOlder: true)
        _ = timeline.insert((1...30).map { .message(ChatScript.item(-$0)) }, before: nil, hasOlder: true)
        #expect(timeline.entries.count == Timeline.limit)
        #expect(timeline.isCut)
        #expect(timeline.serial(of: "m-30") == timeline.firstSerial + 9)
    }

    @Test("marks what was new when the thread was opened: after the watermark, or else by the count")
    func newLine() {
        for watermark in ["5", nil] {
            var chat = ChatScript.community(messages: 3)
            chat.receive(.thread(ChatScript.thread("2", "Ideas", unread: 3)))
            if let watermark { chat.receive(.watermark(threadID: "2", messageID: watermark)) }
            chat.press(.control("n"))
            #expect(chat.requests == [.open(threadID: "2")])
            var items = (0..<9).map { TimelineItem.message(ChatScript.item($0)) }
            items[7] = .message(ChatScript.item(7, from: "me"))
            if watermark == nil { items.append(.message(ChatScript.item(9))) }
            chat.change(.replaced(items, hasOlder: true), thread: "2")
            let line = chat.pane.firstIndex { $0.hasPrefix("── new ──") } ?? 0
            #expect(chat.pane[line + 1].hasSuffix("text 6"), "\(watermark ?? "by count")")
        }
    }

    @Test("counts live messages, and not those that history brings")
    func live() {
        var chat = ChatScript.community(messages: 60)
        chat.press(.named(.pageUp))
        chat.arrive(ChatScript.item(60))
        chat.change(.appended([.message(ChatScript.item(61))], isLive: false))
        #expect(chat.screen.contains("1 new below"))
    }

    @Test("marks where the person went away, once, until they are back")
    func away() {
        var chat = ChatScript.community(messages: 3)
        chat.press(.focus(false))
        chat.arrive(ChatScript.item(3))
        chat.arrive(ChatScript.item(4))
        func firstNew() -> String? {
            let pane = chat.pane
            return pane.firstIndex { $0.hasPrefix("── new ──") }.map { String(pane[$0 + 1].suffix(6)) }
        }
        #expect(firstNew() == "text 3")
        chat.press(.focus(true))
        chat.arrive(ChatScript.item(5))
        #expect(firstNew() == "text 3")
        chat.press(.focus(false))
        chat.arrive(ChatScript.item(6))
        #expect(firstNew() == "text 6")
    }
}
