import Chat
import Terminal

// Moving through what was said.
extension ChatState {
    mutating func scroll(_ command: KeyCommand) -> [ChatEffect] {
        guard shown != nil else { return [] }
        let viewport = viewport
        let page = max(1, Layout(self).messages.height - 2)
        let scroll =
            switch command {
            case .pageUp: viewport.scrolled(up: page)
            case .pageDown: viewport.scrolled(down: page)
            case .top: viewport.scrolledToTop
            default: ThreadState.Scroll.following
            }
        here.threads[here.selected].scroll = scroll
        if scroll == .following { here.threads[here.selected].showEnd() }
        countBelow()
        guard command == .pageUp || command == .top else { return [] }
        here.threads[here.selected].loading.olderFailed = false
        return loadOlderIfAtTop()
    }

    /// What has come into sight is not below any more.
    mutating func countBelow() {
        guard let thread = shown, thread.newBelow > 0 else { return }
        let seen = viewport.newestSeen ?? thread.timeline.firstSerial - 1
        var count = 0
        var serial = thread.timeline.endSerial - 1
        while serial > seen, count < thread.newBelow {
            if let message = thread.timeline.message(serial), !message.isOwn { count += 1 }
            serial -= 1
        }
        here.threads[here.selected].newBelow = count
    }

    /// The part of the thread shown that is on the screen.
    var viewport: Viewport {
        let pane = Layout(self).messages
        return Viewport(shown ?? ThreadState(ChatThread(id: "", title: "")), rowContext, pane: pane)
    }

    /// Asks for what is before the oldest message when that is on the screen.
    mutating func loadOlderIfAtTop(_ viewport: Viewport? = nil) -> [ChatEffect] {
        guard let thread = shown, thread.canLoadOlder, (viewport ?? self.viewport).showsOldest else { return [] }
        here.threads[here.selected].loading.older = true
        return ask(.loadOlder(threadID: thread.id))
    }

    /// What is shown has been drawn: its messages are seen, and what is missing above them is wanted.
    mutating func wasDrawn() -> [ChatEffect] {
        guard here.isCommunity, let thread = shown, !isCovered else { return [] }
        let viewport = viewport
        return see(thread, viewport) + loadOlderIfAtTop(viewport)
    }

    private mutating func see(_ thread: ThreadState, _ viewport: Viewport) -> [ChatEffect] {
        guard hasFocus != false, thread.ended == nil, let newest = viewport.newestSeen else { return [] }
        let last = thread.seen ?? thread.timeline.firstSerial - 1
        guard newest > last else { return [] }
        for serial in (max(last + 1, thread.timeline.firstSerial)...newest).reversed() {
            guard let id = thread.timeline.message(serial)?.serverID else { continue }
            here.threads[here.selected].seen = newest
            return ask(.seen(threadID: thread.id, messageID: id))
        }
        return []
    }

    /// Whether something lies over the messages.
    var isCovered: Bool { overlay != nil || !dialogs.isEmpty || here.question != nil }

    /// Asks for what is missing in the gap selected, else in the lowest on the screen.
    mutating func fillGap() -> [ChatEffect] {
        guard let thread = shown else { return [] }
        let serials = thread.selection.map { [$0] } ?? Array(viewport.serials.reversed())
        for serial in serials {
            guard case .gap(let id?)? = thread.timeline[serial] else { continue }
            guard !thread.loading.gaps.contains(id) else { return [] }
            here.threads[here.selected].loading.gaps.insert(id)
            return ask(.fillGap(threadID: thread.id, gapID: id))
        }
        say("no gap is on the screen", isError: false)
        return []
    }
}

extension ThreadState {
    /// Whether older messages may be asked for now.
    var canLoadOlder: Bool {
        timeline.hasOlder && !timeline.isCut && !loading.older && !loading.olderFailed && ended == nil
    }
}
