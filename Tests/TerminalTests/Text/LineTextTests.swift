import Testing

@testable import Terminal

@Suite("A line of text")
struct LineTextTests {
    private func shown(_ append: (inout [UInt8]) -> Void) -> String {
        // What stands before is never taken for a part of the text.
        var output: [UInt8] = Array("e".utf8)
        append(&output)
        #expect(output[0] == UInt8(ascii: "e"))
        guard let text = String(validating: output.dropFirst(), as: UTF8.self) else { return "no UTF-8" }
        return text
    }

    private func expect(_ text: String, is expected: String, at location: SourceLocation = #_sourceLocation) {
        // Scalar by scalar: strings that are canonically equivalent are equal.
        #expect(Array(text.unicodeScalars) == Array(expected.unicodeScalars), sourceLocation: location)
    }

    @Test(
        "shows what a terminal would act on, composes letters, and keeps emoji and tabs as they are",
        arguments: [
            ("plain", "plain"), ("", ""), ("tab\there", "tab\there"),
            ("한글 👨‍👩‍👧‍👦 👍🏽 ❤️ 🇰🇷 \u{E000}", "한글 👨‍👩‍👧‍👦 👍🏽 ❤️ 🇰🇷 \u{E000}"),
            ("🏴\u{E0067}\u{E007F} a\u{E0067}", "🏴\u{E0067}\u{E007F} a"),
            ("one\ntwo\r\n", "one\\ntwo\\n"), ("a\rb\r\r\n", "a^Mb^M\\n"), ("a\r", "a^M"),
            ("a\u{2028}b\u{2029}\u{85}", "a\\nb\\n\\n"),
            ("\u{1B}[31mred\u{7}\u{0}\u{8}\u{7F}", "^[[31mred^G^@^H^?"),
            ("\u{9B}31m\u{9D}", "<9B>31m<9D>"),
            ("\u{202E}evil\u{2066}\u{200F}\u{61C}", "<RLO>evil<LRI><RLM><ALM>"),
            ("e\u{301}", "é"), ("\u{301}", "◌\u{301}"), ("\u{1B}\u{301}", "^[◌\u{301}"), ("\u{212B}\u{F900}", "Å豈"),
            ("\u{1112}\u{1161}\u{11AB}", "한"), ("か\u{3099}!", "が!"), ("\u{B95}\u{BC6}\u{BBE}", "\u{B95}\u{BCA}"),
            ("q" + String(repeating: "\u{323}", count: 30) + "x", "q\u{323}\u{323}\u{323}\u{323}x"),
            (
                "q" + String(repeating: "\u{323}\u{200D}", count: 30),
                "q" + String(repeating: "\u{323}\u{200D}", count: 4) + String(repeating: "\u{200D}", count: 10)
            ),
            ("\u{200B}a\u{AD}\u{FEFF}b", "ab"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ]
    )
    func read(_ text: String, _ expected: String) {
        expect(shown { LineText.append(text, to: &$0) }, is: expected)
        expect(shown { LineText.append(Array(text.utf8).span, to: &$0) }, is: expected)
    }

    @Test(
        "keeps every letter that was written where that is asked for, and shows what a terminal would act on",
        arguments: [
            ("e\u{301}\u{200B}\u{FEFF}", "e\u{301}\u{200B}\u{FEFF}"), ("\u{301}", "\u{301}"), ("\u{212B}", "\u{212B}"),
            ("a\tb\r\nc", "a\tb^M\\nc"), ("\u{85}\u{2028}", "<85><2028>"), ("\u{1B}\u{202E}", "^[<RLO>"),
        ]
    )
    func exact(_ text: String, _ expected: String) {
        expect(shown { LineText.append(exact: text, to: &$0) }, is: expected)
        expect(shown { LineText.append(exact: Array(text.utf8).span, to: &$0) }, is: expected)
    }

    @Test(
        "makes of a name one without tricks",
        arguments: [
            ("  Ann \n\t Lee  ", "Ann Lee"), ("\u{202E}nnA\u{200F}", "nnA"), (" \u{202E} ", ""),
            ("a \u{202E} b", "a b"),
            ("a\u{3000}b\u{A0}", "a b"), ("a\u{1B}b", "a^[b"), ("\u{200B}", ""),
            ("👩\u{200D}💻 e\u{301}", "👩\u{200D}💻 é"),
        ]
    )
    func name(_ text: String, _ expected: String) {
        expect(shown { LineText.append(name: text, to: &$0) }, is: expected)
    }

    @Test("keeps the lines of a text where they are wanted, whatever ends them")
    func lines() {
        let lines = shown { LineText.append(linesOf: "a\r\nb\u{2028}\n\u{85}c\rd", separator: [0x0A, 0x20], to: &$0) }
        expect(lines, is: "a\n b\n \n \n c^Md")
    }

    @Test("repairs bytes that are not UTF-8, whatever stands around them", arguments: HostileCorpus.bytes)
    func illFormed(bytes: [UInt8]) {
        for prefix in ["", "x", "fifteen letters", "한글 and more than sixteen bytes "] {
            let all = prefix.utf8 + bytes + Array(" end".utf8)
            let line = shown { LineText.append(all.span, to: &$0) }
            expect(line, is: shown { LineText.append(String(decoding: all, as: UTF8.self), to: &$0) })
        }
    }

    @Test("says the same of a text wherever its plain letters end", arguments: HostileCorpus.texts)
    func fastRoad(text: String) {
        for count in 0..<34 {
            let letters = String(repeating: "x", count: count)
            let alone = shown { LineText.append("|" + text + "|", to: &$0) }
            let within = shown { LineText.append(letters + "|" + text + "|" + letters, to: &$0) }
            expect(within, is: letters + alone + letters)
        }
    }

    @Test("never holds a byte that a terminal acts on, for any two bytes, in any form")
    func everyPair() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let pair = [first, second]
                let text = String(decoding: pair, as: UTF8.self)
                var output: [UInt8] = []
                LineText.append(pair.span, to: &output)
                LineText.append(exact: pair.span, to: &output)
                LineText.append(name: text, to: &output)
                let shown = String(validating: output, as: UTF8.self)
                #expect(shown?.unicodeScalars.allSatisfy { !$0.actsOnTerminals || $0 == "\t" } == true)
            }
        }
    }

    @Test("holds no scalar that a terminal acts on, and what does is what the table says")
    func everyScalar() {
        var letters = "".unicodeScalars
        for value in 0...UInt32(0x10FFFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shape = ScalarClass(scalar)
            if (shape == .control || shape == .bidirectional) != scalar.actsOnTerminals {
                Issue.record("U+\(String(value, radix: 16))")
            }
            if scalar != "\t" { letters.append(scalar) }
            guard value % 0x4000 == 0x3FFF else { continue }
            for line in [
                shown { LineText.append(String(letters), to: &$0) },
                shown { LineText.append(exact: String(letters), to: &$0) },
                shown { LineText.append(name: String(letters), to: &$0) },
            ] {
                let acts = line.unicodeScalars.contains { $0.actsOnTerminals }
                #expect(!acts, "before \(value)")
            }
            letters.removeAll(keepingCapacity: true)
        }
    }
}
