import Chat
import Foundation
import Terminal
import Testing

@testable import ChatUI

@Suite("The list of links")
struct LinksTests {
    private func chat(_ texts: String...) -> ChatScript {
        var chat = ChatScript.community()
        let items = texts.enumerated().map { index, text in
            TimelineItem.message(ChatScript.message(text, minute: index, id: "m\(index)"))
        }
        chat.change(.replaced(items, hasOlder: false))
        chat.effects = []
        return chat
    }

    private func opened(_ chat: ChatScript) -> [String] {
        chat.effects.compactMap { if case .open(let address) = $0 { address } else { nil } }
    }

    @Test("numbers those on the screen, the newest first, each once, and opens by number or Enter")
    func numbers() {
        var chat = chat("old https://a.example/1.", "no link", "(https://b.example/x) https://a.example/1")
        chat.press(.alt("o"))
        #expect(chat.screen.contains("1  https://b.example/x") || chat.screen.contains("1  https://a.example/1"))
        #expect(chat.screen.components(separatedBy: "https://a.example/1 ").count >= 2)
        chat.press(.character("2"))
        #expect(opened(chat).count == 1 && chat.state.overlay == nil)
        chat.press(.alt("o"), .named(.enter))
        #expect(Set(opened(chat)) == ["https://a.example/1", "https://b.example/x"])
        chat.press(.alt("o"), .character("9"))
        #expect(chat.state.overlay != nil && opened(chat).count == 2)
    }

    @Test("opens numbers of two digits, once no other is meant or Enter says so")
    func longNumbers() {
        let addresses = (1...23).map { "https://\($0).example/x" }
        var chat = chat(addresses.joined(separator: " "))
        chat.press(.alt("o"), .character("1"))
        #expect(opened(chat).isEmpty && chat.state.overlay != nil)
        chat.press(.character("7"))
        #expect(opened(chat) == ["https://17.example/x"] && chat.state.overlay == nil)
        chat.press(.alt("o"), .character("2"), .named(.enter))
        #expect(opened(chat).last == "https://2.example/x")
        chat.press(.alt("o"), .character("3"))
        #expect(opened(chat).last == "https://3.example/x" && opened(chat).count == 3)
        chat.press(.alt("o"), .character("2"), .character("9"))
        #expect(opened(chat).count == 3 && chat.state.overlay != nil)
        chat.press(.character("1"), .character("0"))
        #expect(opened(chat).last == "https://10.example/x")
        chat.press(.alt("o"), .character("½"))
        #expect(opened(chat).count == 4)
        #expect(chat.state.composer.text == "½")
    }

    @Test("copies the one that is marked")
    func copies() {
        var chat = chat("https://a.example/1")
        chat.submit("/links")
        chat.press(.character("y"))
        #expect(chat.effects.last == .copy("https://a.example/1"))
    }

    @Test("opens the selected message's only link at once")
    func selected() {
        var chat = chat("https://a.example/1", "none")
        chat.press(.alt("k"), .character("o"))
        #expect(opened(chat).isEmpty)
        chat.press(.named(.escape), .alt("k"), .named(.up), .character("o"))
        #expect(opened(chat) == ["https://a.example/1"])
        chat.press(.character("y"))
        #expect(chat.effects.last == .copy("https://a.example/1"))
    }

    @Test("holds files too, which are fetched and then opened")
    func files() {
        let file = Attachment(id: "7", name: "plan.pdf", size: 2048, url: "/x")
        var message = ChatScript.item(1, "see https://a.example/1")
        message.attachments = [file]
        var chat = chat("none")
        chat.change(.appended([.message(message)], isLive: false))
        chat.press(.alt("k"), .character("o"))
        #expect(chat.screen.contains("links and files") && chat.screen.contains("2  plan.pdf, 2 KiB"))
        chat.press(.character("2"))
        #expect(chat.effects.last == .openFile(file, community: ChatScript.name))
        #expect(chat.screen.contains("fetching plan.pdf"))
        chat.receive(.fetched(path: "/tmp/x/plan.pdf"))
        #expect(opened(chat) == ["/tmp/x/plan.pdf"])
        // Without a link its only file is opened at once.
        message.text = ""
        chat.change(.updated(id: "m1", .message(message)))
        chat.effects = []
        chat.press(.character("o"))
        #expect(chat.effects == [.openFile(file, community: ChatScript.name)])
        chat.press(.alt("o"), .character("y"))
        #expect(chat.effects.last == .copy("plan.pdf"))
    }

    @Test("opens what is clicked, and nothing that is no web address")
    func clicked() {
        var chat = chat("javascript:alert(1) file:///etc/passwd https://a.example/1")
        let rows = chat.canvas.rows
        let row = rows.firstIndex { $0.contains("https://a.example/1") } ?? 0
        for column in 0..<chat.state.size.width {
            chat.press(.mouse(MouseEvent(.press(.left), column: column, row: row)))
        }
        #expect(Set(opened(chat)) == ["https://a.example/1"])
        // In the selected message too, and where the terminal is told nothing of links.
        chat.effects = []
        chat.state.reading.tellsLinks = false
        chat.press(.alt("k"))
        for column in 0..<chat.state.size.width {
            chat.press(.mouse(MouseEvent(.press(.left), column: column, row: row)))
            if opened(chat) != [] { break }
            chat.press(.alt("k"))
        }
        #expect(opened(chat) == ["https://a.example/1"] && chat.state.shown?.selection != nil)
        chat = self.chat("none")
        chat.press(.alt("o"))
        #expect(chat.screen.contains("there is no link and no file here"))
    }
}
