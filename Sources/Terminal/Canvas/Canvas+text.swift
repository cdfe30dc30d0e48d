extension Canvas {
    /// The letters of each row without the spaces at its end.
    public var rows: [String] {
        (0..<height).map { index in
            var line = row(index).map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The rows, each ended by a newline.
    public var text: String {
        rows.map { $0 + "\n" }.joined()
    }

    /// Where a cell leads; nil when it leads nowhere.
    public func link(column: Int, row: Int) -> SafeLink? {
        guard column >= 0, column < width, row >= 0, row < height else { return nil }
        return links[cells[row * width + column].link]
    }

    /// The style of a cell; plain outside of the canvas.
    public func style(column: Int, row: Int) -> Style {
        guard column >= 0, column < width, row >= 0, row < height else { return .plain }
        return cells[row * width + column].style
    }
}
