import Terminal

/// A box that waits for a key.
struct DialogPane {
    private let dialog: Dialog

    init(_ dialog: Dialog) {
        self.dialog = dialog
    }

    func draw(into canvas: inout Canvas) {
        let room = Box.room(in: canvas.bounds)
        let width = min(room.width, 60)
        let lines = SafeText.lines(of: dialog.text).flatMap { $0.wrapped(to: width) }
        let hint: SafeText = "Enter or Esc closes this"
        let shown = Array(lines.prefix(max(1, room.height - 1)))
        let widest = max(shown.map(\.width).max() ?? 0, min(hint.width, width))
        Box(width: widest, height: shown.count + 1, in: canvas.bounds).draw(into: &canvas, title: dialog.community) {
            canvas in
            for (row, line) in shown.enumerated() { canvas.put(line, column: 0, row: row) }
            canvas.put(
                hint.truncated(to: canvas.bounds.width),
                column: 0,
                row: canvas.bounds.height - 1,
                style: Theme.faint
            )
        }
        canvas.cursor = nil
    }
}
