import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Every state of the panes")
struct StatesTests {
    /// A chat with everything at once: a gap, a line, a selection, deliveries, files, reactions, folded sections.
    private func everything(width: Int, height: Int, emoji: EmojiForm = .safe) -> ChatScript {
        var chat = ChatScript.community(width: width, height: height)
        chat.state.reading.emoji = emoji
        var pinned = ChatScript.thread("1", "👨\u{200D}👩\u{200D}👧 General")
        (pinned.isPinned, pinned.icon, pinned.detail, pinned.memberCount) = (true, "🛋\u{FE0F}", "about it", 3)
        var direct = ChatScript.thread("2", "민수", unread: 3)
        (direct.isDirect, direct.hasMention) = (true, true)
        chat.receive(.threads([pinned, direct, ChatScript.thread("3", "Ideas")]))
        var edited = ChatScript.item(2, "> **edited**\n```\ncode that is long\n```")
        edited.editedAt = ChatScript.noon
        edited.reactions = [Reaction(emoji: "👍🏽", count: 2, isOwn: true), Reaction(emoji: "🎉", count: 1)]
        var reply = ChatScript.item(3, "see https://a.example/b", from: "bob")
        reply.replyTo = ReplyTarget(messageID: "2", sender: "alice", snippet: "edited")
        reply.mentionsMe = true
        var file = ChatScript.item(4, "", from: "me")
        file.kind = .image
        file.attachments = [Attachment(id: "", name: "cat.png", size: 34_900)]
        file.delivery = .sending
        var failed = ChatScript.item(5, "lost", from: "me")
        failed.delivery = .failed(reason: "refused")
        var waiting = ChatScript.item(6, "later", from: "me")
        waiting.delivery = .waiting
        var deleted = ChatScript.item(7, "")
        deleted.isDeleted = true
        chat.change(
            .replaced(
                [
                    .message(ChatScript.item(1, "first")), .gap(id: "g"), .message(edited), .message(reply),
                    .message(file), .message(failed), .message(waiting), .message(deleted), .lost(id: "l"),
                ],
                hasOlder: true
            )
        )
        chat.receive(.upload(threadID: "1", messageID: "m4", 0.5), .typing(threadID: "1", ["bob"]))
        chat.receive(.members(threadID: "1", [Member(id: "1", name: "me", role: .owner)]))
        return chat
    }

    @Test("stands as it should at 80 columns")
    func snapshot() {
        var chat = everything(width: 80, height: 24)
        chat.press(.alt("k"))
        let rows = chat.pane.prefix(21)
        #expect(
            rows
                == [
                    "🛋 👨 General — bob is writing…",
                    "",
                    "",
                    "",
                    "── loading older messages… ─────────────────────────────────",
                    "── Mon 30 Nov 2026 ─────────────────────────────────────────",
                    "12:01 alice       first",
                    "── messages are missing here: Ctrl-G loads them ────────────",
                    "12:02 alice       │ edited",
                    "                  │ code that is long",
                    "                  (edited)",
                    "                  [👍 2]  🎉 1",
                    "12:03 bob       @ ↳ alice: > edited  code that is long",
                    "                  see https://a.example/b",
                    "12:04 me        … [image] cat.png 34 KiB",
                    "                  sending files: 50 %",
                    "12:05           ! lost",
                    "                  not delivered: refused; /retry sends it",
                    "                  again, /takeback edits it",
                    "12:06           … later (waiting)",
                    "12:07 alice     ▸ (deleted)",
                ][...],
            "\(rows.joined(separator: "\n"))"
        )
    }

    @Test("is drawn at every size from 1x1 to 40x12, and on large screens, in every form of emoji", arguments: 1...12)
    func sizes(height: Int) {
        for emoji in [EmojiForm.safe, .text, .modern(.all)] {
            let widths = emoji == .safe ? Array(1...40) + [60, 71, 82, 100, 200] : [1, 2, 3, 9, 12, 20, 40, 80]
            for width in widths {
                var chat = everything(width: width, height: height, emoji: emoji)
                _ = chat.canvas
                chat.press(.alt("w"), .alt("s"))
                _ = chat.canvas
                chat.press(.alt("k"), .alt("k"), .alt("v"), .named(.pageUp))
                _ = chat.canvas
                chat.press(.alt("i"))
                _ = chat.canvas
                chat.look()
                chat.press(.named(.escape), .named(.escape), .alt("="), .alt("-"))
                let canvas = chat.canvas
                #expect(canvas.rows.count == height)
            }
        }
    }

    @Test("Who is writing is seen on small screens too", arguments: [(80, 24), (24, 24), (80, 7), (40, 5), (20, 5)])
    func typing(width: Int, height: Int) {
        var chat = ChatScript.community(width: width, height: height, messages: 40)
        chat.receive(.threads([ChatScript.thread("1", "A title that is rather long for it")]))
        let before = chat.canvas.rows.filter { $0.contains("text") }
        chat.receive(.typing(threadID: "1", ["bob"]))
        #expect(chat.screen.contains(width < 40 && height > 7 ? "bob is w" : "bob is writing"), "\(chat.screen)")
        #expect(chat.canvas.rows.filter { $0.contains("text") } == before)
    }

    @Test("A gap is a row that is chosen and loaded with Enter")
    func gap() {
        var chat = everything(width: 80, height: 24)
        chat.press(.alt("k"))
        while chat.state.shown?.selection.flatMap({ chat.state.shown?.timeline[$0] }) != .gap(id: "g") {
            let before = chat.state.shown?.selection
            chat.press(.alt("k"))
            guard chat.state.shown?.selection != before else { break }
        }
        chat.effects = []
        chat.press(.named(.enter))
        #expect(chat.requests == [.fillGap(threadID: "1", gapID: "g")])
        #expect(chat.screen.contains("── loading…"))
    }

    @Test("What comes below the part that is read is counted, and moves nothing")
    func below() {
        var chat = ChatScript.community(width: 80, height: 12, messages: 50)
        chat.press(.named(.pageUp), .named(.pageUp))
        let before = chat.pane.dropFirst().prefix(8)
        for number in 50..<62 { chat.arrive(ChatScript.item(number)) }
        #expect(chat.pane.dropFirst().prefix(8) == before)
        #expect(chat.screen.contains("12 new below (Esc)"))
        // What comes into sight is not below any more.
        chat.press(.named(.pageDown))
        let left = chat.state.shown?.newBelow ?? 0
        #expect(left == 12)
        for _ in 0..<3 { chat.press(.mouse(MouseEvent(.wheelDown, column: 50, row: 3))) }
        #expect((1..<12).contains(chat.state.shown?.newBelow ?? 0), "\(chat.screen)")
        chat.press(.named(.escape))
        #expect(!chat.screen.contains("new below"))
        #expect(chat.screen.contains("text 61"))
    }
}
