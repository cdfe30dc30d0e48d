import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("The next mention")
struct MentionTests {
    private func mention(_ number: Int) -> TimelineItem {
        var message = ChatScript.item(number)
        message.mentionsMe = true
        return .message(message)
    }

    private func selected(_ chat: ChatScript) -> String? {
        chat.state.shown.flatMap { thread in thread.selection.flatMap(thread.timeline.message)?.serverID }
    }

    @Test("is selected in the thread it is in, once its page has come")
    func elsewhere() {
        var chat = ChatScript.community(messages: 3)
        var thread = ChatScript.thread("2", "Ideas", unread: 3)
        thread.hasMention = true
        chat.receive(.thread(thread), .watermark(threadID: "2", messageID: "20"))
        chat.press(.alt("m"))
        #expect(chat.state.shown?.id == "2" && selected(chat) == nil)
        let items = [
            mention(19), .message(ChatScript.item(20)), .message(ChatScript.item(21)), mention(22), mention(23),
        ]
        chat.change(.replaced(items, hasOlder: true), thread: "2")
        #expect(selected(chat) == "22")
        chat.press(.named(.escape))
        #expect(selected(chat) == nil)
    }

    @Test("is the one above in this thread when no other has any")
    func here() {
        var chat = ChatScript.community(messages: 3)
        chat.press(.alt("m"))
        #expect(chat.screen.contains("no mention is unread; /mentions lists all"))
        chat.change(.appended([mention(10), .message(ChatScript.item(11)), mention(12)], isLive: false))
        chat.press(.alt("m"))
        #expect(selected(chat) == "12")
        chat.press(.alt("m"))
        #expect(selected(chat) == "10")
        chat.press(.alt("m"))
        #expect(selected(chat) == "10" && chat.screen.contains("no mention is unread"))
    }
}
