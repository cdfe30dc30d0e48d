import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Hostile texts")
struct HostileTextTests {
    static let texts = [
        "\u{1B}[31mred\u{1B}[0m \u{1B}]0;title\u{7} \u{9B}2J",
        "over\rwritten\u{8}\u{8}\u{8}\tand\u{0}nul\u{7F}",
        "\u{202E}evil\u{202C} \u{2066}x\u{2069} \u{200B}\u{FEFF}\u{AD}",
        "\u{301}leading mark, e" + String(repeating: "\u{301}", count: 400),
        "👨‍👩‍👧‍👦 👍🏽 ❤️ 🇰🇷 1️⃣ \u{1FAE8} क्षि \u{1112}\u{1161}\u{11AB} か\u{3099}",
        String(repeating: "가", count: 3000),
        String(repeating: "x", count: 3000),
        String(repeating: "\n", count: 3000),
        String(decoding: [0xFF, 0xFE, 0xC0, 0x80, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self),
        "", " ", "\u{2028}\u{2029}\u{85}\r\n\r",
    ]

    @Test("never put anything but drawable letters into a cell, and never trap, at any size", arguments: texts)
    func everySize(text: String) {
        for (width, height) in [(0, 0), (1, 1), (2, 1), (1, 7), (3, 3), (12, 2), (20, 5), (47, 9), (60, 8), (80, 24)] {
            var chat = ChatScript(width: width, height: height, joined: [text, "/topic/b"])
            chat.receive(
                .connection(.connected(server: text, warning: text)),
                .messages(
                    threadID: text,
                    [ChatScript.message(text, from: text), ChatScript.message(text, from: text, minute: 1)]
                ),
                .messages(threadID: text, [ChatScript.own(text, .failed(reason: text))]),
                .notice(text)
            )
            chat.press(.paste(String(text.prefix(300))), .named(.pageUp))
            expectDrawable(chat.canvas)
            chat.receive(.connection(.waiting(reason: text, seconds: .infinity)), .left(threadID: text, reason: text))
            expectDrawable(chat.canvas)
            chat.press(.named(.function(1)))
            expectDrawable(chat.canvas)
        }
    }

    @Test("of a community never do either, wherever they stand", arguments: texts)
    func community(text: String) {
        let text = String(text.prefix(500))
        var thread = ChatThread(id: "1", title: text)
        (thread.detail, thread.icon, thread.memberCount, thread.isPinned) = (text, text, 3, true)
        var message = ChatScript.item(1, text, from: text)
        message.replyTo = ReplyTarget(messageID: "0", sender: text, snippet: text)
        message.attachments = [Attachment(id: "1", name: text, size: .max)]
        message.reactions = [Reaction(emoji: text, count: .max, isOwn: true), Reaction(emoji: "👍", count: -1)]
        message.mentions = [text, "x"]
        message.editedAt = 0
        let member = Member(id: "2", name: text, part: text, statusMessage: text)
        let question = ChatQuestion(id: "q", prompt: text, lines: [text, text], choices: [text, text])
        for (width, height) in [(0, 0), (1, 1), (2, 2), (7, 3), (20, 5), (40, 9), (80, 24)] {
            var chat = ChatScript(width: width, height: height)
            chat.perform(.connected(community: text, title: text, isShown: false))
            chat.receive(
                .capabilities([.community, .workspaces]),
                .threads([thread, ChatThread(id: "2", title: "b")]),
                .timeline(threadID: "1", .replaced([.message(message), .gap(id: text)], hasOlder: true)),
                .typing(threadID: "1", [text]),
                .upload(threadID: "1", messageID: "m1", .nan),
                .workspaces([Workspace(id: "1", name: text)], current: "1"),
                .signInNeeded(reason: text)
            )
            chat.submit("/members")
            chat.press(.named(.escape), .alt("k"), .named(.up))
            expectDrawable(chat.canvas)
            chat.press(.character("r"))
            chat.look()
            expectDrawable(chat.canvas)
            chat.press(.control("u"))
            chat.submit("/search x")
            chat.press(.paste(text))
            expectDrawable(chat.canvas)
            let hit = SearchFindings.Hit(message: message, snippet: text, matches: [-1..<3, 40..<90])
            for update: ChatUpdate in [
                .found(SearchFindings(query: "x", hits: [hit], hasMore: true)), .members(threadID: "1", [member]),
                .member(member),
                .dialog(text), .question(question),
            ] {
                chat.receive(update)
                expectDrawable(chat.canvas)
                chat.press(.named(.down), .named(.escape))
            }
            chat.receive(.question(ChatQuestion(id: "p", prompt: text, lines: [text])))
            chat.press(.paste(String(text.prefix(300))))
            expectDrawable(chat.canvas)
        }
    }

    private func expectDrawable(_ canvas: Canvas) {
        let undrawable = canvas.cells.flatMap(\.text.unicodeScalars).first {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || (0x202A...0x202E).contains($0.value)
                || (0x2066...0x2069).contains($0.value)
        }
        #expect(undrawable == nil)
        if let cursor = canvas.cursor {
            #expect(cursor.column >= 0 && cursor.column < canvas.width && cursor.row >= 0 && cursor.row < canvas.height)
        }
    }

    @Test("are drawn at every small size")
    func smallSizes() {
        var chat = ChatScript(width: 0, height: 0, joined: ["/topic/a", "/topic/b"])
        for (index, text) in HostileTextTests.texts.enumerated() {
            let short = String(text.prefix(60))
            chat.receive(.messages(threadID: "/topic/a", [ChatScript.message(short, from: short, minute: index)]))
        }
        chat.press(.paste("한글\ntext"))
        for width in 0...40 {
            for height in 0...12 {
                chat.perform(.resized(width: width, height: height))
                let canvas = chat.canvas
                #expect(canvas.width == width && canvas.height == height)
                if width > 0, height > 0 { #expect(canvas.cursor != nil, "no cursor at \(width)x\(height)") }
            }
        }
    }
}
