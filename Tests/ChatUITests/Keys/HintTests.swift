import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A hint that names a key")
struct HintTests {
    /// A chat with other keys.
    private func chat(_ changes: [(String, String?)], selecting: [(String, String?)] = [], messages: Int = 3) throws
        -> ChatScript
    {
        var bindings = KeyBindings()
        for (key, command) in changes { try bindings.bind(key, to: command, in: .writing) }
        for (key, command) in selecting { try bindings.bind(key, to: command, in: .selecting) }
        var chat = ChatScript.community(messages: messages)
        chat.state.keyMap = KeyMap(bindings)
        return chat
    }

    @Test("names the one that is bound, everywhere")
    func rebound() throws {
        var chat = try chat([
            ("Esc", nil), ("F8", "dismiss"), ("Ctrl-G", nil), ("F9", "fillGap"), ("F1", nil), ("F10", "help"),
            ("PageUp", nil), ("Shift-PageUp", nil), ("F7", "pageUp"), ("Tab", nil), ("F6", "complete"),
        ])
        chat.change(.inserted([.gap(id: "g")], before: "m2", hasOlder: true))
        #expect(chat.screen.contains("messages are missing here: F9 loads them"))
        #expect(chat.screen.contains("older messages: F7"))
        #expect(chat.screen.contains("F10 help"))
        chat.press(.alt("k"), .character("+"))
        #expect(chat.screen.contains("with F6 (F8 cancels)"))
        chat.press(.named(.function(8)))
        #expect(chat.state.shown?.purpose == .message)
        chat.press(.alt("k"), .named(.up), .named(.up), .named(.function(7)))
        #expect(chat.screen.contains("below (F8)") || chat.state.shown?.scroll == .following)
        #expect(!chat.canvas.rows.contains { $0.contains("Esc cancels") || $0.contains("Ctrl-G") })
    }

    @Test("with a message selected names what is bound there")
    func selecting() throws {
        var chat = try chat(
            [],
            selecting: [("d", nil), ("x", "delete"), ("r", nil), ("Esc", nil), ("q", nil), ("i", nil)]
        )
        chat.press(.alt("k"))
        #expect(chat.canvas.rows[22].contains("e edit  x delete  + react  s save  Up/Down move"))
        // Esc means by itself what it means here.
        #expect(chat.canvas.rows[22].contains("Esc back") && !chat.canvas.rows[22].contains("reply"))
    }

    @Test("is left out where no key does it")
    func unbound() throws {
        var chat = try chat([
            ("Esc", nil), ("Ctrl-C", nil), ("Ctrl-G", nil), ("F1", nil), ("PageUp", nil), ("Shift-PageUp", nil),
        ])
        chat.change(.inserted([.gap(id: "g")], before: "m2", hasOlder: true))
        #expect(chat.screen.contains("messages are missing here ─"))
        #expect(chat.screen.contains("older messages ─") && !chat.screen.contains("help"))
    }

    @Test("is as ever where nothing is bound otherwise")
    func usual() {
        let map = KeyMap()
        #expect(map.label(for: .fillGap) == "Ctrl-G" && map.leaving == "Esc")
        #expect(map.labelForSelection(.delete) == "d" && map.labelForSelection(.dismiss) == "Esc")
        #expect(map.labelForSelection(.pageUp) == "PageUp" && map.labelForSelection(.up) == nil)
    }
}
