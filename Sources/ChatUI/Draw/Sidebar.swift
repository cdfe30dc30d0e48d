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

/// The line above the messages: which thread they are of, and without a list how the others are.
struct Header {
    private let state: ChatState
    private let hasSidebar: Bool

    init(_ state: ChatState, hasSidebar: Bool) {
        self.state = state
        self.hasSidebar = hasSidebar
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard bounds.height > 0 else { return }
        let others = others
        let room = bounds.width - (others.isEmpty ? 0 : others.width + 1)
        canvas.put(name.truncated(to: room), column: 0, row: 0, style: Theme.strong)
        canvas.put(others, column: bounds.width - others.width, row: 0, style: Theme.unread)
    }

    private var name: SafeText {
        guard let thread = state.shown else { return state.title }
        let id = SafeText(name: thread.id)
        return hasSidebar ? id : thread.title
    }

    private var others: SafeText {
        guard !hasSidebar, state.threads.count > 1 else { return "" }
        let unread = state.threads.enumerated().reduce(0) { $0 + ($1.offset == state.selected ? 0 : $1.element.unread) }
        let place: SafeText = "\(state.selected + 1)/\(state.threads.count)"
        return unread == 0 ? place : "\(unread) unread \(place)"
    }
}
