import Terminal

/// The rows a text takes when it is broken at the right edge, letter by letter, and where the cursor stands in them.
///
/// A row has room for the cursor behind its last letter, so that the cursor never leaves the screen.
struct ComposerLayout {
    /// The letters of each row, as ranges into the text.
    private(set) var rows: [Range<Int>] = []
    /// The cursor's row.
    private(set) var cursorRow = 0
    /// The cursor's column.
    private(set) var cursorColumn = 0

    private let width: Int

    /// Lays out a text in rows of `width` columns; less than 1 counts as 1.
    init(_ composer: Composer, width: Int) {
        self.width = max(1, width)
        var start = 0
        var column = 0
        for (index, letter) in composer.letters.enumerated() {
            let columns = letter == "\n" ? 0 : ComposerLayout.drawn(letter, width: self.width).width
            if column + columns > self.width || (letter != "\n" && column == self.width) {
                rows.append(start..<index)
                start = index
                column = 0
            }
            if index == composer.cursor { place(column) }
            column += columns
            if letter == "\n" {
                rows.append(start..<index)
                start = index + 1
                column = 0
            }
        }
        if composer.cursor == composer.letters.count {
            if column == self.width {
                rows.append(start..<composer.letters.count)
                start = composer.letters.count
                column = 0
            }
            place(column)
        }
        rows.append(start..<composer.letters.count)
    }

    private mutating func place(_ column: Int) {
        cursorRow = rows.count
        cursorColumn = min(column, width - 1)
    }

    /// One letter as it is drawn: one that is wider than a row is cut.
    static func drawn(_ letter: Character, width: Int) -> SafeText {
        let text = SafeText(String(letter), lines: .single)
        return text.width <= width ? text : text.wrapped(to: width)[0]
    }
}
