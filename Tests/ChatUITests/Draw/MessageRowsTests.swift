import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A message on the screen")
struct MessageRowsTests {
    private func show(_ messages: ChatMessage..., width: Int = 80, height: Int = 24) -> ChatScript {
        var chat = ChatScript.community(width: width, height: height)
        chat.change(.replaced(messages.map { .message($0) }, hasOlder: false))
        return chat
    }

    private func expect(_ rows: [String], in chat: ChatScript, _ place: SourceLocation = #_sourceLocation) {
        let pane = chat.pane.joined(separator: "\n")
        #expect(pane.contains(rows.joined(separator: "\n")), sourceLocation: place)
    }

    @Test("shows what it answers, its files and its reactions")
    func parts() {
        var message = ChatScript.item(2, "look\nhere")
        message.replyTo = ReplyTarget(messageID: "1", sender: "민수", snippet: "what is\nthat?")
        message.kind = .image
        message.attachments = [
            Attachment(id: "7", name: "cat.png", size: 34_900), Attachment(id: "8", name: "b\u{1B}[2J", size: 812),
        ]
        message.reactions = [Reaction(emoji: "👍", count: 2, isOwn: true), Reaction(emoji: "🎉", count: 1)]
        message.editedAt = ChatScript.noon
        expect(
            [
                "12:02 alice       ↳ 민수: what is that?",
                "                  look",
                "                  here (edited)",
                "                  [image] cat.png 34 KiB",
                "                  [image] b^[[2J 812 B",
                "                  [👍 2]  🎉 1",
            ],
            in: show(message)
        )
    }

    @Test("folds what is blocked, deleted, or said by the server")
    func folded() {
        var blocked = ChatScript.item(1, "bad\nwords", from: "troll")
        blocked.isBlocked = true
        var deleted = ChatScript.item(2, "")
        deleted.isDeleted = true
        deleted.reactions = [Reaction(emoji: "👍", count: 1)]
        var system = ChatScript.item(3, "bob joined")
        system.kind = .system
        expect(
            [
                "12:01 troll       (blocked)", "12:02 alice       (deleted)", "12:03             * bob joined",
                "12:04 alice       hi",
            ],
            in: show(blocked, deleted, system, ChatScript.item(4, "hi"))
        )
    }

    @Test("makes names that are mentioned stand out, the longer one of two that fit")
    func mentions() {
        var message = ChatScript.item(1, "hi @annika, @ann and @nobody")
        message.mentions = ["ann", "annika"]
        message.mentionsMe = true
        let chat = show(message)
        let row = chat.pane.firstIndex { $0.contains("annika") } ?? 0
        #expect(chat.pane[row] == "12:01 alice     @ hi @annika, @ann and @nobody")
        let start =
            (chat.canvas.rows[row].distance(
                from: chat.canvas.rows[row].startIndex,
                to: chat.canvas.rows[row].firstIndex(of: "h") ?? chat.canvas.rows[row].startIndex
            ))
        let marked = (start..<(start + 28)).filter { chat.canvas.style(column: $0, row: row) == Theme.mention }
        #expect(marked == Array((start + 3)..<(start + 10)) + Array((start + 12)..<(start + 16)))
    }

    @Test("shows how far an upload has come")
    func upload() {
        var message = ChatScript.item(1, "", from: "me")
        message.delivery = .sending
        message.attachments = [Attachment(id: "", name: "a.zip", size: 3_000_000)]
        var chat = show(message)
        chat.receive(.upload(threadID: "1", messageID: "m1", 0.429))
        expect(["12:01 me        … [file] a.zip 2.8 MiB", "                  sending files: 42 %"], in: chat)
        chat.receive(.upload(threadID: "1", messageID: "m1", nil))
        #expect(!chat.screen.contains("sending files"))
    }

    @Test("changes in its place when it is edited, deleted or reacted to")
    func updated() {
        var chat = ChatScript.community(messages: 3)
        var edited = ChatScript.item(1, "better")
        edited.editedAt = ChatScript.noon
        chat.change(.updated(id: "m1", .message(edited)))
        expect(
            ["12:00 alice       text 0", "12:01             better (edited)", "12:02             text 2"],
            in: chat
        )
        chat.change(.updated(id: "unknown", .message(edited)))
        #expect(chat.state.shown?.timeline.entries.count == 3)
    }

    @Test("is whole at 20 columns, name above")
    func narrow() {
        var message = ChatScript.item(2, "a longer text that wraps")
        message.replyTo = ReplyTarget(messageID: "1", sender: "bob", snippet: "what is that?")
        message.reactions = [Reaction(emoji: "👍", count: 2, isOwn: true)]
        message.attachments = [Attachment(id: "7", name: "a very long name.png", size: 34_900)]
        expect(
            [
                "12:02 alice", "  ↳ bob: what is th…", "  a longer text that", "  wraps", "  [file] a v… 34 KiB",
                "  [👍 2]",
            ],
            in: show(message, width: 20, height: 12)
        )
    }

    @Test(
        "tells sizes as people read them",
        arguments: [
            (-1, "0 B"), (0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (1536, "1.5 KiB"), (52_428_800, "50 MiB"),
            (Int.max, "7.9 EiB"),
        ]
    )
    func sizes(bytes: Int, text: String) {
        #expect(ByteCountText(bytes).text.text == text)
    }
}
