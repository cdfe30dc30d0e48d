import Terminal

/// The messages of the thread shown, the newest at the bottom.
struct MessagePane {
    private let state: ChatState

    init(_ state: ChatState) {
        self.state = state
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard !bounds.isEmpty else { return }
        guard let thread = state.shown else { return drawAdvice(into: &canvas) }
        let rows = Viewport(thread, zone: state.zone, width: bounds.width, height: bounds.height).visible
        for (index, row) in rows.enumerated() {
            canvas.put(row, column: 0, row: bounds.height - rows.count + index, maxWidth: bounds.width)
        }
        drawHint(thread, into: &canvas)
    }

    /// Over the last row while it is not the newest: that there is more below.
    private func drawHint(_ thread: ThreadState, into canvas: inout Canvas) {
        guard thread.scroll != .following else { return }
        let bounds = canvas.bounds
        let hint: SafeText = thread.newBelow > 0 ? " \(thread.newBelow) new below (Esc) " : " more below (Esc) "
        let shown = hint.truncated(to: bounds.width)
        let style = thread.newBelow > 0 ? Theme.statusBad : Theme.status
        canvas.put(shown, column: max(0, bounds.width - shown.width - 1), row: bounds.height - 1, style: style)
    }

    private func drawAdvice(into canvas: inout Canvas) {
        let lines = SafeText("No thread yet. Type /join DESTINATION, for example: /join /topic/general", lines: .single)
        for (row, line) in lines.wrapped(to: canvas.bounds.width).enumerated() {
            canvas.put(line, column: 0, row: row, style: Theme.faint)
        }
    }
}
