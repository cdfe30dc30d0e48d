import Chat
import Foundation
import Terminal
import Testing

@testable import ChatUI

@Suite("The colours of names")
struct SenderColorTests {
    @Test("can be read on black and on white", arguments: Theme.senders + [30])
    func contrast(index: UInt8) {
        let light = luminance(index)
        // WCAG 2.2, 1.4.3: 3 to 1 is what large text needs.
        #expect(1.05 / (light + 0.05) >= 3, "on white")
        #expect((light + 0.05) / 0.05 >= 3, "on black")
    }

    @Test("stay the same for the same name, and use them all")
    func stable() {
        #expect(Theme.sender("민지") == Theme.sender("민지"))
        let used = Set((0..<1000).map { Theme.sender("name \($0)") })
        #expect(used.count == Theme.senders.count)
    }

    @Test("are the same in what a search finds, by whoever they are and not by their name")
    func found() {
        var chat = ChatScript.community(messages: 0)
        var message = ChatScript.item(1, "word", from: "alice")
        message.senderID = "id 7"
        chat.change(.replaced([.message(message)], hasOlder: false))
        func style(_ canvas: Canvas) -> Style? {
            canvas.rows.lastIndex { $0.contains("alice") }.flatMap { row in
                let cells = Array(canvas.row(row))
                let text = cells.map { $0.text.isEmpty ? " " : $0.text }.joined()
                return text.range(of: "alice").map { cells[text[..<$0.lowerBound].count].style }
            }
        }
        let there = style(chat.canvas)
        chat.submit("/find word")
        let hit = SearchFindings.Hit(message: message, snippet: "word")
        chat.receive(.found(SearchFindings(query: "word", hits: [hit], hasMore: false)))
        var found = style(chat.canvas)
        found?.attributes.remove(.reverse)
        #expect(there == Theme.sender("id 7") && found == there)
    }

    /// The relative luminance of one of the cube of 216 colours.
    private func luminance(_ index: UInt8) -> Double {
        let index = Int(index) - 16
        let levels = [0, 95, 135, 175, 215, 255]
        func linear(_ level: Int) -> Double {
            let value = Double(levels[level]) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(index / 36) + 0.7152 * linear(index / 6 % 6) + 0.0722 * linear(index % 6)
    }
}
