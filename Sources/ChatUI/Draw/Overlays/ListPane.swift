import Terminal

/// A list in which a person chooses.
struct ListPane {
    private let list: ListState

    init(_ list: ListState) {
        self.list = list
    }

    func draw(into canvas: inout Canvas) {
        let room = Box.room(in: canvas.bounds)
        let widest = max(list.rows.reduce(0) { max($0, $1.text.width) } + 2, list.title.width + 2, hint.width)
        let height = min(max(1, list.rows.count) + 1, room.height)
        let box = Box(width: min(widest, room.width), height: height, in: canvas.bounds)
        box.draw(into: &canvas, title: list.title) { canvas in
            let bounds = canvas.bounds
            let rows = max(1, bounds.height - 1)
            let first = max(0, min(list.selected - rows / 2, list.rows.count - rows))
            if list.rows.isEmpty { canvas.put(list.title.truncated(to: bounds.width), column: 0, row: 0) }
            for (row, index) in (first..<max(first, min(first + rows, list.rows.count))).enumerated() {
                draw(index, row: row, into: &canvas)
            }
            guard bounds.height > 1 else { return }
            canvas.put(hint.truncated(to: bounds.width), column: 0, row: bounds.height - 1, style: Theme.faint)
        }
        canvas.cursor = nil
    }

    private func draw(_ index: Int, row: Int, into canvas: inout Canvas) {
        let width = canvas.bounds.width
        let isSelected = index == list.selected && list.canChoose
        canvas.put(isSelected ? "▸" : " ", column: 0, row: row, style: Theme.strong, maxWidth: width)
        // Where nothing is chosen there is no mark, and no room for one.
        let column = list.canChoose ? 2 : 0
        canvas.put(list.rows[index].text, column: column, row: row, maxWidth: max(0, width - column))
        if isSelected {
            canvas.restyle(Rect(column: 0, row: row, width: width, height: 1)) { $0.attributes.insert(.reverse) }
        }
    }

    private var hint: SafeText {
        if !list.canChoose { return "Esc closes" }
        switch list.kind {
        case .members, .member: return "Enter shows, Esc closes"
        case .notifications: return "Enter goes there, Esc closes"
        case .links: return "Enter or its number opens, y copies, Esc closes"
        case .workspaces: return "Enter switches, Esc closes"
        case .thread: return "Esc closes"
        }
    }
}

extension ListState {
    /// Whether there is something to choose.
    var canChoose: Bool { rows.contains { $0.choice != .nothing } }
}
