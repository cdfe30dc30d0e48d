import Chat
import Terminal

/// The list of threads: which one is shown, and how much is unread in the others.
struct Sidebar {
    private enum Row {
        case community(Int)
        case section(SafeText)
        case thread(Place)
    }

    private let state: ChatState
    private let rows: [Row]

    init(_ state: ChatState) {
        self.state = state
        rows = state.communities.indices.flatMap { Sidebar.rows(of: $0, state) }
    }

    /// A title where there are several communities; the names of the sections where there are several.
    private static func rows(of index: Int, _ state: ChatState) -> [Row] {
        let community = state.communities[index]
        var rows: [Row] = state.communities.count > 1 ? [.community(index)] : []
        let sections = community.threads.map(\.thread.section)
        let hasSections = sections.contains { $0 != .threads }
        for (thread, section) in sections.enumerated() {
            if hasSections, thread == 0 || sections[thread - 1] != section { rows.append(.section(section.title)) }
            rows.append(.thread(Place(community: index, thread: thread)))
        }
        return rows
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard bounds.height > 0 else { return }
        let titleRows = state.communities.count > 1 ? 0 : 1
        if titleRows > 0 {
            canvas.put(state.here.title.truncated(to: bounds.width), column: 0, row: 0, style: Theme.strong)
        }
        let room = bounds.height - titleRows
        // The list moves only as far as it must for the thread shown.
        let first = max(0, min(shownRow - room / 2, rows.count - room))
        for (row, content) in rows.dropFirst(first).prefix(max(0, room)).enumerated() {
            draw(content, row: row + titleRows, into: &canvas)
        }
    }

    private var shownRow: Int {
        rows.firstIndex {
            switch $0 {
            case .thread(let place): place == state.place
            case .community(let index): state.shown == nil && index == state.current
            case .section: false
            }
        } ?? 0
    }

    private func draw(_ row: Row, row number: Int, into canvas: inout Canvas) {
        switch row {
        case .community(let index): draw(state.communities[index], isShown: index == state.current, number, &canvas)
        case .section(let title):
            canvas.put(title.truncated(to: canvas.bounds.width), column: 0, row: number, style: Theme.faint)
        case .thread(let place):
            guard let index = place.thread else { return }
            let thread = state.communities[place.community].threads[index]
            draw(thread, isShown: place == state.place, number, &canvas)
        }
    }

    private func draw(_ community: CommunityState, isShown: Bool, _ row: Int, _ canvas: inout Canvas) {
        let width = canvas.bounds.width
        let isEmpty = isShown && community.shown == nil
        let mark: SafeText = community.question != nil ? "?" : community.link.isHealthy ? "" : "!"
        let title = community.title.truncated(to: max(0, width - mark.width - 1))
        let style = isEmpty ? Theme.selected : community.link.isHealthy ? Theme.strong : Theme.failed
        if isEmpty { canvas.fill(Rect(column: 0, row: row, width: width, height: 1), style: style) }
        canvas.put(title, column: 0, row: row, style: style)
        canvas.put(mark, column: width - mark.width, row: row, style: isEmpty ? style : Theme.newLine)
    }

    private func draw(_ thread: ThreadState, isShown: Bool, _ row: Int, _ canvas: inout Canvas) {
        let width = canvas.bounds.width
        let count = badge(thread, isShown: isShown)
        let mark: SafeText = isShown ? "▸" : thread.ended != nil ? "×" : thread.isBeingWritten ? "*" : " "
        let room = width - 2 - (count.isEmpty ? 0 : count.width + 1)
        let line: SafeText = "\(mark) \(thread.listTitle.truncated(to: room).padded(to: room))"
        let style = isShown ? Theme.selected : style(thread)
        canvas.put(line.padded(to: width), column: 0, row: row, style: style, maxWidth: width)
        let countStyle = isShown ? Theme.selected : thread.thread.isMuted ? Theme.faint : Theme.unread
        canvas.put(count, column: width - count.width, row: row, style: countStyle)
    }

    private func style(_ thread: ThreadState) -> Style {
        if thread.ended != nil || thread.thread.isMuted || !thread.thread.isJoined { return Theme.faint }
        return thread.unreadCount == 0 ? Theme.plain : Theme.strong
    }

    private func badge(_ thread: ThreadState, isShown: Bool) -> SafeText {
        // What comes into the thread on the screen is read as it comes.
        if isShown, thread.scroll == .following, state.hasFocus != false { return "" }
        let unread = thread.unreadCount
        let count: SafeText = unread == 0 ? "" : unread > 999 ? "999+" : "\(unread)"
        return thread.thread.hasMention && unread > 0 ? "@\(count)" : count
    }
}

extension ThreadSection {
    fileprivate var title: SafeText {
        switch self {
        case .pinned: "— pinned"
        case .direct: "— direct"
        case .threads: "— threads"
        case .notJoined: "— not joined"
        }
    }
}

extension ThreadState {
    /// The title with the icon before it.
    var listTitle: SafeText {
        let icon = SafeText(name: thread.icon).prefix(width: 2)
        return icon.isEmpty ? title : "\(icon) \(title)"
    }

    /// Whether something is being written that has not been sent.
    var isBeingWritten: Bool { !composer.isEmpty || !files.isEmpty }
}
