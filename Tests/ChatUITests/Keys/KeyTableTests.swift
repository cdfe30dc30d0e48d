import Foundation
import Terminal
import Testing

@testable import ChatUI

@Suite("The key table")
struct KeyTableTests {
    @Test("binds no key twice")
    func unique() {
        for sections in [KeyTable.sections, [KeyTable.selecting]] {
            let chords = sections.flatMap(\.bindings).flatMap(\.chords)
            #expect(Set(chords).count == chords.count)
        }
    }

    @Test("gives every key of a binding a command, and every binding words that the help shows")
    func complete() {
        let help = HelpPane.rows(width: 200).map(\.text.text).joined(separator: "\n")
        for binding in (KeyTable.sections + [KeyTable.selecting]).flatMap(\.bindings) {
            #expect(binding.chords.count == binding.commands.count)
            #expect(help.contains(binding.help.text))
            #expect(help.contains(binding.label.text))
        }
        for form in CommandTable.forms { #expect(help.contains("/\(form.name)")) }
    }

    @Test(
        "names keys as people do",
        arguments: [
            (Key.control("a"), "Ctrl-A"), (.named(.enter, .alt), "Alt-Enter"), (.alt("b"), "Alt-B"),
            (.named(.function(1)), "F1"), (.control(" "), "Ctrl-Space"), (.alt("B"), "Alt-Shift-B"),
            (.altControl("h"), "Ctrl-Alt-H"), (.character("/"), "/"), (.named(.backTab), "Shift-Tab"),
            (.control("-"), "Ctrl--"), (.named(.pageDown, .alt), "Alt-PageDown"), (.character(" "), "Space"),
            (.alt("-"), "Alt--"), (.character("-"), "-"), (.character("G"), "G"),
            (.named(.left, [.control, .shift]), "Ctrl-Shift-Left"),
        ]
    )
    func labels(key: Key, name: String) {
        #expect(key.label.text == name)
        #expect(Key(name: name) == key)
    }

    @Test(
        "reads names of keys in other spellings, and nothing that is none",
        arguments: [
            ("ctrl-k", Key.control("k")), ("C-K", .control("k")), ("M-x", .alt("x")), ("alt-ctrl-h", .altControl("h")),
            ("S-Tab", .named(.backTab)), ("shift-return", .named(.enter, .shift)), ("PgUp", .named(.pageUp)),
            ("Alt-F12", .named(.function(12), .alt)), ("한", .character("한")), ("", nil), ("Ctrl-", nil), ("F99", nil),
            ("Hyper-x", nil), ("abc", nil),
        ] as [(String, Key?)]
    )
    func names(name: String, key: Key?) {
        #expect(Key(name: name) == key)
    }

    @Test("knows every key that the README tells of")
    func readme() throws {
        let path = #filePath.replacingOccurrences(of: "Tests/ChatUITests/Keys/KeyTableTests.swift", with: "README.md")
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "| key | does |"))
        let table = lines[(start + 2)...].prefix { $0.hasPrefix("| ") }
        #expect(table.count > 10)
        for row in table {
            let cell = row.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
            for name in cell.replacingOccurrences(of: " to ", with: ", ").components(separatedBy: ", ") {
                let chord = try #require(KeyChord(name: name), "\(name)")
                #expect(KeyMap().command(for: chord) != nil, "\(name)")
            }
        }
    }

    @Test("tells of every key that works in what lies over the screen")
    func layers() {
        let help = HelpPane.rows(width: 200).map(\.text.text).joined(separator: "\n")
        for section in LayerTable.sections {
            #expect(help.contains(section.title.text))
            for binding in section.bindings {
                #expect(help.contains(binding.help.text) && help.contains(binding.label.text))
            }
        }
        for layer in KeyLayer.allCases { #expect(LayerTable.commands[layer]?.isEmpty == false) }
        for layer in KeyLayer.allCases where layer != .confirmation {
            #expect(layer.command(for: .named(.escape), nil) == .close)
        }
    }

    @Test("has a key for every command")
    func commands() {
        let bound = Set((KeyTable.sections + [KeyTable.selecting]).flatMap(\.bindings).flatMap(\.commands))
        #expect(Set(KeyCommand.allCases).subtracting(bound) == [])
    }

    @Test("makes a help in which words can be looked for")
    func searched() {
        var chat = ChatScript.community()
        chat.press(.named(.function(1)))
        chat.type("thread unread")
        #expect(chat.screen.contains("Alt-A"))
        #expect(!chat.screen.contains("Ctrl-T"))
        chat.type("xyz")
        #expect(chat.screen.contains("nothing found for thread unreadxyz"))
        chat.press(.named(.escape))
        #expect(chat.screen.contains("Enter"))
        chat.press(.named(.escape))
        #expect(chat.state.overlay == nil && chat.state.composer.isEmpty)
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
