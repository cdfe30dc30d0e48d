import Terminal

// Moving through what was said.
extension ChatState {
    mutating func scroll(_ command: KeyCommand) {
        guard let thread = shown else { return }
        let pane = Layout(self).messages
        let viewport = Viewport(thread, zone: zone, width: pane.width, height: pane.height)
        let page = max(1, pane.height - 2)
        switch command {
        case .pageUp: threads[selected].scroll = viewport.scrolled(up: page)
        case .pageDown: threads[selected].scroll = viewport.scrolled(down: page)
        case .top: threads[selected].scroll = viewport.scrolledToTop
        case .bottom: threads[selected].scroll = .following
        default: break
        }
        if threads[selected].scroll == .following { threads[selected].showEnd() }
    }
}
