import Chat
import Terminal

// What the mouse does on the screen.
extension ChatState {
    /// How many rows one step of the wheel moves.
    private static let wheelRows = 3

    mutating func point(_ event: MouseEvent) -> [ChatEffect] {
        let layout = Layout(self)
        func isIn(_ rect: Rect) -> Bool { rect.contains(column: event.column, row: event.row) }
        switch event.action {
        case .wheelUp where isIn(layout.sidebar): return move(by: -1)
        case .wheelDown where isIn(layout.sidebar): return move(by: 1)
        case .wheelUp: return wheel(up: true)
        case .wheelDown: return wheel(up: false)
        case .press(.left) where isIn(layout.sidebar):
            pointAtList(row: event.row - layout.sidebar.row, height: layout.sidebar.height)
        case .press(.left) where isIn(layout.messages):
            if let address = link(column: event.column, row: event.row) { return [.open(address)] }
            select(row: event.row - layout.messages.row)
        case .press, .release: break
        }
        return []
    }

    /// Where the cell leads that is drawn there; nil when it leads nowhere.
    private func link(column: Int, row: Int) -> String? {
        var canvas = Canvas(width: size.width, height: size.height)
        draw(self, into: &canvas)
        return canvas.link(column: column, row: row)?.address
    }

    /// Shows the thread in a row of the list; folds the section, or unfolds it.
    private mutating func pointAtList(row: Int, height: Int) {
        switch Sidebar(self).row(at: row, height: height) {
        case .thread(let place)?: show(place)
        case .community(let index)?:
            let isEmpty = communities[index].threads.isEmpty
            show(Place(community: index, thread: isEmpty ? nil : communities[index].selected))
        case .section(let section, let community)?: fold(section, of: community)
        case nil: break
        }
    }

    private mutating func move(by distance: Int) -> [ChatEffect] {
        let places = places
        guard let here = places.firstIndex(of: place), places.indices.contains(here + distance) else { return [] }
        show(places[here + distance])
        return []
    }

    /// Scrolls a few rows and leaves what is selected.
    private mutating func wheel(up: Bool) -> [ChatEffect] {
        guard shown != nil else { return [] }
        let rows = ChatState.wheelRows
        let scroll = up ? viewport.scrolled(up: rows) : viewport.scrolled(down: rows)
        here.threads[here.selected].scroll = scroll
        if scroll == .following { here.threads[here.selected].showEnd() }
        countBelow()
        return up ? loadOlderIfAtTop() : []
    }

    /// Selects the message in a row of the pane; the one that is selected is let go.
    private mutating func select(row: Int) {
        guard let thread = shown else { return }
        guard let serial = viewport.serial(atRow: row), thread.isSelectable(serial), serial != thread.selection else {
            if thread.selection != nil { leaveSelection() }
            return
        }
        // What is on the screen stays where it is.
        here.threads[here.selected].scroll = viewport.revealing(serial)
        here.threads[here.selected].selection = serial
    }
}
