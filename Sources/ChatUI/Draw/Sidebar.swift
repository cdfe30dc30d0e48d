import Chat
import Terminal

/// The list of threads: which one is shown, and how much is unread in the others.
struct Sidebar {
    /// What a row of it is.
    enum Row: Equatable {
        case community(Int)
        case section(ThreadSection, community: Int)
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
            if hasSections, thread == 0 || sections[thread - 1] != section {
                rows.append(.section(section, community: index))
            }
            let place = Place(community: index, thread: thread)
            // Where one is stays in sight.
            if !hasSections || place == state.place || !state.isFolded(section, of: index) {
                rows.append(.thread(place))
            }
        }
        return rows
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard bounds.height > 0 else { return }
        if titleRows > 0 {
            canvas.put(state.here.title.truncated(to: bounds.width), column: 0, row: 0, style: Theme.strong)
        }
        for (row, content) in visible(height: bounds.height).enumerated() {
            draw(content, row: row + titleRows, into: &canvas)
        }
    }

    /// What stands in a row of the pane, counted from its top; nil where nothing does.
    func row(at row: Int, height: Int) -> Row? {
        let visible = visible(height: height)
        return visible.indices.contains(row - titleRows) ? visible[row - titleRows] : nil
    }

    private var titleRows: Int { state.communities.count > 1 ? 0 : 1 }

    /// The rows below the title. They move only as far as they must for the thread shown.
    private func visible(height: Int) -> [Row] {
        let room = max(0, height - titleRows)
        let first = max(0, min(shownRow - room / 2, rows.count - room))
        return Array(rows.dropFirst(first).prefix(room))
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
        case .section(let section, let community): draw(section, of: community, number, &canvas)
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

    /// A folded section tells how many threads it hides, and how much is unread there.
    private func draw(_ section: ThreadSection, of community: Int, _ row: Int, _ canvas: inout Canvas) {
        let width = canvas.bounds.width
        guard state.isFolded(section, of: community) else {
            let title: SafeText = "— \(section.title)"
            canvas.put(title.truncated(to: width), column: 0, row: row, style: Theme.faint)
            return
        }
        let hidden = state.communities[community].threads.enumerated().filter { index, thread in
            thread.thread.section == section && Place(community: community, thread: index) != state.place
        }
        .map(\.element)
        let unread = hidden.reduce(0) { $0 + ($1.thread.isMuted ? 0 : $1.unreadCount) }
        let hasMention = hidden.contains { $0.thread.hasMention && $0.unreadCount > 0 }
        let count = Sidebar.badge(unread, hasMention: hasMention)
        let title: SafeText = "+ \(section.title)"
        let titleWithCount: SafeText = "\(title) (\(hidden.count))"
        let room = max(0, width - (count.isEmpty ? 0 : count.width + 1))
        let shown = titleWithCount.width <= room ? titleWithCount : title.truncated(to: room)
        canvas.put(shown, column: 0, row: row, style: Theme.faint)
        canvas.put(count, column: width - count.width, row: row, style: Theme.unread)
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
        if count.isEmpty, !isShown, let time = thread.lastTime {
            let age = AgeText(time, now: state.now.wall).text
            // The title goes first.
            guard 2 + thread.listTitle.width + 1 + age.width <= width else { return }
            canvas.put(age, column: width - age.width, row: row, style: Theme.faint)
        }
    }

    private func style(_ thread: ThreadState) -> Style {
        if thread.ended != nil || thread.thread.isMuted || !thread.thread.isJoined { return Theme.faint }
        return thread.unreadCount == 0 ? Theme.plain : Theme.strong
    }

    private func badge(_ thread: ThreadState, isShown: Bool) -> SafeText {
        // What comes into the thread on the screen is read as it comes.
        if isShown, thread.scroll == .following, state.hasFocus != false { return "" }
        return Sidebar.badge(thread.unreadCount, hasMention: thread.thread.hasMention)
    }

    private static func badge(_ unread: Int, hasMention: Bool) -> SafeText {
        let count: SafeText = unread <= 0 ? "" : unread > 999 ? "999+" : "\(unread)"
        return hasMention && unread > 0 ? "@\(count)" : count
    }
}

extension ThreadSection {
    /// What the list calls it.
    var title: SafeText {
        switch self {
        case .pinned: "pinned"
        case .direct: "direct"
        case .threads: "threads"
        case .notJoined: "not joined"
        }
    }

    /// The word that commands call it by.
    var word: String {
        switch self {
        case .pinned: "pinned"
        case .direct: "direct"
        case .threads: "threads"
        case .notJoined: "others"
        }
    }
}

extension ThreadState {
    /// The title with the icon before it.
    var listTitle: SafeText {
        let icon = SafeText(name: thread.icon).asIcon
        return icon.isEmpty ? title : "\(icon) \(title)"
    }

    /// Whether something is being written that has not been sent.
    var isBeingWritten: Bool { !composer.isEmpty || !files.isEmpty }
}

extension SafeText {
    /// An icon, or nothing where it would be words.
    var asIcon: SafeText { width <= 2 ? self : .empty }
}
