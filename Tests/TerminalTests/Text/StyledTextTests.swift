import Testing

@testable import Terminal

@Suite("Styled text")
struct StyledTextTests {
    private let bold = Style(attributes: .bold)

    @Test("Wraps as plain text does and keeps styles and links")
    func wrapping() {
        let link = SafeLink("https://example.com/a")
        var text = StyledText("one ", style: bold)
        text.append("https://example.com/a", link: link)
        let rows = text.wrapped(to: 10)
        #expect(rows.map(\.text.text) == ["one", "https://ex", "ample.com/", "a"])
        #expect(rows[0].runs.first?.style == bold)
        #expect(rows.dropFirst().allSatisfy { $0.runs.allSatisfy { $0.link == link } })
    }

    @Test(
        "Is cut where a line ends whatever stands there, and always ends",
        arguments: [
            ("abcdef", 4, ["abcd", "ef"]), ("a  b", 2, ["a ", " b"]), ("", 3, [""]), ("한글", 3, ["한", "글"]),
            ("한글", 1, ["▯", "▯"]), ("ab", 0, ["a", "b"]), ("ab", -5, ["a", "b"]), ("    x", 4, ["    ", "x"]),
        ]
    )
    func cutting(raw: String, width: Int, rows: [String]) {
        #expect(StyledText(SafeText(raw, lines: .single)).cut(to: width).map(\.text.text) == rows)
    }
}
