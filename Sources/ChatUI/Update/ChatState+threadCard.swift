import Chat
import Terminal

// What there is to know about the thread on the screen.
extension ChatState {
    /// Shows it over the screen.
    mutating func showThreadCard() {
        guard let thread = shown else { return say("no thread is on the screen", isError: false) }
        let rows = facts(of: thread).flatMap { label, value in
            SafeText(value, lines: .single).wrapped(to: max(10, min(60, size.width - 18))).enumerated().map {
                row,
                line in
                ListState.Row(
                    text: StyledText([
                        .init((row == 0 ? label : "").padded(to: 10), style: Theme.faint), .init(line),
                    ]),
                    choice: .nothing
                )
            }
        }
        overlay = .list(ListState(.thread, community: here.id, title: thread.title, rows: rows))
    }

    private func facts(of thread: ThreadState) -> [(SafeText, String)] {
        let info = thread.thread
        var facts: [(SafeText, String)] = []
        func add(_ label: SafeText, _ value: String?) {
            if let value, !value.isEmpty { facts.append((label, value)) }
        }
        add("title", info.title)
        add("about", String(info.detail.prefix(1000)))
        add("kind", info.isDirect ? "direct, between two" : info.category)
        add(here.isCommunity ? "number" : "address", info.id)
        add("members", info.memberCount.map { count in info.maxMembers.map { "\(count) of \($0)" } ?? "\(count)" })
        add("you are", here.account.map { account in info.role.map { "\(account.name), \($0.word)" } ?? account.name })
        add("state", state(of: thread))
        add(
            "unread",
            thread.unreadCount > 0 ? "\(thread.unreadCount)\(info.hasMention ? ", with a mention" : "")" : nil
        )
        if let last = info.lastMessage {
            let when = zone.civilTime(at: last.time).dayAndClockText.text
            add("last", "\(when) \(last.sender): \(last.preview.prefix(200))")
        }
        add("link", info.shareURL)
        return facts
    }

    private func state(of thread: ThreadState) -> String {
        if let reason = thread.ended { return "not joined any more: \(reason)" }
        var words = [thread.thread.isJoined ? "joined" : "not joined"]
        if thread.thread.isPinned { words.append("pinned") }
        if thread.thread.isMuted { words.append("muted") }
        let name = ThreadName(community: here.id, thread: thread.id)
        if notifications.isWatched(name, title: thread.thread.title) { words.append("watched") }
        return words.joined(separator: ", ")
    }
}
