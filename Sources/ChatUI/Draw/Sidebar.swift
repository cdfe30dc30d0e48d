import Terminal

/// The list of threads: which one is shown, and how much is unread in the others.
struct Sidebar {
    private let state: ChatState

    init(_ state: ChatState) {
        self.state = state
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard bounds.height > 0 else { return }
        canvas.put(state.title.truncated(to: bounds.width), column: 0, row: 0, style: Theme.strong)
        let rows = bounds.height - 1
        // The list moves only as far as it must for the thread shown.
        let first = max(0, min(state.selected - rows / 2, state.threads.count - rows))
        for (row, index) in (first..<max(first, min(first + rows, state.threads.count))).enumerated() {
            draw(state.threads[index], isShown: index == state.selected, row: row + 1, into: &canvas)
        }
    }

    private func draw(_ thread: ThreadState, isShown: Bool, row: Int, into canvas: inout Canvas) {
        let width = canvas.bounds.width
        let count: SafeText = thread.unread == 0 ? "" : thread.unread > 999 ? "999+" : "\(thread.unread)"
        let mark: SafeText = isShown ? "▸" : thread.ended != nil ? "×" : thread.composer.isEmpty ? " " : "*"
        let room = width - 2 - (count.isEmpty ? 0 : count.width + 1)
        let line: SafeText = "\(mark) \(thread.title.truncated(to: room).padded(to: room))"
        let style =
            isShown ? Theme.selected : thread.ended != nil ? Theme.faint : count.isEmpty ? Theme.plain : Theme.strong
        canvas.put(line.padded(to: width), column: 0, row: row, style: style, maxWidth: width)
        canvas.put(count, column: width - count.width, row: row, style: isShown ? Theme.selected : Theme.unread)
    }
}
