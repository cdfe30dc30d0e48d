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

    @Test("A mark that may have a column or none is written alone, and what follows it where it belongs")
    func spacingMarks() async throws {
        let text: SafeText = "नमस्ते க்ஷி\u{BBF}x"
        for marksHaveColumns in [true, false] {
            let pty = try PseudoTerminal(width: 24, height: 2)
            var terminal = PocketTerminal(width: 24, height: 2)
            terminal.marksHaveColumns = marksHaveColumns
            let environment = ["TERM": "xterm-256color"]
            let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: environment)
            for row in 0..<2 {
                var canvas = Canvas(width: 24, height: 2)
                canvas.put(text, column: 2, row: row)
                canvas.put("|", column: 23, row: row)
                await screen.present(canvas)
                terminal.receive(pty.readFrame())
                let cells = Array(terminal.cells[(row * 24)..<(row * 24 + 24)])
                let expected = Array(canvas.row(row))
                for (cell, wanted) in zip(cells, expected) where !wanted.isWhole {
                    #expect(marksHaveColumns ? cell.text == wanted.text : cell.text.hasPrefix(wanted.text))
                }
            }
            await screen.leave()
        }
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
