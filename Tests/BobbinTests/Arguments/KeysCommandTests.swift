import ChatUI
import Terminal
import Testing

@testable import bobbin

@Suite("The key viewer")
struct KeysCommandTests {
    private func lines(_ text: String, _ settings: ScreenSettings = ScreenSettings()) -> [String] {
        var decoder = KeyDecoder()
        let keys = decoder.decode(text.utf8) + decoder.flush()
        return KeysCommand.lines(Array(text.utf8), keys, KeyViewer(settings))
    }

    @Test(
        "shows what a key sends, is called and does",
        arguments: [
            ("\u{1B}[1;5D", ["^[[1;5D", "Ctrl-Left", "wordLeft (word left"]),
            ("\u{0B}", ["^K", "Ctrl-K", "cutToLineEnd"]),
            ("\u{7F}", ["^?", "Backspace", "deleteLeft"]),
            ("\u{18}", ["^X", "Ctrl-X", "begins Ctrl-X Ctrl-E"]),
            ("r", ["r", "writes itself; with a message selected reply (reply)"]),
            ("한", ["한", "writes itself"]),
            ("\u{1B}[200~two\nlines\u{1B}[201~", ["paste of 9 letters"]),
            ("\u{1B}[<0;3;4M", ["^[[<0;3;4M", "left button pressed at column 3, row 4"]),
            ("\u{1B}[I", ["^[[I", "the terminal has the focus"]),
            ("\u{1B}[99;99y", ["^[[99;99y", "means nothing here"]),
            ("\u{1B}[24~", ["^[[24~", "F12", "does nothing"]),
        ]
    )
    func shown(text: String, words: [String]) {
        let line = lines(text).first ?? ""
        for word in words { #expect(line.contains(word), "\(line)") }
    }

    @Test("tells what two keys do together, whether they come at once or one after the other")
    func together() {
        #expect(lines("\u{18}\u{05}").last?.contains("Ctrl-X Ctrl-E editor (write in") == true)
        let after = KeysCommand.lines([0x05], [.control("e")], KeyViewer(ScreenSettings()), after: .control("x"))
        #expect(after.count == 1 && after[0].hasPrefix("^E "))
        #expect(after[0].contains("lineEnd (end of the line); Ctrl-X Ctrl-E editor"))
        let nothing = KeysCommand.lines([0x61], [.character("a")], KeyViewer(ScreenSettings()), after: .control("x"))
        #expect(nothing[0].contains("Ctrl-X a does nothing"))
    }

    @Test("knows the keys of the configuration")
    func configured() {
        let configuration = ConfigurationTests.read(
            """
            {screen: {keys: {"F12": "help", "Ctrl-K": null}, messageKeys: {"x": "reply"}}}
            """
        )
        #expect(configuration.complaints() == [])
        #expect(lines("\u{1B}[24~", configuration.screen)[0].contains("help (this help)"))
        #expect(!lines("\u{0B}", configuration.screen)[0].contains("cutToLineEnd"))
        #expect(lines("x", configuration.screen)[0].contains("with a message selected reply"))
    }

    @Test("lists every command with its keys")
    func list() {
        let text = KeysCommand.list(KeyViewer(ScreenSettings()))
        for command in KeyBindings.commands { #expect(text.contains("  \(command) "), "\(command)") }
        #expect(text.contains("nextThread       Ctrl-N, Alt-Down"))
    }

    @Test("is told what can't be bound, with key and line")
    func faults() {
        let configuration = ConfigurationTests.read(
            """
            {screen: {keys: {
              "Hyper-k": "help",
              "F9": "hepl",
              "a": "help",
              "F10": 3,
            }}}
            """
        )
        let complaints = configuration.complaints()
        #expect(complaints.count == 4)
        for (line, word) in zip(
            complaints,
            [
                "2: screen.keys.Hyper-k: \"Hyper-k\" is no key", "3: screen.keys.F9",
                "4: screen.keys.a: \"a\" writes a letter", "5: screen.keys.F10: must be a text",
            ]
        ) {
            #expect(line.contains(word), "\(line)")
        }
        #expect(complaints[1].contains("did you mean \"help\"?"))
    }
}
