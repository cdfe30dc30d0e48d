import Chat
import Terminal

// How threads and messages are shown.
extension ChatState {
    mutating func arrange(_ command: KeyCommand) -> [ChatEffect] {
        switch command {
        case .rawView: viewRaw(nil)
        case .membersPane: return showMembers()
        case .threadCard: showThreadCard()
        case .foldSection: fold()
        case .narrowList: widenList(by: -2)
        case .widenList: widenList(by: 2)
        default: break
        }
        return []
    }

    /// The members stand beside the messages from now on, or no longer; where they have no place there, over them.
    private mutating func showMembers() -> [ChatEffect] {
        guard Layout.hasRoomForMembers(self) else {
            guard let thread = shown, here.isCommunity else { return [] }
            here.awaitedLists.insert(.members)
            return ask(.listMembers(threadID: thread.id))
        }
        reading.showsMembers.toggle()
        panes.askedMembers = nil
        return []
    }

    private mutating func widenList(by columns: Int) {
        let width = Layout.sidebarWidth(self)
        guard size.width >= settings.layout.sidebarFrom else {
            return say("this screen is too narrow for the list of threads", isError: false)
        }
        setListWidth(width == 0 && columns > 0 ? LayoutSettings.listColumns.lowerBound : width + columns)
    }

    /// Gives the list of threads a width; nil fits it to the titles, 0 hides it.
    mutating func setListWidth(_ columns: Int?) {
        let limits = LayoutSettings.listColumns
        settings.layout.sidebarWidth = columns.map {
            $0 < limits.lowerBound ? 0 : min($0, limits.upperBound, max(limits.lowerBound, size.width / 2))
        }
    }

    /// Shows messages as they were written, or with Markdown drawn; nil turns it round.
    mutating func viewRaw(_ isRaw: Bool?) {
        reading.drawsMarkdown = isRaw.map { !$0 } ?? !reading.drawsMarkdown
        say(reading.drawsMarkdown ? "Markdown is drawn" : "messages stand as they were written", isError: false)
    }
}
