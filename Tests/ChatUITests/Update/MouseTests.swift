import Chat
import Foundation
import Terminal
import Testing

@testable import ChatUI

@Suite("The mouse")
struct MouseTests {
    private func chat() -> ChatScript {
        var chat = ChatScript.community()
        chat.change(.replaced((0..<60).map { .message(ChatScript.item($0)) }, hasOlder: false))
        return chat
    }

    private func event(_ action: MouseEvent.Action, _ chat: ChatScript, at text: String) -> Key {
        let rows = chat.canvas.rows
        let row = rows.lastIndex { $0.contains(text) } ?? -1
        let column = rows[max(0, row)].range(of: text).map { rows[row][..<$0.lowerBound].count } ?? -1
        return .mouse(MouseEvent(action, column: column + 1, row: row))
    }

    @Test("shows the thread that is clicked, and the one above or below with the wheel")
    func list() {
        var chat = chat()
        let before = chat.state.shown?.thread.title
        chat.press(event(.press(.left), chat, at: "Ideas"))
        #expect(chat.state.shown?.thread.title == "Ideas")
        #expect(before != "Ideas")
        chat.press(event(.wheelUp, chat, at: "Ideas"))
        #expect(chat.state.shown?.thread.title == before)
    }

    @Test("selects the message that is clicked, and lets it go")
    func message() {
        var chat = chat()
        let selected = chat.state.viewport.serials[5]
        guard case .message(let message)? = chat.state.shown?.timeline[selected] else {
            Issue.record("no message")
            return
        }
        let before = chat.screen
        let click = event(.press(.left), chat, at: message.text)
        chat.press(click)
        #expect(chat.state.shown?.selection == selected)
        chat.press(click)
        #expect(chat.state.shown?.selection == nil)
        #expect(chat.screen == before)
    }

    @Test("scrolls with the wheel, down to the end")
    func wheel() {
        var chat = chat()
        let up = Key.mouse(MouseEvent(.wheelUp, column: 50, row: 10))
        let down = Key.mouse(MouseEvent(.wheelDown, column: 50, row: 10))
        chat.press(up, up)
        #expect(chat.state.shown?.scroll != .following)
        chat.press(down)
        #expect(chat.state.shown?.scroll != .following)
        chat.press(down)
        #expect(chat.state.shown?.scroll == .following)
        #expect(chat.state.composer.isEmpty)
    }

    @Test("does nothing to a question, and is left to the terminal on request")
    func switched() {
        var chat = chat()
        #expect(chat.state.usesMouse)
        chat.press(.alt("x"))
        #expect(!chat.state.usesMouse)
        #expect(chat.screen.contains("Alt-X"))
        chat.press(.alt("x"))
        #expect(chat.state.usesMouse)
        chat.submit("/leave")
        chat.state.confirmation = Confirmation(question: "sure?", effects: [.quit])
        chat.press(.mouse(MouseEvent(.press(.left), column: 1, row: 1)))
        #expect(chat.state.confirmation != nil)
    }
}
