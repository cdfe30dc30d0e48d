public import Terminal

/// Draws the whole screen.
public func draw(_ state: ChatState, into canvas: inout Canvas) {
    canvas.fill(canvas.bounds)
    canvas.cursor = nil
    let layout = Layout(state)
    if case .help(let help) = state.overlay {
        canvas.draw(in: canvas.bounds) { HelpPane(help, size: state.size).draw(into: &$0) }
        return
    }
    if !layout.sidebar.isEmpty {
        canvas.draw(in: layout.sidebar) { Sidebar(state).draw(into: &$0) }
        let sidebar = layout.sidebar
        canvas.verticalLine(column: sidebar.endColumn, row: 0, length: sidebar.height, style: Theme.line)
    }
    canvas.draw(in: layout.header) { Header(state, hasSidebar: !layout.sidebar.isEmpty).draw(into: &$0) }
    canvas.draw(in: layout.messages) { MessagePane(state).draw(into: &$0) }
    canvas.draw(in: layout.status) { StatusLine(state, width: layout.status.width).draw(into: &$0) }
    canvas.draw(in: layout.composer) {
        ComposerPane(state.composer, promptWidth: layout.promptWidth).draw(into: &$0)
    }
}
