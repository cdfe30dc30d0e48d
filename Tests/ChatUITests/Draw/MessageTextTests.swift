import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("The text of a message on the screen")
struct MessageTextTests {
    private func show(_ text: String, width: Int = 60, height: Int = 24, raw: Bool = false) -> ChatScript {
        var chat = ChatScript.community(width: width, height: height)
        if raw { chat.state.reading.drawsMarkdown = false }
        chat.change(.replaced([.message(ChatScript.item(1, text))], hasOlder: false))
        return chat
    }

    private let text = """
        a **bold** word
        > quoted text that is long enough to wrap around twice
        - an item that is long enough to wrap
        1. one
        ```swift
        let text = "a line of code that goes on"
        ```
        done
        """

    @Test("shows quotes, lists and code in their form")
    func blocks() {
        let rows = show(text, width: 50).canvas.rows
        let first = rows.firstIndex { $0.contains("alice") } ?? 0
        #expect(
            rows[first...].prefix(10) == [
                "12:01 alice     a bold word",
                "                │ quoted text that is long enough",
                "                │ to wrap around twice",
                "                • an item that is long enough to",
                "                  wrap",
                "                1. one",
                "                │ swift",
                "                │ let text = \"a line of code that",
                "                ┆ goes on\"",
                "                done",
            ]
        )
    }

    @Test("stands as it was written in the raw view, and back")
    func raw() {
        var chat = show(text)
        let drawn = chat.screen
        chat.submit("/raw")
        #expect(chat.screen.contains("a **bold** word"))
        #expect(chat.screen.contains("```swift"))
        chat.submit("/raw off")
        chat.perform(.time(Moment(wall: ChatScript.noon, uptime: 60_000)))
        #expect(chat.screen == drawn)
        chat.press(.alt("v"))
        #expect(chat.screen.contains("- an item"))
    }

    @Test("marks what is bold, italic, code or a link by its looks")
    func looks() {
        let chat = show("x **b** *i* `c` https://a.b")
        let canvas = chat.canvas
        let row = canvas.rows.firstIndex { $0.contains("x b i c") } ?? 0
        let cells = Array(canvas.row(row))
        func style(_ letter: String) -> Style? { cells.last { $0.text == letter }?.style }
        #expect(cells.first { $0.text == "b" && $0.style.attributes.contains(.bold) } != nil)
        #expect(style("c")?.foreground == Theme.code.foreground)
        #expect(cells.first { $0.text == "i" && $0.style.attributes.contains(.italic) } != nil)
        #expect(cells.filter { $0.link != 0 }.map(\.text).joined() == "https://a.b")
        #expect(canvas.links.values.map(\.address) == ["https://a.b"])
        // What the terminal is not to be told, the mouse finds all the same.
        var silent = canvas
        silent.removeLinks()
        #expect(silent.links.isEmpty && silent.cells.allSatisfy { $0.link == 0 })
        #expect(silent.text == canvas.text)
    }

    @Test("shows a link whole, in parts of one link where it wraps")
    func wrappedLink() {
        let address = "https://example.com/a/very/long/path/that/does/not/fit?into=one&row=of-text"
        let chat = show("look: \(address)", width: 40)
        let canvas = chat.canvas
        let letters = canvas.cells.filter { $0.link != 0 }.map(\.text).joined()
        #expect(letters == address)
        #expect(canvas.links.count == 1)
    }

    @Test("ends in its note, also behind code and mentions")
    func notes() {
        var message = ChatScript.item(1, "*hi* @bob\n```\nx\n```")
        message.editedAt = ChatScript.noon
        message.mentions = ["bob"]
        var chat = ChatScript.community()
        chat.change(.replaced([.message(message)], hasOlder: false))
        #expect(chat.screen.contains("│ x"))
        #expect(chat.screen.contains("(edited)"))
        message.text = "a *b*"
        chat.change(.updated(id: "m1", .message(message)))
        #expect(chat.screen.contains("a b (edited)"))
    }

    @Test("is drawn on every small screen", arguments: 1...40)
    func sizes(width: Int) {
        for height in 1...12 {
            for raw in [false, true] { _ = show(text, width: width, height: height, raw: raw).canvas }
        }
    }
}
