import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Keys bound otherwise")
struct KeyMapTests {
    private func chat(_ bind: (inout KeyBindings) throws -> Void) rethrows -> ChatScript {
        var chat = ChatScript.community()
        var bindings = KeyBindings()
        try bind(&bindings)
        chat.state.keyMap = KeyMap(bindings)
        return chat
    }

    @Test("do what they are bound to, in the help too, and no longer what they did")
    func bound() throws {
        var chat = try chat {
            try $0.bind("Ctrl-O", to: "help", in: .writing)
            try $0.bind("F1", to: nil, in: .writing)
            try $0.bind("Ctrl-Q", to: "newLine", in: .writing)
        }
        chat.press(.named(.function(1)))
        #expect(chat.state.overlay == nil)
        chat.press(.control("q"))
        #expect(chat.state.composer.text == "\n")
        #expect(chat.effects.contains(.quit) == false)
        chat.press(.control("o"))
        let help = HelpPane.rows(width: 200, keyMap: chat.state.keyMap).map(\.text.text)
        #expect(help.contains { $0.contains("Ctrl-O") && $0.contains("this help") })
        #expect(!help.contains { $0.contains("F1") })
        #expect(help.contains { $0.contains("(no key)") && $0.contains("quit") })
        #expect(chat.state.overlay != nil)
        chat.press(.named(.escape))
        #expect(chat.screen.contains("Ctrl-O help"))
    }

    @Test("of two parts wait for the second, and do nothing else with it")
    func chords() throws {
        var chat = try chat { try $0.bind("Ctrl-X h", to: "help", in: .writing) }
        chat.press(.control("x"))
        #expect(chat.screen.contains("Ctrl-X …"))
        chat.press(.character("h"))
        #expect(chat.state.overlay != nil)
        chat.press(.named(.escape), .control("x"), .character("q"))
        #expect(chat.state.composer.isEmpty)
        #expect(chat.screen.contains("Ctrl-X q does nothing"))
        chat.press(.control("x"), .named(.escape), .character("a"))
        #expect(chat.state.composer.text == "a")
        chat.press(.control("x"), .paste("b"))
        #expect(chat.state.composer.text == "ab")
        chat.press(.control("x"), .control("e"))
        #expect(chat.effects.last == .edit("ab"))
    }

    @Test("with a message selected are their own")
    func selecting() throws {
        var chat = try chat { try $0.bind("x", to: "reply", in: .selecting) }
        chat.change(.replaced([.message(ChatScript.item(0))], hasOlder: false))
        chat.press(.alt("k"), .character("x"))
        #expect(chat.state.shown?.purpose != .message)
    }

    @Test("of two letters work with a message selected, and take no letter from what is typed")
    func chordsOfLetters() throws {
        var chat = try chat {
            try $0.bind("g g", to: "selectFirst", in: .selecting)
            try $0.bind("z q", to: "quit", in: .selecting)
        }
        chat.change(.replaced((0..<3).map { .message(ChatScript.item($0)) }, hasOlder: false))
        chat.type("good egg")
        #expect(chat.state.composer.text == "good egg" && chat.state.prefix == nil)
        chat.press(.alt("k"))
        let last = chat.state.shown?.selection
        chat.press(.character("g"))
        #expect(chat.state.shown?.selection == last && chat.screen.contains("g …"))
        chat.press(.character("g"))
        #expect(chat.state.shown?.selection == chat.state.shown?.timeline.firstSerial)
        chat.press(.character("g"), .control("c"))
        #expect(chat.state.prefix == nil && chat.state.shown?.selection != nil)
        // The table's own, of keys for writing, work there as well.
        chat.press(.control("x"), .control("r"), .character("G"))
        #expect(chat.state.shown?.selection == last)
        chat.press(.character("z"), .character("q"))
        #expect(chat.effects.contains(.quit))
        chat.press(.named(.escape))
        chat.type("g")
        #expect(chat.state.composer.text == "good eggg")
        let words = KeyViewer(
            {
                var settings = ScreenSettings()
                try? settings.keys.bind("g g", to: "selectFirst", in: .selecting)
                return settings
            }()
        )
        #expect(words.words(for: .character("g")) == "writes itself; with a message selected begins g g")
    }

    @Test("with Shift do what they do without it, unless they are bound or taken away")
    func shift() throws {
        let map = KeyMap()
        #expect(map.command(for: KeyChord(.named(.left, [.control, .shift]))) == .wordLeft)
        #expect(map.command(for: KeyChord(.named(.right, [.alt, .shift]))) == .wordRight)
        #expect(map.command(for: KeyChord(.named(.up, [.control, .shift]))) == .historyOlder)
        #expect(map.command(for: KeyChord(.named(.backspace, .shift))) == .deleteLeft)
        #expect(map.command(for: KeyChord(.named(.up, .shift))) == .selectUp)
        #expect(map.command(for: KeyChord(.named(.function(1), .shift))) == nil)
        var bindings = KeyBindings()
        try bindings.bind("Ctrl-Shift-Left", to: nil, in: .writing)
        #expect(KeyMap(bindings).command(for: KeyChord(.named(.left, [.control, .shift]))) == nil)
    }

    @Test("a mouse between two keys of one is none of them")
    func mouseBetween() {
        var chat = ChatScript.community(messages: 90)
        chat.press(.control("x"), .mouse(MouseEvent(.wheelUp, column: 40, row: 5)))
        #expect(chat.state.shown?.scroll != .following)
        #expect(!chat.screen.contains("does nothing"))
    }

    @Test("Ctrl-K goes to any thread wherever it cuts nothing")
    func jump() {
        func opened(_ chat: ChatScript) -> Bool { if case .picker? = chat.state.overlay { true } else { false } }
        var chat = ChatScript.community(messages: 3)
        chat.press(.control("k"))
        #expect(opened(chat))
        chat.press(.named(.escape))
        chat.type("ab")
        chat.press(.named(.left), .control("k"))
        #expect(!opened(chat) && chat.state.composer.text == "a")
        chat.press(.control("k"))
        #expect(opened(chat) && chat.state.composer.text == "a")
        chat.press(.named(.escape), .alt("k"), .control("k"))
        #expect(opened(chat))
    }

    @Test("that can't be bound are named with what is wrong")
    func faults() {
        var bindings = KeyBindings()
        #expect(throws: KeyBindings.Fault.noKey("Hyper-x")) { try bindings.bind("Hyper-x", to: "help", in: .writing) }
        #expect(throws: KeyBindings.Fault.noCommand("halp")) { try bindings.bind("F9", to: "halp", in: .writing) }
        #expect(throws: KeyBindings.Fault.text("a")) { try bindings.bind("a", to: "help", in: .writing) }
        #expect(throws: KeyBindings.Fault.noKey("a b c")) { try bindings.bind("a b c", to: "help", in: .selecting) }
        #expect(bindings == KeyBindings())
    }

    @Test("that most terminals can't tell apart do the same where they can")
    func older() {
        let map = KeyMap()
        #expect(map.command(for: KeyChord(.control("m"))) == .send)
        #expect(map.command(for: KeyChord(.control("i"))) == .complete)
        #expect(map.command(for: KeyChord(.control("["))) == .dismiss)
    }
}
