extension Canvas {
    /// Writes `text` from a cell to the right, in one row.
    ///
    /// What lies outside the clip or past `maxWidth` columns is left out; a wide letter is drawn whole or as a blank.
    /// - Returns: the columns of `text` within `maxWidth`, whether they were visible or not.
    @discardableResult
    public mutating func put(
        _ text: SafeText,
        column: Int,
        row: Int,
        style: Style = .plain,
        link: SafeLink? = nil,
        maxWidth: Int = .max
    ) -> Int {
        var used = 0
        let link = add(link)
        for letter in text.graphemes {
            guard letter.width <= maxWidth - used else { break }
            set(letter, column: column + used, row: row, style: style, link: link)
            used += letter.width
        }
        return used
    }

    /// Writes runs of text, one after another, in one row.
    ///
    /// - Returns: the columns used within `maxWidth`, whether they were visible or not.
    @discardableResult
    public mutating func put(_ text: StyledText, column: Int, row: Int, maxWidth: Int = .max) -> Int {
        var used = 0
        for run in text.runs {
            let columns = put(
                run.text,
                column: column + used,
                row: row,
                style: run.style,
                link: run.link,
                maxWidth: maxWidth - used
            )
            used += columns
            guard columns == run.text.width else { break }
        }
        return used
    }

    /// Fills `rect` with one narrow letter.
    public mutating func fill(_ rect: Rect, style: Style = .plain, with letter: SafeText = " ") {
        let target = rect.intersection(bounds)
        guard let letter = letter.graphemes.first, letter.width == 1 else { return }
        for row in target.row..<target.endRow {
            for column in target.column..<target.endColumn { set(letter, column: column, row: row, style: style) }
        }
    }

    /// Draws a line to the right.
    public mutating func horizontalLine(column: Int, row: Int, length: Int, style: Style = .plain) {
        fill(Rect(column: column, row: row, width: length, height: 1), style: style, with: "─")
    }

    /// Draws a line downward.
    public mutating func verticalLine(column: Int, row: Int, length: Int, style: Style = .plain) {
        fill(Rect(column: column, row: row, width: 1, height: length), style: style, with: "│")
    }

    /// Draws a frame along the outermost cells of `rect`; less than two rows or columns draw nothing.
    public mutating func box(_ rect: Rect, style: Style = .plain) {
        guard rect.width >= 2, rect.height >= 2 else { return }
        let (right, bottom) = (rect.endColumn - 1, rect.endRow - 1)
        horizontalLine(column: rect.column + 1, row: rect.row, length: rect.width - 2, style: style)
        horizontalLine(column: rect.column + 1, row: bottom, length: rect.width - 2, style: style)
        verticalLine(column: rect.column, row: rect.row + 1, length: rect.height - 2, style: style)
        verticalLine(column: right, row: rect.row + 1, length: rect.height - 2, style: style)
        put("┌", column: rect.column, row: rect.row, style: style)
        put("┐", column: right, row: rect.row, style: style)
        put("└", column: rect.column, row: bottom, style: style)
        put("┘", column: right, row: bottom, style: style)
    }
}
