import Terminal

/// A frame in the middle of the screen, as large as what it holds and no larger than the screen.
struct Box {
    /// Where what it holds is drawn.
    let inside: Rect
    private let frame: Rect

    /// - Parameters:
    ///   - width: the columns wanted inside.
    ///   - height: the rows wanted inside.
    init(width: Int, height: Int, in bounds: Rect) {
        // On a very small screen every cell is needed for words.
        let hasFrame = bounds.width >= 16 && bounds.height >= 5
        let (sides, ends) = hasFrame ? (4, 2) : (0, 0)
        let outerWidth = min(bounds.width, max(width, 1) + sides)
        let outerHeight = min(bounds.height, max(height, 1) + ends)
        frame = Rect(
            column: bounds.column + (bounds.width - outerWidth) / 2,
            row: bounds.row + (bounds.height - outerHeight) / 2,
            width: outerWidth,
            height: outerHeight
        )
        inside = hasFrame ? frame.inset(columns: 2, rows: 1) : frame
    }

    /// The columns there are inside of the largest box.
    static func room(in bounds: Rect) -> (width: Int, height: Int) {
        let box = Box(width: bounds.width, height: bounds.height, in: bounds)
        return (max(1, box.inside.width), max(1, box.inside.height))
    }

    func draw(into canvas: inout Canvas, title: SafeText = "", content: (inout Canvas) -> Void) {
        canvas.fill(frame)
        if frame != inside {
            canvas.box(frame, style: Theme.line)
            if !title.isEmpty {
                let shown: SafeText = " \(title.truncated(to: max(0, frame.width - 6))) "
                canvas.put(
                    shown,
                    column: frame.column + 2,
                    row: frame.row,
                    style: Theme.strong,
                    maxWidth: frame.width - 4
                )
            }
        }
        canvas.draw(in: inside) { content(&$0) }
    }
}
