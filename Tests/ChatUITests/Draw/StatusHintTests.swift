import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("What the status line says of Ctrl-C")
struct StatusHintTests {
    /// What lies over the messages, or is begun in them, when the key is pressed.
    enum Layer: CaseIterable {
        case nothing, text, reply, edit, selection, prefix, help, foundHelp, list, links, search, threads, emoji
        case question, choices, waiting, confirmation, dialog, dialogOverSelection, confirmationOverList
    }

    private func chat(_ layer: Layer) -> ChatScript {
        var chat = ChatScript.community(width: 120, messages: 3)
        chat.change(.appended([.message(ChatScript.item(9, "mine http://a.example", from: "me"))], isLive: false))
        chat.change(.appended([.message(ChatScript.item(10))], isLive: false))
        func ask(choices: [String] = [], isWaiting: Bool = false) {
            chat.receive(.question(ChatQuestion(id: "q", prompt: "who?", choices: choices, isWaiting: isWaiting)))
        }
        switch layer {
        case .nothing: break
        case .text: chat.type("text")
        case .reply: chat.press(.alt("k"), .character("r"))
        case .edit: chat.submit("/edit")
        case .selection: chat.press(.alt("k"))
        case .prefix: chat.press(.control("x"))
        case .help: chat.press(.named(.function(1)))
        case .foundHelp:
            chat.press(.named(.function(1)))
            chat.type("word")
        case .list: chat.press(.alt("i"))
        case .links: chat.press(.alt("o"))
        case .search: chat.press(.alt("/"))
        case .threads: chat.press(.alt("g"))
        case .emoji: chat.press(.alt("e"))
        case .question: ask()
        case .choices: ask(choices: ["a", "b"])
        case .waiting: ask(isWaiting: true)
        case .confirmation: chat.submit("/delete")
        case .dialog: chat.receive(.dialog("read this"))
        case .dialogOverSelection:
            chat.press(.alt("k"))
            chat.receive(.dialog("read this"))
        case .confirmationOverList:
            chat.press(.alt("i"))
            chat.state.confirmation = Confirmation(question: "sure?", effects: [.redraw])
        }
        chat.effects = []
        return chat
    }

    /// What has happened, in the words of the line.
    private func done(_ chat: ChatScript, _ layer: Layer, before: ChatState) -> String {
        let state = chat.state
        if chat.effects.contains(.quit) { return "quit" }
        if before.prefix != nil { return state.prefix == nil && !chat.screen.contains("nothing") ? "cancel" : "" }
        if before.dialogs.count > state.dialogs.count { return "close" }
        if before.confirmation != nil { return state.confirmation == nil && chat.effects.isEmpty ? "cancel" : "" }
        if before.here.question != nil {
            return chat.requests.last == .answer(questionID: "q", nil) ? "give up" : ""
        }
        if case .help(let help) = before.overlay, !help.query.isEmpty { return state.overlay != nil ? "show all" : "" }
        if before.overlay != nil { return state.overlay == nil ? "close" : "" }
        if before.shown?.selection != nil { return state.shown?.selection == nil ? "back" : "" }
        if before.shown?.purpose != .message { return state.shown?.purpose == .message ? "cancel" : "" }
        return state.composer.isEmpty ? "clear" : ""
    }

    @Test("is what it does, whatever lies over the messages", arguments: Layer.allCases)
    func saysTheTruth(layer: Layer) {
        var chat = chat(layer)
        let before = chat.state
        // The help covers the line, and is drawn over it alone.
        var drawn = before
        if case .help? = drawn.overlay { drawn.size.height = 24 }
        var canvas = Canvas(width: 120, height: 1)
        StatusLine(drawn, width: 120).draw(into: &canvas)
        let said = canvas.rows[0].trimmingSuffix(" ")
        chat.press(.control("c"))
        let done = done(chat, layer, before: before)
        #expect(!done.isEmpty)
        #expect(said.hasSuffix("Ctrl-C \(done)"), "\(said)")
    }

    @Test("stays when there is no room for the rest, and goes to the right of the last row")
    func room() {
        var chat = ChatScript.community(width: 80)
        chat.change(.replaced([.message(ChatScript.item(0))], hasOlder: false))
        chat.press(.alt("k"))
        #expect(
            chat.canvas.rows[22].hasSuffix("Esc back  Ctrl-C back") || chat.canvas.rows[22].hasSuffix("Ctrl-C back")
        )
    }
}

extension String {
    fileprivate func trimmingSuffix(_ letter: Character) -> String {
        var text = self
        while text.last == letter { text.removeLast() }
        return text
    }
}
