import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A search")
struct SearchTests {
    private func hit(_ number: Int, _ snippet: String, thread: String = "1", _ matches: Range<Int>...)
        -> SearchFindings.Hit
    {
        var message = ChatScript.item(number, snippet, from: "bob")
        message.threadID = thread
        return SearchFindings.Hit(message: message, snippet: snippet, matches: matches)
    }

    private func found(
        _ query: String,
        _ hits: [SearchFindings.Hit],
        isAskingServer: Bool = false,
        isIncomplete: Bool = false
    ) -> ChatUpdate {
        .found(
            SearchFindings(query: query, hits: hits, isAskingServer: isAskingServer, isIncomplete: isIncomplete)
        )
    }

    @Test("leads to the message, with as much history as it takes")
    func search() {
        var chat = ChatScript.community(messages: 30)
        chat.submit("/search needle from:\"b ob\"")
        #expect(chat.requests == [.search("needle from:\"b ob\"", threadID: nil)])
        #expect(chat.screen.contains("searching…"))
        chat.receive(found("needle from:\"b ob\"", [hit(-3, "a needle", 2..<8)]))
        #expect(chat.screen.contains("1 found"))
        #expect(chat.screen.contains("▸ 30 Nov 11:57 General bob: a needle"))
        chat.press(.named(.enter))
        #expect(chat.requests.last == .loadOlder(threadID: "1"))
        chat.change(.inserted([.message(ChatScript.item(-1))], before: nil, hasOlder: true))
        #expect(chat.requests.suffix(2) == [.loadOlder(threadID: "1"), .loadOlder(threadID: "1")])
        chat.change(.inserted((-4 ... -2).map { .message(ChatScript.item($0)) }, before: nil, hasOlder: false))
        #expect(chat.pane.contains { $0.contains("▸ text -3") })
    }

    @Test("gives up on a message that is too far back")
    func tooFar() {
        var chat = ChatScript.community(messages: 30)
        chat.submit("/search x")
        chat.receive(found("x", [hit(-300, "x")]))
        chat.press(.named(.enter))
        var number = 0
        while chat.state.here.jump != nil, number < 100 {
            number += 1
            chat.change(.inserted([.message(ChatScript.item(-number))], before: nil, hasOlder: true))
        }
        #expect(number == 40)
        #expect(chat.screen.contains("too far back"))
    }

    @Test("is typed over the screen, beside the draft, and asked for with Enter")
    func typed() {
        var chat = ChatScript.community()
        chat.type("draft")
        chat.effects = []
        chat.press(.alt("/"))
        #expect(chat.screen.contains("from:NAME in:THREAD"))
        chat.press(.named(.enter))
        #expect(chat.requests.isEmpty)
        chat.type("전거")
        chat.press(.named(.left))
        chat.type("!")
        chat.press(.named(.backspace), .paste(" \nrest"))
        #expect(chat.screen.contains("Enter searches"))
        chat.press(.named(.enter))
        #expect(chat.requests == [.search("전rest거", threadID: nil)])
        #expect(chat.state.composer.text == "draft")
        chat.press(.named(.escape))
        #expect(chat.state.overlay == nil)
        // A message is selected: the same.
        chat.change(.replaced([.message(ChatScript.item(0))], hasOlder: false))
        chat.press(.alt("k"), .control("r"))
        #expect(chat.screen.contains("> 전rest거"))
    }

