import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Names and quotes on the screen")
struct FreshNamesTests {
    private func from(_ number: Int, _ name: String, id: String = "7") -> ChatMessage {
        var message = ChatScript.item(number, from: name)
        message.senderID = id
        return message
    }

    @Test("A member's new name stands at all their messages at once")
    func renamed() {
        var chat = ChatScript.community()
        chat.change(.replaced([.message(from(1, "ann")), .message(from(2, "bob", id: "8"))], hasOlder: false))
        let colour = Theme.sender("7")
        chat.arrive(from(3, "Anna"))
        #expect(!chat.screen.contains("ann "))
        #expect(chat.pane.filter { $0.contains("Anna") }.count == 2)
        let row = chat.canvas.rows.firstIndex { $0.contains("Anna") } ?? 0
        let column = Array(chat.canvas.row(row)).firstIndex { $0.text == "A" } ?? 0
        #expect(chat.canvas.style(column: column, row: row) == colour)
        // What history brings is older than what was heard.
        chat.change(.inserted([.message(from(0, "annie"))], before: nil, hasOlder: false))
        #expect(!chat.screen.contains("annie"))
        chat.receive(.member(Member(id: "8", name: "Robert")))
        #expect(chat.screen.contains("Robert"))
        #expect(!chat.screen.contains("bob "))
    }

    @Test("An answer shows what it answers as it reads now")
    func quotes() {
        var chat = ChatScript.community()
        var reply = ChatScript.item(2, "yes", from: "bob")
        reply.replyTo = ReplyTarget(messageID: "1", sender: "ann", snippet: "old words")
        chat.change(.replaced([.message(from(1, "ann")), .message(reply)], hasOlder: false))
        #expect(chat.screen.contains("↳ ann: text 1"))
        var edited = from(1, "ann")
        edited.text = "*new* `words`"
        chat.change(.updated(id: "m1", .message(edited)))
        #expect(chat.screen.contains("↳ ann: new words"))
        edited.isDeleted = true
        chat.change(.updated(id: "m1", .message(edited)))
        #expect(chat.screen.contains("↳ ann: (deleted)"))
        chat.change(.removed(id: "m1"))
        #expect(chat.screen.contains("↳ ann: old words"))
    }

    @Test("A notice is not left over newer results")
    func notices() {
        var chat = ChatScript.community()
        chat.receive(.notice("old news"))
        #expect(chat.screen.contains("old news"))
        chat.submit("/search words")
        chat.receive(.found(SearchFindings(query: "words")))
        #expect(!chat.screen.contains("old news"))
    }
}
