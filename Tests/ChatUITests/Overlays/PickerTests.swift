import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Choosing by letters")
struct PickerTests {
    private func best(_ letters: String, _ titles: [String]) -> [String] {
        var picker = PickerState(.thread, titles.map { .init(title: $0, choice: .text($0)) })
        picker.query.replace(with: letters)
        picker.find()
        return picker.hits.map { titles[$0.index] }
    }

    @Test(
        "finds titles that hold the letters in their order, the best first",
        arguments: [
            ("gen", ["ogen", "General", "Green energy"], ["General", "ogen", "Green energy"]),
            ("GC", ["general", "Magic", "General chat"], ["General chat", "Magic"]),
            ("ㄹㅈ", ["라운지", "공지", "일정"], ["라운지"]),
            ("라ㅇ", ["라운지", "라면"], ["라운지"]),
            ("xyz", ["abc"], []),
            (" ", ["b", "a"], ["b", "a"]),
            ("swift st", ["Swift study", "Swifty"], ["Swift study"]),
        ]
    )
    func order(letters: String, titles: [String], found: [String]) {
        #expect(best(letters, titles) == found)
    }

    @Test("finds the same letter by letter as at once, among thousands")
    func narrowing() {
        let words = ["Tea", "general", "라운지", "Swift study", "a-b c", "Ideas", "점심 모임"]
        let titles = (0..<5000).map { "\(words[$0 % 7]) \($0) \(words[$0 / 7 % 7])" }
        let items = titles.map { PickerState.Item(title: $0, choice: .text($0)) }
        var stepwise = PickerState(.thread, items)
        #expect(stepwise.items.count == 5000)
        for letters in ["s", "st", "st4", "st49", "st4", "ㅅ", "", "ㄹ", "ㄹㅈ"] {
            stepwise.query.replace(with: letters)
            stepwise.find()
            var whole = PickerState(.thread, items)
            whole.query.replace(with: letters)
            whole.find()
            #expect(stepwise.hits == whole.hits, "\(letters)")
        }
    }

    private func threads() -> ChatScript {
        var chat = ChatScript.community()
        var list = ["General", "Ideas", "Muted", "Named"].enumerated().map { index, title in
            ChatThread(id: "\(index + 1)", title: title)
        }
        for index in list.indices { list[index].unreadCount = 0 }
        list[1].unreadCount = 2
        list[2].unreadCount = 9
        list[2].isMuted = true
        list[3].unreadCount = 1
        list[3].hasMention = true
        chat.receive(.threads(list))
        return chat
    }

    private func titles(_ chat: ChatScript) -> [String] {
        guard case .picker(let picker)? = chat.state.overlay else { return [] }
        return picker.hits.map { picker.items[$0.index].title }
    }

    @Test("goes to any thread with Ctrl-K, mentions and unread ones first, and cuts where there is something to cut")
    func jump() {
        var chat = threads()
        chat.press(.control("k"))
        #expect(titles(chat) == ["Named", "Ideas", "Muted", "General"])
        chat.type("ide")
        #expect(titles(chat) == ["Ideas"])
        chat.press(.named(.enter))
        #expect(chat.state.overlay == nil && chat.state.shown?.thread.title == "Ideas")
        chat.type("some text")
        chat.press(.named(.home), .control("k"))
        #expect(chat.state.overlay == nil && chat.state.composer.isEmpty)
        chat.press(.control("k"), .named(.escape))
        #expect(chat.state.overlay == nil && chat.state.shown?.thread.title == "Ideas")
    }

    @Test("goes to the next thread with a mention")
    func mention() {
        var chat = threads()
        chat.press(.alt("m"))
        #expect(chat.state.shown?.thread.title == "Named")
        chat.press(.alt("m"))
        #expect(chat.screen.contains("no mention is unread"))
    }

    @Test("finds what was written before in this thread first, then in others")
    func history() {
        var chat = threads()
        for text in ["first here", "second here"] { chat.submit(text) }
        chat.press(.control("n"))
        chat.submit("third there")
        chat.press(.control("r"))
        #expect(titles(chat) == ["third there", "second here", "first here"])
        chat.type("sec")
        #expect(titles(chat) == ["second here"])
        chat.press(.named(.enter))
        #expect(chat.state.composer.text == "second here")
        chat.press(.control("u"), .named(.up, .control), .named(.up, .control))
        #expect(chat.state.composer.text == "second here")
        chat.press(.named(.down, .control))
        #expect(chat.state.composer.text == "third there")
    }

    @Test("takes an emoji into the text, and as a reaction")
    func emoji() {
        var chat = threads()
        chat.press(.alt("e"))
        chat.type("tada")
        chat.press(.named(.enter))
        #expect(chat.state.composer.text == "🎉")
        chat.press(.control("u"))
        chat.change(.replaced([.message(ChatScript.item(0))], hasOlder: false))
        chat.press(.alt("k"), .character("+"), .alt("e"))
        chat.type("rocket")
        chat.press(.named(.enter))
        guard case .react(_, _, let emoji, true)? = chat.requests.last else {
            Issue.record("no reaction: \(chat.requests)")
            return
        }
        #expect(emoji == "🚀")
    }

    @Test("inserts in one thread what was cut in another")
    func ring() {
        var chat = threads()
        chat.type("carried along")
        chat.press(.control("u"), .control("n"), .control("y"))
        #expect(chat.state.composer.text == "carried along")
        #expect(chat.state.shown?.thread.title != "General")
    }

    @Test("is drawn at every size")
    func sizes() {
        for (width, height) in [(1, 1), (5, 2), (20, 5), (80, 24), (300, 100)] {
            var chat = threads()
            chat.perform(.resized(width: width, height: height))
            for key in [Key.control("k"), .alt("e"), .control("r")] {
                chat.press(key)
                chat.type("a")
                _ = chat.canvas
                chat.press(.named(.pageDown), .named(.down), .named(.up), .named(.escape))
            }
            #expect(chat.state.overlay == nil)
        }
    }
}
