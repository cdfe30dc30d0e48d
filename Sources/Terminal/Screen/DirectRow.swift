/// What curses can't write of a row: letters that the terminal draws as one though their scalars are wider, marks that
/// may have a column of their own or none, and links.
///
/// It is written over what curses put there, at known cells, after each change of the row.
struct DirectRow {
    private let cells: ArraySlice<Canvas.Cell>
    private let row: Int
    private let links: [UInt32: SafeLink]
    private let colorCount: Int
    private let hasFullColors: Bool

    init(_ row: Int, of canvas: Canvas, colorCount: Int, hasFullColors: Bool = false) {
        cells = canvas.row(row)
        self.row = row
        links = canvas.links
        self.colorCount = colorCount
        self.hasFullColors = hasFullColors
    }

    /// Whether a row has any of it.
    static func isNeeded(for cells: ArraySlice<Canvas.Cell>) -> Bool {
        cells.contains { $0.isWhole || $0.link != 0 }
    }

    /// The bytes; the cursor and the attributes are afterwards as they were before.
    var bytes: [UInt8] {
        var text = ""
        var openLink: UInt32 = 0
        var openStyle: Style?
        var wasWritten = false
        for (column, cell) in cells.enumerated() {
            guard cell.isWhole || cell.link != 0 else {
                wasWritten = false
                continue
            }
            // The right half of a letter that stands before it.
            if cell.text.isEmpty { continue }
            if cell.link != openLink {
                text += sequence(for: cell.link)
                openLink = cell.link
            }
            if !wasWritten { text += "\u{1B}[\(row + 1);\(column + 1)H" }
            if openStyle != cell.style {
                text += StyleSequence(cell.style, colorCount: colorCount, hasFullColors: hasFullColors).text
                openStyle = cell.style
            }
            text += cell.text
            // Nobody knows where a mark leaves the cursor.
            wasWritten = !cell.isWhole || isWide(column)
        }
        guard openStyle != nil else { return [] }
        if openLink != 0 { text += sequence(for: 0) }
        // DECSC and DECRC keep the cursor's place and how letters look.
        return Array("\u{1B}7\(text)\u{1B}8".utf8)
    }

    /// Whether the letter in a column has the next one too.
    private func isWide(_ column: Int) -> Bool {
        column + 1 < cells.count && cells[cells.startIndex + column + 1].text.isEmpty
    }

    /// OSC 8; the identifier joins the parts of an address that goes on in the next row.
    private func sequence(for link: UInt32) -> String {
        guard let target = links[link] else { return "\u{1B}]8;;\u{1B}\\" }
        return "\u{1B}]8;id=\(String(link, radix: 16));\(target.encoded)\u{1B}\\"
    }
}
