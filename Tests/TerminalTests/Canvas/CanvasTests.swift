import Testing

@testable import Terminal

@Suite("Canvas")
struct CanvasTests {
    private let bold = Style(attributes: .bold)

    /// Fails unless each wide letter has its two halves, side by side.
    private func expectWhole(_ canvas: Canvas, at location: SourceLocation = #_sourceLocation) {
        for row in 0..<canvas.height {
            let cells = Array(canvas.row(row))
            for (column, cell) in cells.enumerated() {
                let isWide = cell.text.unicodeScalars.first.map { ScalarClass($0) == .wide } ?? false
                let nextIsHalf = column + 1 < cells.count && cells[column + 1].text.isEmpty
                #expect(isWide == nextIsHalf, sourceLocation: location)
            }
            #expect(cells.first?.text != "", sourceLocation: location)
        }
    }

    @Test("Text is written where it is put and clipped at every edge")
    func put() {
        var canvas = Canvas(width: 5, height: 3)
        #expect(canvas.put("abc", column: 1, row: 0, style: bold) == 3)
        canvas.put("edge!", column: 3, row: 1)
        canvas.put("left", column: -2, row: 2)
        canvas.put("no", column: 0, row: 3)
        canvas.put("no", column: 0, row: -1)
        canvas.put("no", column: 5, row: 0)
        canvas.put("no", column: .min / 2, row: 0)
        #expect(canvas.rows == [" abc", "   ed", "ft"])
        #expect(canvas.style(column: 1, row: 0) == bold)
        #expect(canvas.style(column: 0, row: 0) == .plain)
    }

    @Test("A wide letter at an edge leaves a blank, never a half")
    func wideAtEdges() {
        var canvas = Canvas(width: 3, height: 2)
        canvas.fill(canvas.bounds, with: "x")
        canvas.put("한글", column: 0, row: 0, style: bold)
        canvas.put("한글", column: -1, row: 1, style: bold)
        #expect(canvas.rows == ["한", " 글"])
        #expect(canvas.style(column: 2, row: 0) == bold)
        expectWhole(canvas)
    }

    @Test("The width of a put is bounded, and its result says how far it went", arguments: 0...6)
    func maxWidth(limit: Int) {
        var canvas = Canvas(width: 10, height: 1)
        let used = canvas.put("a한b글", column: 0, row: 0, maxWidth: limit)
        #expect(used == [0, 1, 1, 3, 4, 4, 6][limit])
        #expect(canvas.rows == [("a한b글" as SafeText).prefix(width: limit).text])
    }

    @Test("Writing over one half of a wide letter blanks the other half", arguments: 0...4)
    func overwriting(column: Int) {
        for text: SafeText in ["q", "문", "qq", "문자"] {
            var canvas = Canvas(width: 7, height: 1)
            canvas.put("中文字", column: 0, row: 0)
            canvas.put(text, column: column, row: 0)
            expectWhole(canvas)
        }
    }

    @Test("Both halves of neighbours are blanked where a wide letter comes between them")
    func between() {
        var canvas = Canvas(width: 6, height: 1)
        canvas.put("中文字", column: 0, row: 0)
        canvas.put("한", column: 1, row: 0)
        #expect(canvas.rows == [" 한 字"])
        canvas.fill(Rect(column: 5, row: 0, width: 1, height: 1))
        #expect(canvas.rows == [" 한"])
    }

    @Test("Drawing into a rectangle moves the origin and has no effect outside")
    func subrectangle() {
        var canvas = Canvas(width: 8, height: 4)
        canvas.fill(canvas.bounds, with: ".")
        canvas.draw(in: Rect(column: 2, row: 1, width: 4, height: 2)) { inner in
            #expect(inner.bounds == Rect(column: 0, row: 0, width: 4, height: 2))
            inner.put("abcdefgh", column: 1, row: 0)
            inner.put("xy", column: -1, row: 1)
            inner.put("no", column: 0, row: 2)
            inner.draw(in: Rect(column: 2, row: 1, width: 10, height: 10)) { deepest in
                deepest.fill(Rect(column: 0, row: 0, width: 50, height: 50), with: "#")
                deepest.placeCursor(column: 1, row: 0)
            }
        }
        #expect(canvas.rows == ["........", "...abc..", "..y.##..", "........"])
        #expect(canvas.cursor?.column == 5 && canvas.cursor?.row == 2)
        canvas.placeCursor(column: 8, row: 0)
        #expect(canvas.cursor == nil)
        #expect(canvas.bounds == Rect(column: 0, row: 0, width: 8, height: 4))
    }

    @Test("A rectangle's edge through a wide letter blanks the half outside too")
    func clipThroughWide() {
        var canvas = Canvas(width: 4, height: 1)
        canvas.put("中文", column: 0, row: 0)
        canvas.draw(in: Rect(column: 1, row: 0, width: 2, height: 1)) { $0.put("ab", column: 0, row: 0) }
        #expect(canvas.rows == [" ab"])
        expectWhole(canvas)
    }

    @Test("Lines and boxes")
    func boxes() {
        var canvas = Canvas(width: 5, height: 3)
        canvas.box(canvas.bounds)
        #expect(canvas.text == "┌───┐\n│   │\n└───┘\n")
        canvas.box(Rect(column: 1, row: 1, width: 1, height: 1))
        canvas.box(Rect(column: 3, row: 1, width: 9, height: 9), style: bold)
        #expect(canvas.rows == ["┌───┐", "│  ┌─", "└──│┘"])
    }

    @Test("Runs are written one after another, up to the limit")
    func runs() {
        var canvas = Canvas(width: 8, height: 1)
        let text = StyledText([.init("ab"), .init("한글", style: bold), .init("z")])
        #expect(canvas.put(text, column: 1, row: 0, maxWidth: 5) == 4)
        #expect(canvas.rows == [" ab한"])
        #expect(canvas.style(column: 3, row: 0) == bold)
    }

    @Test("Restyling leaves the letters")
    func restyle() {
        var canvas = Canvas(width: 4, height: 2)
        canvas.put("a한b", column: 0, row: 0)
        canvas.restyle(Rect(column: 0, row: 0, width: 9, height: 1)) { $0.attributes.insert(.reverse) }
        #expect(canvas.rows == ["a한b", ""])
        #expect(canvas.row(0).allSatisfy { $0.style.attributes == .reverse })
        #expect(canvas.row(1).allSatisfy { $0.style == .plain })
    }

    @Test("Sizes are held in bounds", arguments: [(-1, 5, 0, 5), (0, 0, 0, 0), (1 << 40, 1, Canvas.maximumSide, 1)])
    func sizes(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int) {
        var canvas = Canvas(width: width, height: height)
        #expect(canvas.width == expectedWidth && canvas.height == expectedHeight)
        canvas.put("한글", column: 0, row: 0)
        canvas.box(canvas.bounds)
        canvas.fill(Rect(column: -5, row: -5, width: 100, height: 100))
    }

    @Test("Random puts keep every wide letter whole")
    func randomPuts() {
        var canvas = Canvas(width: 12, height: 3)
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let texts: [SafeText] = ["한", "a", "字b", "가나다라마바사", "e\u{301}x"]
        for _ in 0..<500 {
            let area = Rect(column: random(12) - 1, row: random(3), width: random(12), height: 2)
            canvas.draw(in: area) { $0.put(texts[random(5)], column: random(14) - 3, row: random(2)) }
            expectWhole(canvas)
        }
    }
}
