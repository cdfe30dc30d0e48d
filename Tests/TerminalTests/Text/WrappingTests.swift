import Testing

@testable import Terminal

@Suite("Wrapping")
struct WrappingTests {
    @Test(
        "Lines break where a reader expects it",
        arguments: [
            ("", 5, [""]), ("abc", 5, ["abc"]), ("ab cd ef", 5, ["ab cd", "ef"]), ("ab cd ef", 4, ["ab", "cd", "ef"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]), ("a bcdefgh", 4, ["a", "bcde", "fgh"]),
            ("ab   cd", 3, ["ab", "cd"]), ("ab ", 2, ["ab"]),
            ("  ab cd", 5, ["  ab", "cd"]), ("     x", 3, ["x"]), ("abc def", 3, ["abc", "def"]),
            ("한글입니다", 4, ["한글", "입니", "다"]), ("한글입니다", 5, ["한글", "입니", "다"]), ("안녕 세계", 5, ["안녕", "세계"]),
            ("本。文", 4, ["本。", "文"]), ("日本。文", 4, ["日", "本。", "文"]), ("ab「本」", 4, ["ab", "「本", "」"]),
            ("https://a.example/bc/de?f=g&h", 18, ["https://a.example/", "bc/de?f=g&h"]),
            ("a/b?c&d", 2, ["a/", "b?", "c&", "d"]),
            ("well-known -n --x", 6, ["well-", "known", "-n --x"]), ("x -abcd", 3, ["x", "-ab", "cd"]),
            ("ab\u{1B}", 3, ["ab", "^["]), ("\u{202E}x", 4, ["<RLO", ">x"]), ("क्षि", 2, ["क्", "षि"]),
        ]
    )
    func breaks(raw: String, width: Int, lines: [String]) {
        #expect(SafeText(raw, lines: .single).wrapped(to: width).map(\.text) == lines)
    }

    @Test("A width that holds no wide letter shows placeholders and goes on", arguments: [1, 0, -3])
    func tooNarrow(width: Int) {
        #expect(("한a글" as SafeText).wrapped(to: width).map(\.text) == ["▯", "a", "▯"])
    }

    @Test("No line is wider than asked, and no letter but spaces is lost", arguments: HostileCorpus.letters)
    func properties(raw: String) {
        let text = SafeText(raw + " some words, " + raw + "/" + raw, lines: .single)
        for width in 2...20 {
            let lines = text.wrapped(to: width)
            #expect(lines.allSatisfy { $0.width <= width })
            let kept = lines.flatMap { $0.text.unicodeScalars }.filter { $0 != " " && $0 != "\u{3000}" }
            #expect(kept == Array(text.text.unicodeScalars).filter { $0 != " " && $0 != "\u{3000}" })
        }
    }

    @Test("Styled text breaks at the same places and keeps its styles")
    func styled() {
        let bold = Style(attributes: .bold)
        var text = StyledText("on", style: bold)
        text.append("e two 한")
        text.append("글", style: bold)
        let lines = text.wrapped(to: 7)
        #expect(lines.map(\.text.text) == ["one two", "한글"])
        #expect(lines[0].runs == [.init("on", style: bold), .init("e two")])
        #expect(lines[1].runs == [.init("한"), .init("글", style: bold)])
        #expect(text.prefix(width: 3).runs == [.init("on", style: bold), .init("e")])
        #expect(StyledText().wrapped(to: 3) == [StyledText()])
    }
}
