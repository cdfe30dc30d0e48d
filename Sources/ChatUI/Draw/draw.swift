public import Terminal

/// Draws the whole screen.
public func draw(_ state: ChatState, into canvas: inout Canvas) {
    EmojiForm.$current.withValue(state.reading.emoji) { drawAll(state, into: &canvas) }
}

private func drawAll(_ state: ChatState, into canvas: inout Canvas) {
    canvas.fill(canvas.bounds)
    canvas.cursor = nil
    if case .help(let help) = state.overlay {
        canvas.draw(in: canvas.bounds) { HelpPane(help, state).draw(into: &$0) }
    } else {
        drawChat(state, into: &canvas)
        switch state.overlay {
        case .list(let list): ListPane(list).draw(into: &canvas)
        case .search(let search): SearchPane(search, state).draw(into: &canvas)
        case .picker(let picker): PickerPane(picker).draw(into: &canvas)
        case .help, nil: break
        }
    }
    if let question = state.here.question { QuestionPane(question, title: state.here.title).draw(into: &canvas) }
    if let dialog = state.dialogs.first { DialogPane(dialog).draw(into: &canvas) }
}

private func drawChat(_ state: ChatState, into canvas: inout Canvas) {
    let layout = Layout(state)
    if !layout.sidebar.isEmpty {
        canvas.draw(in: layout.sidebar) { Sidebar(state).draw(into: &$0) }
        let sidebar = layout.sidebar
        canvas.verticalLine(column: sidebar.endColumn, row: 0, length: sidebar.height, style: Theme.line)
    }
    canvas.draw(in: layout.header) { Header(state, hasSidebar: !layout.sidebar.isEmpty).draw(into: &$0) }
    canvas.draw(in: layout.messages) { MessagePane(state).draw(into: &$0) }
    if !layout.members.isEmpty {
        let members = layout.members
        canvas.verticalLine(column: members.column - 1, row: members.row, length: members.height, style: Theme.line)
        canvas.draw(in: members) { MembersPane(state).draw(into: &$0) }
    }
    canvas.draw(in: layout.status) { StatusLine(state, width: layout.status.width).draw(into: &$0) }
    canvas.draw(in: layout.context) { canvas in
        let width = canvas.bounds.width
        for (row, line) in ComposerContext(state, width: width).rows.prefix(canvas.bounds.height).enumerated() {
            canvas.put(line, column: 0, row: row, maxWidth: width)
        }
    }
    canvas.draw(in: layout.composer) {
        ComposerPane(state.composer, promptWidth: layout.promptWidth).draw(into: &$0)
    }
}
