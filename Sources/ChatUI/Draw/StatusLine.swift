import Chat
import Terminal

/// How the connection of the community shown is, what just happened, and what the keys do now.
struct StatusLine {
    private let state: ChatState
    private let width: Int

    init(_ state: ChatState, width: Int) {
        self.state = state
        self.width = width
    }

    /// Its text in at most `limit` rows: long reasons are shown whole where there is room, since they end in what to do.
    func rows(within limit: Int) -> [SafeText] {
        let room = max(1, width - 1)
        let limit = max(1, min(limit, 3))
        let rows = (text + end).wrapped(to: room)
        guard rows.count > limit else { return rows }
        let kept = text.wrapped(to: room)
        let rest = kept.dropFirst(limit - 1).reduce(SafeText.empty) { $0.isEmpty ? $1 : "\($0) \($1)" }
        // When it goes on is shown however long the reason is.
        let end = end.width < room ? end : ""
        return Array(kept.prefix(limit - 1)) + ["\(rest.truncated(to: room - end.width))\(end)"]
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard !bounds.isEmpty else { return }
        let isBad = state.confirmation != nil || (state.toast?.isError ?? !isHealthy)
        let style = isBad ? Theme.statusBad : Theme.status
        canvas.fill(bounds, style: style)
        let rows = rows(within: bounds.height)
        for (index, row) in rows.enumerated() { canvas.put(row, column: width > 1 ? 1 : 0, row: index, style: style) }
        let used = rows.last.map { $0.width + (width > 1 ? 1 : 0) } ?? 0
        let hint = hints.first { used + $0.width + 2 <= width } ?? ""
        canvas.put(hint, column: width - hint.width - 1, row: rows.count - 1, style: style)
    }

    /// What Ctrl-C does now, always true, and where to learn more; the first that has room is shown.
    private var hints: [SafeText] {
        let badge: SafeText =
            state.here.unreadNotifications > 0 ? "@\(state.here.unreadNotifications) /mentions  " : ""
        let key: SafeText = state.keyMap.label(for: .interrupt) ?? "/quit"
        if let prefix = state.prefix { return ["\(prefix.label) …  \(key) \(interrupt)", "\(prefix.label) …"] }
        let help: SafeText = state.keyMap.label(for: .help).map { "\($0) help  " } ?? ""
        return ["\(badge)\(help)\(key) \(interrupt)", "\(help)\(key) \(interrupt)", "\(key) \(interrupt)"]
    }

    /// What it does is decided in this order, by what takes the keys.
    private var interrupt: SafeText {
        if state.prefix != nil { return "cancel" }
        if !state.dialogs.isEmpty { return "close" }
        if state.confirmation != nil { return "cancel" }
        if state.here.question != nil { return "give up" }
        switch state.overlay {
        case .help(let help): return help.query.isEmpty ? "close" : "show all"
        case .list, .search, .picker: return "close"
        case nil: break
        }
        if state.shown?.selection != nil { return "back" }
        if state.shown.map({ $0.purpose != .message }) ?? false { return "cancel" }
        return state.composer.isEmpty ? "quit" : "clear"
    }

    private var isHealthy: Bool {
        state.here.link.isHealthy && state.here.signInReason == nil && state.here.isKept
    }

    private var text: SafeText {
        if let confirmation = state.confirmation { return "\(confirmation.question) y does it, any other key does not" }
        if let toast = state.toast { return "\(LinkText(state).brief) | \(toast.text)" }
        if let thread = state.shown, let serial = thread.selection {
            return words(forSelected: thread.timeline[serial])
        }
        if let reason = state.here.signInReason {
            return "\(reason): \(state.keyMap.label(for: .send) ?? "sending") on an empty line signs in"
        }
        // On a screen too small for the line above the messages.
        if state.size.height < Header.smallest, isHealthy, let typing = state.shown?.typingText { return typing }
        return (state.here.isKept ? "" : "not kept | ") + name + LinkText(state).whole
    }

    /// What the keys do with a message or a gap that is selected.
    private func words(forSelected entry: Timeline.Entry?) -> SafeText {
        let keyMap = state.keyMap
        let message: ChatMessage? = if case .message(let message)? = entry { message } else { nil }
        var commands: [(KeyCommand, SafeText)] = []
        if case .gap(id: .some(_))? = entry {
            commands = [(.openSelected, "loads what is missing")]
        } else if case .failed? = message?.delivery {
            commands = [(.openSelected, "sends it again"), (.edit, "takes it back"), (.delete, "forgets it")]
        } else if !state.here.isCommunity {
            commands = [(.copy, "copy"), (.openLink, "link"), (.search, "search"), (.nextFound, "next found")]
        } else {
            commands = [(.reply, "reply"), (.edit, "edit"), (.delete, "delete"), (.react, "react"), (.save, "save")]
            if message?.attachments.isEmpty == false { commands.append((.openLink, "open")) }
        }
        var words = commands.compactMap { command, does in
            keyMap.labelForSelection(command).map { "\($0) \(does)" as SafeText }
        }
        let moves = [KeyCommand.selectUp, .selectDown].compactMap(keyMap.labelForSelection)
        if !moves.isEmpty { words.append("\(moves.joined(separator: "/")) move") }
        if let back = keyMap.labelForSelection(.dismiss) ?? keyMap.label(for: .interrupt) {
            words.append("\(back) back")
        }
        return words.joined(separator: "  ")
    }

    /// What stands behind it: when the next attempt is.
    private var end: SafeText {
        let showsConnection =
            state.confirmation == nil && state.toast == nil && state.shown?.selection == nil
            && state.here.signInReason == nil
        return showsConnection ? LinkText(state).end : ""
    }

    /// Which of several communities it is about.
    private var name: SafeText { state.communities.count > 1 ? "\(state.here.title): " : "" }
}
