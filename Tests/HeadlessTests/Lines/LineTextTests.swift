import Testing

@testable import Headless

@Suite("A line of text")
struct LineTextTests {
    private func line(_ text: String) -> String {
        var output: [UInt8] = []
        LineText.append(text, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    @Test(
        "shows what a terminal would act on and keeps all else",
        arguments: [
            ("plain", "plain"),
            ("한글 👨‍👩‍👧‍👦 e\u{301}", "한글 👨‍👩‍👧‍👦 e\u{301}"),
            ("tab\there", "tab\there"),
            ("one\ntwo\r\n", "one\\ntwo\\x0d\\n"),
            ("\u{1B}[31mred\u{7}\u{0}\u{8}\u{7F}", "\\x1b[31mred\\x07\\x00\\x08\\x7f"),
            ("\u{9B}31m\u{85}\u{9D}", "\\u{009b}31m\\u{0085}\\u{009d}"),
            ("\u{202E}evil\u{2066}\u{200F}\u{61C}", "\\u{202e}evil\\u{2066}\\u{200f}\\u{061c}"),
            ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
        ]
    )
    func shown(_ text: String, _ expected: String) {
        #expect(line(text) == expected)
    }

    @Test("repairs bytes that are not UTF-8, whatever stands around them")
    func illFormed() {
        var output: [UInt8] = []
        LineText.append(([0x61, 0xFF, 0xC2] as [UInt8]).span, to: &output)
        LineText.append(([0xC2, 0x9B] as [UInt8]).span, to: &output)
        LineText.append(([0xED, 0xA0, 0x80] as [UInt8]).span, to: &output)
        let text = String(validating: output, as: UTF8.self)
        #expect(text == "a\u{FFFD}\u{FFFD}\\u{009b}\u{FFFD}\u{FFFD}\u{FFFD}")
    }

    @Test("never holds a byte that a terminal acts on, for any two bytes")
    func everyPair() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                var output: [UInt8] = []
                LineText.append([first, second].span, to: &output)
                let text = String(validating: output, as: UTF8.self)
                #expect(text?.unicodeScalars.allSatisfy { !$0.actsOnTerminals || $0 == "\t" } == true)
            }
        }
    }
}
