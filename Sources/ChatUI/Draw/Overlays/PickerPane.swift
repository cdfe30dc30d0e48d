import Terminal

/// What can be chosen by some of its letters: the letters, and what fits them.
struct PickerPane {
    private let picker: PickerState

    init(_ picker: PickerState) {
        self.picker = picker
    }

    func draw(into canvas: inout Canvas) {
        let room = Box.room(in: canvas.bounds)
        let width = min(room.width, 72)
        let height = min(room.height, max(3, min(picker.items.count + 2, 16)))
        canvas.cursor = nil
        Box(width: width, height: height, in: canvas.bounds).draw(into: &canvas, title: title) { canvas in
            let bounds = canvas.bounds
            drawQuery(into: &canvas)
            let hasHint = bounds.height > 2
            drawHits(in: 1..<max(1, bounds.height - (hasHint ? 1 : 0)), into: &canvas)
            guard hasHint else { return }
            canvas.put(hint.truncated(to: bounds.width), column: 0, row: bounds.height - 1, style: Theme.faint)
        }
    }

    private var title: SafeText {
        switch picker.kind {
        case .thread: "go to"
        case .emoji: "emoji"
        case .history: "written before"
        }
    }

    private var hint: SafeText {
        if picker.items.isEmpty { return "nothing is here yet; Esc closes" }
        if picker.hits.isEmpty { return "nothing fits; Esc closes" }
        return switch picker.kind {
        case .thread: "Enter goes there, Esc closes"
        case .emoji: "Enter takes it, Esc closes"
        case .history: "Enter takes it to be changed or sent, Esc closes"
        }
    }

    private func drawQuery(into canvas: inout Canvas) {
        let width = canvas.bounds.width - 2
        guard width > 0 else { return }
        canvas.put(">", column: 0, row: 0, style: Theme.strong)
        let letters = picker.query.letters
        let before = SafeText(String(letters[..<picker.query.cursor]), lines: .single).suffix(width: width - 1)
        let behind = SafeText(String(letters[picker.query.cursor...]), lines: .single)
        canvas.put(before, column: 2, row: 0)
        canvas.put(behind.prefix(width: width - before.width), column: 2 + before.width, row: 0)
        canvas.placeCursor(column: 2 + before.width, row: 0)
    }

    private func drawHits(in rows: Range<Int>, into canvas: inout Canvas) {
        let hits = picker.hits
        let width = canvas.bounds.width
        let first = max(0, min(picker.selected - rows.count / 2, hits.count - rows.count))
        for (row, index) in zip(rows, first..<max(first, hits.count)) {
            let isSelected = index == picker.selected
            canvas.put(isSelected ? "▸" : " ", column: 0, row: row, style: Theme.strong, maxWidth: width)
            draw(hits[index], row: row, width: max(0, width - 2), into: &canvas)
            guard isSelected else { continue }
            canvas.restyle(Rect(column: 0, row: row, width: width, height: 1)) { $0.attributes.insert(.reverse) }
        }
    }

    private func draw(_ hit: PickerState.Hit, row: Int, width: Int, into canvas: inout Canvas) {
        let item = picker.items[hit.index]
        let detail = item.detail.truncated(to: max(0, width / 2))
        let room = max(0, width - (detail.isEmpty ? 0 : detail.width + 1))
        let text = title(of: item, places: Set(hit.places))
        canvas.put(text, column: 2, row: row, maxWidth: room)
        canvas.put(detail, column: 2 + width - detail.width, row: row, style: Theme.faint, maxWidth: detail.width)
    }

    /// The title with the letters marked that were found.
    private func title(of item: PickerState.Item, places: Set<Int>) -> StyledText {
        var text = StyledText([.init(item.lead, style: item.style)])
        var run = ""
        var wasFound = false
        func end() {
            if !run.isEmpty {
                text.append(SafeText(run, lines: .single), style: wasFound ? Theme.found : item.style)
            }
            run = ""
        }
        for (index, letter) in item.title.prefix(300).enumerated() {
            let isFound = places.contains(index)
            if isFound != wasFound { end() }
            wasFound = isFound
            // What has several lines is one row here.
            run.append(letter.isNewline ? " " : letter)
        }
        end()
        return text
    }
}
