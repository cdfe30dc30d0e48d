import Terminal

/// Where the parts of the screen are; a part without room is empty.
struct Layout {
    /// The threads, without the line at their right.
    var sidebar = Rect(column: 0, row: 0, width: 0, height: 0)
    /// The title of the thread shown.
    var header = Rect(column: 0, row: 0, width: 0, height: 0)
    var messages: Rect
    /// The members of the thread, without the line at their left.
    var members = Rect(column: 0, row: 0, width: 0, height: 0)
    var status: Rect
    /// What is said about the text being written.
    var context: Rect
    var composer: Rect
    /// The columns of the prompt in front of the composer's text.
    let promptWidth: Int

    init(_ state: ChatState) {
        let (width, height) = (state.size.width, state.size.height)
        promptWidth = width >= 10 ? 2 : 0
        let wanted = ComposerLayout(state.composer, width: width - promptWidth).rows.count
        let composerRows = min(height, min(wanted, max(1, height / state.settings.layout.composerShare)))
        let statusRows = min(
            height - composerRows,
            StatusLine(state, width: width).rows(within: max(1, height / 5)).count
        )
        // Something to read stays on every screen that has room for it.
        let contextRows = min(
            ComposerContext(state, width: width).rows.count,
            max(0, height - composerRows - statusRows - 1)
        )
        let above = height - composerRows - statusRows - contextRows
        context = Rect(column: 0, row: above + statusRows, width: width, height: contextRows)
        composer = Rect(column: 0, row: height - composerRows, width: width, height: composerRows)
        status = Rect(column: 0, row: above, width: width, height: statusRows)
        let left = Layout.sidebarWidth(state)
        if left > 0 { sidebar = Rect(column: 0, row: 0, width: left, height: above) }
        let start = left > 0 ? left + 1 : 0
        let headerRows = above >= 6 ? 1 : 0
        header = Rect(column: start, row: 0, width: width - start, height: headerRows)
        let right = headerRows > 0 ? Layout.membersWidth(state, sidebar: left) : 0
        let end = right > 0 ? width - right - 1 : width
        messages = Rect(column: start, row: headerRows, width: end - start, height: above - headerRows)
        if right > 0 { members = Rect(column: end + 1, row: headerRows, width: right, height: above - headerRows) }
    }

    /// The columns of the members; 0 where they have no place beside the messages.
    static func membersWidth(_ state: ChatState) -> Int { membersWidth(state, sidebar: sidebarWidth(state)) }

    private static func membersWidth(_ state: ChatState, sidebar: Int) -> Int {
        guard state.reading.showsMembers, state.here.isCommunity, state.shown != nil else { return 0 }
        return hasRoomForMembers(state, sidebar: sidebar) ? membersColumns : 0
    }

    /// Whether the members would have a place beside the messages.
    static func hasRoomForMembers(_ state: ChatState) -> Bool {
        hasRoomForMembers(state, sidebar: sidebarWidth(state))
    }

    // Messages keep room for time, name and a readable line.
    private static func hasRoomForMembers(_ state: ChatState, sidebar: Int) -> Bool {
        state.size.width - sidebar >= membersColumns + 50
    }

    private static let membersColumns = 22

    /// Wide enough for the longest title and its count, within a quarter of the screen.
    static func sidebarWidth(_ state: ChatState) -> Int {
        let layout = state.settings.layout
        guard state.size.width >= layout.sidebarFrom else { return 0 }
        if let width = layout.sidebarWidth { return min(width, state.size.width / 2) }
        let threads = state.communities.flatMap(\.threads)
        let longest = threads.reduce(0) { max($0, $1.listTitle.width) }
        return min(max(longest + 7, 14), min(32, state.size.width / 4))
    }
}
