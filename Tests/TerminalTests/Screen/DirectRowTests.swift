import Testing

@testable import Terminal

@Suite("What curses can't write")
struct DirectRowTests {
    @Test("Links are written over their letters, with one identifier for all parts of one")
    func links() {
        let link = SafeLink("https://example.com/long")
        var canvas = Canvas(width: 12, height: 2)
        canvas.put("see ", column: 0, row: 0)
        var text = StyledText("https://example", style: Style(attributes: .underline), link: link)
        text.append("!", style: .plain)
        for (row, line) in text.cut(to: 8).enumerated() { canvas.put(line, column: 4, row: row, maxWidth: 8) }
        let rows = (0...1).map { String(decoding: DirectRow($0, of: canvas, colorCount: 256).bytes, as: UTF8.self) }
        let identifier = String(link?.identity ?? 0, radix: 16)
        #expect(
            rows[0]
                == "\u{1B}7\u{1B}]8;id=\(identifier);https://example.com/long\u{1B}\\\u{1B}[1;5H\u{1B}[0;4mhttps://"
                + "\u{1B}]8;;\u{1B}\\\u{1B}8"
        )
        #expect(rows[1].contains("id=\(identifier);"))
        #expect(rows[1].contains("\u{1B}[2;5H\u{1B}[0;4mexample\u{1B}]8;;"))
        #expect(!DirectRow.isNeeded(for: Canvas(width: 3, height: 1).row(0)))
    }

    @Test("Emoji that are drawn whole are written at their columns")
    func whole() {
        var canvas = Canvas(width: 8, height: 1)
        EmojiForm.$current.withValue(.modern(.all)) {
            _ = canvas.put(SafeText("a👍🏽b❤\u{FE0F}", lines: .single), column: 0, row: 0)
        }
        let bytes = String(decoding: DirectRow(0, of: canvas, colorCount: 0).bytes, as: UTF8.self)
        #expect(bytes == "\u{1B}7\u{1B}[1;2H\u{1B}[0m👍🏽\u{1B}[1;5H❤\u{FE0F}\u{1B}8")
        canvas.put("x", column: 2, row: 0)
        #expect(canvas.rows == ["a xb❤\u{FE0F}"])
        let rest = String(decoding: DirectRow(0, of: canvas, colorCount: 0).bytes, as: UTF8.self)
        #expect(rest == "\u{1B}7\u{1B}[1;5H\u{1B}[0m❤\u{FE0F}\u{1B}8")
    }

    @Test(
        "Styles are written for as many colours as there are",
        arguments: [
            (Style(foreground: .palette(33), attributes: [.bold, .reverse]), 256, "\u{1B}[0;1;7;38;5;33m"),
            (Style(foreground: .palette(1), background: .palette(4)), 8, "\u{1B}[0;31;44m"),
            (Style(foreground: .palette(9)), 8, "\u{1B}[0;1;31m"), (Style(foreground: .palette(9)), 16, "\u{1B}[0;91m"),
            (Style(foreground: .palette(160), attributes: .italic), 0, "\u{1B}[0;3m"),
        ] as [(Style, Int, String)]
    )
    func styles(style: Style, count: Int, sequence: String) {
        #expect(StyleSequence(style, colorCount: count).text == sequence)
    }
}
