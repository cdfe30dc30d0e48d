import Chat
import Terminal

// Moving through what was said.
extension ChatState {
    mutating func scroll(_ command: KeyCommand) {
        guard let thread = shown else { return }
        let pane = Layout(self).messages
        let viewport = Viewport(thread, zone: zone, width: pane.width, height: pane.height)
        let page = max(1, pane.height - 2)
        let scroll =
            switch command {
            case .pageUp: viewport.scrolled(up: page)
            case .pageDown: viewport.scrolled(down: page)
            case .top: viewport.scrolledToTop
            default: ThreadState.Scroll.following
            }
        here.threads[here.selected].scroll = scroll
        if scroll == .following { here.threads[here.selected].showEnd() }
    }

    mutating func wasDrawn() -> [ChatEffect] { [] }
    mutating func followJump(community: Int) -> [ChatEffect] { [] }
    mutating func completePath(in folder: String, names: [String]) {}
    mutating func applyToLists(_ update: ChatUpdate, community: Int) {}
}