    @Test("opens with what was looked for last marked: what is typed takes its place, and keys change it")
    func marked() {
        var chat = ChatScript.community()
        chat.submit("/search first words")
        chat.receive(found("first words", [hit(1, "first words")]))
        chat.press(.named(.escape), .alt("/"))
        #expect(chat.screen.contains("> first words") && chat.screen.contains("1 found"))
        let canvas = chat.canvas
        #expect(canvas.cells.filter { $0.style == Theme.selected }.map(\.text).joined() == "first words")
        chat.type("s")
        #expect(chat.screen.contains("> s "))
        chat.type("econd")
        chat.press(.named(.enter), .named(.escape), .alt("/"), .named(.left))
        chat.type("x")
        #expect(chat.screen.contains("> seconxd"))
        chat.press(.named(.escape), .alt("/"), .named(.backspace))
        #expect(
            chat.state.overlay.map { if case .search(let search) = $0 { search.query.isEmpty } else { false } } == true
        )
        // What was looked for before comes back.
        #expect(chat.screen.contains("Ctrl-Up takes what was looked for before"))
        chat.press(.named(.up, .control))
        #expect(chat.screen.contains("> second"))
        chat.press(.named(.up, .control))
        #expect(chat.screen.contains("> first words"))
        chat.press(.named(.down, .control), .named(.down, .control))
        #expect(!chat.screen.contains("> second") && !chat.screen.contains("> first"))
        chat.press(.named(.escape), .alt("/"), .paste("pasted"))
        #expect(chat.screen.contains("> pasted"))
    }

    @Test("shows the titles of threads whole where there is room for them")
    func titles() {
        var chat = ChatScript.community()
        chat.receive(.thread(ChatScript.thread("1", "Book club 독서 모임")))
        chat.submit("/search a")
        chat.receive(found("a", [hit(1, "a one")]))
        #expect(chat.screen.contains("Book club 독서 모임 bob: a one"))
    }

    @Test("marks what matched, and shows it however far back in the snippet it is")
    func marks() {
        var chat = ChatScript.community()
        chat.submit("/search 전거")
        let long = String(repeating: "lorem ipsum ", count: 8)
        chat.receive(found("전거", [hit(1, "내 자전거 어디", 3..<5), hit(2, long + "전거", 96..<98)]))
        let rows = chat.canvas.rows
        #expect(rows.contains { $0.contains("bob: 내 자전거 어디") })
        #expect(rows.contains { $0.contains("bob: …") && $0.contains("ipsum 전거") })
        let canvas = chat.canvas
        let marked = canvas.cells.filter { $0.style.attributes.contains(.underline) }.map(\.text).joined()
        #expect(marked.contains("전거"))
        #expect(!marked.contains("어"))
    }

    @Test("shows what is stored at once and stays at the message chosen when the server adds to it")
    func twice() {
        var chat = ChatScript.community()
        chat.submit("/search a")
        chat.receive(found("a", [hit(5, "a five"), hit(3, "a three", thread: "2")], isAskingServer: true))
        #expect(chat.screen.contains("2 found; asking the server…"))
        chat.press(.named(.down))
        chat.receive(found("a", [hit(5, "a five"), hit(4, "a four"), hit(3, "a three", thread: "2")]))
        #expect(chat.screen.contains("3 found"))
        #expect(chat.screen.contains("▸ 30 Nov 12:03 Ideas bob: a three"))
        chat.press(.named(.escape))
        // It is gone from the screen: it does not come back by itself, but when it is asked for.
        chat.receive(found("a", [hit(1, "a one")], isIncomplete: true))
        #expect(chat.state.overlay == nil)
        chat.press(.named(.function(3)))
        #expect(chat.screen.contains("1 found here; the server may know more"))
        chat.press(.named(.enter))
        #expect(chat.state.overlay == nil && chat.state.here.jump?.messageID == "1")
    }

    @Test("takes no answer to another one, and says when nothing was found or it failed")
    func others() {
        var chat = ChatScript.community()
        chat.receive(found("b", [hit(1, "b")]))
        #expect(chat.state.overlay == nil)
        chat.submit("/find a")
        #expect(chat.requests == [.search("a", threadID: "1")])
        #expect(chat.screen.contains("search in General"))
        chat.receive(found("b", [hit(1, "b")]))
        #expect(chat.screen.contains("searching…"))
        chat.receive(found("a", []))
        #expect(chat.screen.contains("nothing found"))
        chat.press(.named(.enter))
        #expect(chat.state.overlay != nil)
        chat.press(.control("u"))
        chat.type("after:x")
        chat.press(.named(.enter))
        chat.receive(.failed(FailureReport(.usage, "after:x is no time")))
        #expect(chat.screen.contains("after:x is no time"))
        chat.press(.named(.enter))
        #expect(chat.requests.count { $0 == .search("after:x", threadID: "1") } == 2)
    }

    @Test("goes with its community")
    func disconnected() {
        var chat = ChatScript.community()
        chat.submit("/search a")
        chat.perform(.disconnected(community: ChatScript.name))
        #expect(chat.state.overlay == nil)
    }
}
