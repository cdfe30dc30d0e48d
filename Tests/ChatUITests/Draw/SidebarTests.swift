import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("The list of threads")
struct SidebarTests {
    private func chat(width: Int = 100, height: Int = 16) -> ChatScript {
        var pinned = ChatScript.thread("1", "News", unread: 2, order: 4)
        pinned.isPinned = true
        pinned.lastMessage = .init(sender: "a", preview: "x", time: ChatScript.noon - 60_000)
        var direct = ChatScript.thread("2", "민수", unread: 1, order: 3)
        (direct.isDirect, direct.hasMention) = (true, true)
        var muted = ChatScript.thread("4", "Noise", unread: 7, order: 5)
        muted.isMuted = true
        var general = ChatScript.thread("3", "General", order: 6)
        general.lastMessage = .init(sender: "a", preview: "x", time: ChatScript.noon - 5 * 60_000)
        var old = ChatScript.thread("5", "Old", order: 7)
        old.lastMessage = .init(sender: "a", preview: "x", time: ChatScript.noon - 49 * 3_600_000)
        var chat = ChatScript(width: width, height: height)
        chat.receive(
            .capabilities([.community]),
            .connection(.connected(server: "x", warning: nil)),
            .threads([pinned, direct, general, muted, old])
        )
        return chat
    }

    private func list(_ chat: ChatScript) -> [String] {
        chat.canvas.rows.map { row in String(row.prefix { $0 != "│" }).withoutTrailingBlanks }
    }

    @Test("tells how long ago something was said in threads without a count")
    func ages() {
        var chat = chat()
        #expect(
            list(chat).prefix(9) == [
                "bobbin", "— pinned", "▸ News", "— direct", "  민수      @1", "— threads", "  Noise      7",
                "  General   5m", "  Old       2d",
            ]
        )
        chat.perform(.time(Moment(wall: ChatScript.noon + 60_000, uptime: 61_000)))
        #expect(list(chat)[7] == "  General   6m")
        #expect(list(chat)[8] == "  Old       2d")
    }

    @Test("wakes at the next minute of the clock while an age is shown in minutes, else at the next hour")
    func wakes() {
        var chat = chat()
        chat.perform(.time(Moment(wall: ChatScript.noon + 10_000, uptime: 11_000)))
        #expect(chat.state.nextChange == 61_000)
        chat.perform(.time(Moment(wall: ChatScript.noon + 3_700_000, uptime: 3_701_000)))
        #expect(chat.state.nextChange == 7_201_000)
        chat.perform(.resized(width: 40, height: 10))
        #expect(chat.state.nextChange == nil)
    }

    @Test(
        "tells ages in a few letters",
        arguments: [
            (-5, "now"), (0, "now"), (1, "1m"), (59, "59m"), (60, "1h"), (1439, "23h"), (1440, "1d"), (10_080, "1w"),
            (525_600, "1y"),
        ]
    )
    func age(minutes: Int64, text: String) {
        #expect(AgeText(ChatScript.noon - minutes * 60_000, now: ChatScript.noon).text.text == text)
    }

    @Test("folds a section to one row with what is unread there, and keeps the thread on the screen")
    func folding() {
        var chat = chat()
        chat.submit("/fold threads")
        chat.submit("/fold direct")
        #expect(
            list(chat).prefix(6) == ["bobbin", "— pinned", "▸ News", "+ direct    @1", "+ threads (3)", ""]
        )
        chat.press(.alt("3"))
        #expect(list(chat).contains("+ threads (2)"))
        #expect(list(chat).contains { $0.hasPrefix("▸") })
        chat.press(.alt("s"))
        #expect(list(chat).contains("— threads"))
        chat.press(.alt("s"))
        #expect(list(chat).contains("+ threads (2)"))
        chat.submit("/fold nothing")
        #expect(chat.screen.contains("there is no section nothing"))
    }

    @Test("says which thread or section is in a row")
    func hits() {
        var chat = chat()
        let bar = Sidebar(chat.state)
        #expect(bar.row(at: 0, height: 13) == nil)
        #expect(bar.row(at: 1, height: 13) == .section(.pinned, community: 0))
        #expect(bar.row(at: 2, height: 13) == .thread(Place(community: 0, thread: 0)))
        #expect(bar.row(at: 12, height: 13) == nil)
        chat.state.fold(.threads, of: 0)
        #expect(Sidebar(chat.state).row(at: 5, height: 13) == .section(.threads, community: 0))
    }

    @Test("gets wider and narrower by keys, until it is hidden, and comes back")
    func width() {
        var chat = chat()
        func width() -> Int { Layout(chat.state).sidebar.width }
        #expect(width() == 14)
        chat.press(.alt("="))
        #expect(width() == 16)
        for _ in 0..<100 { chat.press(.alt("=")) }
        #expect(width() == 50)
        for _ in 0..<100 { chat.press(.alt("-")) }
        #expect(width() == 0)
        #expect(chat.canvas.rows[0].hasPrefix("News"))
        chat.press(.alt("="))
        #expect(width() == 8)
        chat.submit("/list-width 30")
        #expect(width() == 30)
        chat.submit("/list-width")
        #expect(width() == 14)
        chat.perform(.resized(width: 40, height: 10))
        chat.press(.alt("="))
        #expect(chat.screen.contains("too narrow"))
    }
}
