import ChatStore
import Testing

@testable import Chat

@Suite("What is stored of the chat's values")
struct StoredValuesTests {
    private var message: ChatMessage {
        var message = ChatMessage(id: "12", sender: "Ben", text: "hi @Ann", time: 5)
        message.serverID = "12"
        message.senderID = "8"
        message.kind = .image
        message.mentions = ["Ann"]
        message.mentionsMe = true
        message.replyTo = ReplyTarget(messageID: "3", sender: "Cho", snippet: "…")
        message.reactions = [Reaction(emoji: "👍", count: 2, isOwn: true)]
        message.attachments = [Attachment(id: "f", name: "a/b.png", size: 9, url: "https://x.test/a")]
        message.editedAt = 7
        return message
    }

    @Test("a message comes back as it was")
    func messageComesBack() throws {
        let stored = try #require(StoredMessage(message, clientID: "c"))
        #expect(stored.clientID == "c")
        #expect(ChatMessage(stored) == message)
        var plain = ChatMessage(id: "1", sender: nil, text: "x", time: 1, isOwn: true)
        #expect(StoredMessage(plain) == nil)
        plain.serverID = "1"
        #expect(try #require(StoredMessage(plain)).details.isEmpty)
        #expect(ChatMessage(try #require(StoredMessage(plain))) == plain)
    }

    @Test("a thread comes back as it was")
    func threadComesBack() {
        var thread = ChatThread(id: "1", title: "General")
        thread.category = "STUDY"
        thread.unreadCount = 3
        thread.role = .admin
        thread.isPinned = true
        thread.isJoined = false
        thread.lastMessage = ChatThread.LastMessage(sender: "Ben", preview: "hi", time: 4)
        thread.order = -4
        let stored = StoredThread(ThreadDetails(thread: thread, newestID: "9", isUntold: true), watermark: "9")
        #expect(ChatThread(stored) == thread)
    }

    @Test(
        "what another version has written is read as far as it is understood",
        arguments: [
            (#"{"version":9,"kind":"hologram","mentionsMe":true,"new":{"a":[1]}}"#, true),
            (#"{"kind":7,"mentions":"Ann","reactions":[{"emoji":"👍"},5],"reply":[],"mentionsMe":true}"#, true),
            ("[]", false), ("not JSON", false), ("", false),
        ]
    )
    func tolerance(_ text: String, _ mentionsMe: Bool) throws {
        var stored = try #require(StoredMessage(message))
        stored.details = Array(text.utf8)
        let read = ChatMessage(stored)
        #expect(read.mentionsMe == mentionsMe)
        #expect(read.kind == .text && read.text == "hi @Ann" && read.replyTo == nil && read.reactions.isEmpty)
    }

    @Test("positions stand in the order of the server's identifiers")
    func positions() {
        let ids = [
            "0", "7", "12", "9223372036854775807", "9223372036854775808", "18446744073709551615",
            "18446744073709551616", "99999999999999999999999", "A", "a1", "b",
        ]
        for (left, right) in zip(ids, ids.dropFirst()) {
            #expect(MessageOrdinal(left) < MessageOrdinal(right))
            #expect(MessagePosition(messageID: left) < MessagePosition(messageID: right), "\(left) \(right)")
        }
    }
}
