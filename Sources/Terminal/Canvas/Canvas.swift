/// A grid of cells that the user interface draws into and the screen shows.
public struct Canvas: Sendable {
    /// One column of one row.
    public struct Cell: Sendable, Hashable {
        /// The letter that begins here; empty in the right half of a wide one.
        public var text: String
        /// How it looks.
        public var style: Style
        /// Whether the terminal draws the letter as one, which curses can't.
        public var isWhole = false
        /// Which of ``Canvas/links`` it is part of; 0 for none.
        public var link: UInt32 = 0

        static let blank = Cell(text: " ", style: .plain)
    }

    /// The most columns and the most rows; a terminal that claims more is drawn in part.
    public static let maximumSide = 2000

    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// Where the terminal's cursor stands; nil hides it.
    public var cursor: (column: Int, row: Int)?
    /// Whether the terminal reports what the mouse does. It then selects no text by itself, or only with Shift.
    public var wantsMouse = false
    /// The cells, row by row.
    public private(set) var cells: [Cell]
    /// Where letters lead, by the number in their cells.
    public private(set) var links: [UInt32: SafeLink] = [:]
    /// Where drawing has an effect, and where column 0 of row 0 lies.
    private var clip: Rect
    private var origin: (column: Int, row: Int) = (0, 0)

    /// Makes a blank canvas; sizes are held between 0 and ``maximumSide``.
    public init(width: Int, height: Int) {
        self.width = min(max(0, width), Self.maximumSide)
        self.height = min(max(0, height), Self.maximumSide)
        cells = Array(repeating: .blank, count: self.width * self.height)
        clip = Rect(column: 0, row: 0, width: self.width, height: self.height)
    }

    /// All of it, or inside ``draw(in:_:)`` the rectangle drawn into, in the coordinates that drawing uses.
    public var bounds: Rect { clip.moved(columns: -origin.column, rows: -origin.row) }

    /// The cells of one row; `row` must be one of the canvas.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        cells[(row * width)..<((row + 1) * width)]
    }

    /// Draws with column 0 of row 0 at the corner of `rect`, and no effect outside of it.
    ///
    /// Only ``cursor`` keeps the canvas's own coordinates; ``placeCursor(column:row:)`` uses those of `rect`.
    @discardableResult
    public mutating func draw<Result>(in rect: Rect, _ body: (inout Canvas) throws -> Result) rethrows -> Result {
        let (outerClip, outerOrigin) = (clip, origin)
        defer { (clip, origin) = (outerClip, outerOrigin) }
        let moved = rect.moved(columns: origin.column, rows: origin.row)
        clip = clip.intersection(moved)
        origin = (moved.column, moved.row)
        return try body(&self)
    }

    /// Puts the cursor on a cell, or hides it if that is outside of what is drawn into.
    public mutating func placeCursor(column: Int, row: Int) {
        let (column, row) = (column + origin.column, row + origin.row)
        cursor = clip.contains(column: column, row: row) ? (column, row) : nil
    }

    /// Puts `letter` at a cell; what of it lies outside the clip leaves a blank inside.
    mutating func set(_ letter: SafeText.Grapheme, column: Int, row: Int, style: Style, link: UInt32 = 0) {
        let (column, row) = (column + origin.column, row + origin.row)
        let end = column + letter.width
        guard row >= clip.row, row < clip.endRow, end > clip.column, column < clip.endColumn else { return }
        if column < clip.column || end > clip.endColumn {
            let visible = max(column, clip.column)
            replace(row * width + visible, with: Cell(text: " ", style: style))
        } else {
            let cell = Cell(text: letter.text, style: style, isWhole: letter.isWhole, link: link)
            replace(row * width + column, with: cell)
            guard letter.width == 2 else { return }
            replace(row * width + column + 1, with: Cell(text: "", style: style, link: link))
        }
    }

    /// Notes a link, and returns the number that cells name it by; 0 if another one has it.
    mutating func add(_ link: SafeLink?) -> UInt32 {
        guard let link else { return 0 }
        let known = links[link.identity]
        if known == nil { links[link.identity] = link }
        return known == nil || known == link ? link.identity : 0
    }

    /// Forgets where letters lead, so that the terminal is not told.
    public mutating func removeLinks() {
        guard !links.isEmpty else { return }
        links = [:]
        for index in cells.indices where cells[index].link != 0 { cells[index].link = 0 }
    }

    /// Changes the looks of the cells in `rect` and leaves their letters.
    public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
        let target = rect.moved(columns: origin.column, rows: origin.row).intersection(clip)
        for row in target.row..<target.endRow {
            for column in target.column..<target.endColumn { change(&cells[row * width + column].style) }
        }
    }

    /// Replaces one cell; the other half of a wide letter that stood there becomes blank.
    private mutating func replace(_ index: Int, with cell: Cell) {
        let column = index % width
        // The right half of the letter being set follows its left one, and must not erase it.
        if cells[index].text.isEmpty, column > 0, !cell.text.isEmpty {
            cells[index - 1].text = " "
            cells[index - 1].isWhole = false
        }
        if column + 1 < width, cells[index + 1].text.isEmpty { cells[index + 1].text = " " }
        cells[index] = cell
    }
}

extension Canvas: Equatable {
    public static func == (left: Canvas, right: Canvas) -> Bool {
        left.wantsMouse == right.wantsMouse && left.width == right.width && left.height == right.height
            && left.cells == right.cells
            && left.cursor?.column == right.cursor?.column && left.cursor?.row == right.cursor?.row
    }
}
