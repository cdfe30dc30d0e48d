import Terminal

/// The text being written, with the cursor in sight.
struct ComposerPane {
    private let composer: Composer
    private let promptWidth: Int

    init(_ composer: Composer, promptWidth: Int) {
        self.composer = composer
        self.promptWidth = promptWidth
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        let width = bounds.width - promptWidth
        guard bounds.height > 0, width > 0 else { return }
        let layout = ComposerLayout(composer, width: width)
        let first = min(max(0, layout.cursorRow - bounds.height + 1), max(0, layout.rows.count - bounds.height))
        if promptWidth > 0 { canvas.put(first == 0 ? ">" : "^", column: 0, row: 0, style: Theme.strong) }
        for (row, letters) in layout.rows.dropFirst(first).prefix(bounds.height).enumerated() {
            draw(composer.letters[letters], row: row, width: width, into: &canvas)
        }
        canvas.placeCursor(column: promptWidth + layout.cursorColumn, row: layout.cursorRow - first)
    }

    private func draw(_ letters: ArraySlice<Character>, row: Int, width: Int, into canvas: inout Canvas) {
        var column = promptWidth
        for letter in letters {
            column += canvas.put(ComposerLayout.drawn(letter, width: width), column: column, row: row)
        }
    }
}
