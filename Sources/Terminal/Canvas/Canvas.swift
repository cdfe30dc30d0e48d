/// A grid of cells that the user interface draws into and the screen shows.
public struct Canvas: Sendable, Equatable {
    /// One column of one row.
    public struct Cell: Sendable, Hashable {
        /// The letter that begins here; empty in the right half of a wide one.
        public var text: String
        /// How it looks.
        public var style: Style

        static let blank = Cell(text: " ", style: .plain)
    }

    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// Where the terminal's cursor stands; nil hides it.
    public var cursor: (column: Int, row: Int)?
    /// The cells, row by row.
    public private(set) var cells: [Cell]

    /// Makes a blank canvas; negative sizes count as 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    public static func == (left: Canvas, right: Canvas) -> Bool {
        left.width == right.width && left.height == right.height && left.cells == right.cells
            && left.cursor?.column == right.cursor?.column && left.cursor?.row == right.cursor?.row
    }
}
