import Terminal
import Testing

@testable import ChatUI

@Suite("The key table")
struct KeyTableTests {
    @Test("binds no key twice")
    func unique() {
        for sections in [KeyTable.sections, [KeyTable.selecting]] {
            let keys = sections.flatMap(\.bindings).flatMap(\.keys)
            #expect(Set(keys).count == keys.count)
        }
    }

    @Test("gives every key of a binding a command, and every binding words that the help shows")
    func complete() {
        let help = HelpPane.rows(width: 200).map(\.text.text).joined(separator: "\n")
        for binding in (KeyTable.sections + [KeyTable.selecting]).flatMap(\.bindings) {
            #expect(binding.keys.count == binding.commands.count)
            #expect(help.contains(binding.help.text))
            #expect(help.contains(binding.label.text))
        }
        for form in CommandTable.forms { #expect(help.contains("/\(form.name)")) }
    }

    @Test(
        "names keys as people do",
        arguments: [
            (Key.control("a"), "Ctrl-A"), (.named(.enter, .alt), "Alt-Enter"), (.alt("b"), "Alt-B"),
            (.named(.function(1)), "F1"), (.named(.left, [.control, .shift]), "Ctrl-Shift-Left"),
        ]
    )
    func labels(key: Key, name: String) {
        #expect(key.label.text == name)
    }

    @Test("makes a help that fits every width, and scrolls to its end and no further")
    func help() {
        var chat = ChatScript(width: 40, height: 10)
        chat.submit("/help")
        for _ in 0..<100 { chat.press(.named(.pageDown)) }
        #expect(chat.screen.contains("//TEXT"))
        #expect(!chat.screen.contains("more below"))
        chat.press(.named(.escape))
        #expect(chat.state.overlay == nil)
    }
}
