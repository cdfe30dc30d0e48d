import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Writing in an editor")
struct EditorTests {
    @Test(
        "takes the editor's words apart as they are written",
        arguments: [
            ("vim", ["vim"]), ("code -w", ["code", "-w"]), ("  nano  -w ", ["nano", "-w"]),
            ("'/opt/my editor/ed' --new", ["/opt/my editor/ed", "--new"]),
            ("emacs \"-e x\" ''", ["emacs", "-e x", ""]), ("a\\ b c\\\\d", ["a b", "c\\d"]),
            ("vi; rm -rf $HOME", ["vi;", "rm", "-rf", "$HOME"]),
            ("", []), ("   ", []),
        ]
    )
    func words(text: String, words: [String]) {
        #expect(EditorCommand.split(text) == words)
    }

    @Test("takes VISUAL before EDITOR, and what the system has where neither says anything")
    func choice() {
        #expect(EditorCommand(environment: ["VISUAL": "a b", "EDITOR": "c"]).words == ["a", "b"])
        #expect(EditorCommand(environment: ["VISUAL": " ", "EDITOR": "c"]).words == ["c"])
        #expect(EditorCommand(environment: [:]).words == ["editor"])
    }

    @Test("brings the text back to the thread it came from, without the line end at its end")
    func back() {
        var chat = ChatScript.community()
        chat.type("begun")
        chat.press(.control("x"), .control("e"))
        #expect(chat.effects.last == .edit("begun"))
        let title = chat.state.shown?.thread.title
        chat.press(.control("n"))
        chat.perform(.edited(.written("done\nwith it\n\n")))
        #expect(chat.state.composer.isEmpty)
        chat.press(.control("p"))
        #expect(chat.state.shown?.thread.title == title)
        #expect(chat.state.composer.text == "done\nwith it")
        #expect(chat.requests.filter { if case .send = $0 { true } else { false } }.isEmpty)
        chat.press(.control("_"))
        #expect(chat.state.composer.text == "begun")
    }

    @Test("says what went wrong, and leaves the text")
    func failed() {
        var chat = ChatScript.community()
        chat.type("begun")
        chat.press(.control("x"), .control("e"))
        chat.perform(.edited(.failed("the editor ended with 3")))
        #expect(chat.screen.contains("the editor ended with 3"))
        #expect(chat.state.composer.text == "begun")
        #expect(chat.state.editing == nil)
    }
}
