/// A rectangle of cells.
public struct Rect: Sendable, Hashable {
    /// The leftmost column.
    public var column: Int
    /// The topmost row.
    public var row: Int
    /// The number of columns, never negative.
    public var width: Int
    /// The number of rows, never negative.
    public var height: Int

    /// Makes a rectangle; negative sizes count as 0.
    public init(column: Int, row: Int, width: Int, height: Int) {
        self.column = column
        self.row = row
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The column right of the last one.
    public var endColumn: Int { column + width }
    /// The row below the last one.
    public var endRow: Int { row + height }
    /// Whether it holds no cell.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Whether the cell lies inside.
    public func contains(column: Int, row: Int) -> Bool {
        column >= self.column && column < endColumn && row >= self.row && row < endRow
    }

    /// What both cover; empty if they don't touch.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        return Rect(
            column: left,
            row: top,
            width: min(endColumn, other.endColumn) - left,
            height: min(endRow, other.endRow) - top
        )
    }

    /// The rectangle without its outermost cells.
    public func inset(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(column: column + columns, row: row + rows, width: width - 2 * columns, height: height - 2 * rows)
    }

    func moved(columns: Int, rows: Int) -> Rect {
        Rect(column: column + columns, row: row + rows, width: width, height: height)
    }
}
