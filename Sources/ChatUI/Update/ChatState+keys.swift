import Chat
import Terminal

// What the user does: what lies on top takes the keys.
extension ChatState {
    mutating func press(_ key: Key) -> [ChatEffect] {
        if case .focus(let hasFocus) = key {
            self.hasFocus = hasFocus
            if hasFocus, shown != nil { here.threads[here.selected].isAwayMarked = false }
            return []
        }
        if case .shade(let shade) = key {
            paint = ThemePaint(settings.theme, shade: settings.shade ?? shade)
            return []
        }
        let command = KeyTable.command(for: key)
        switch command {
        case .quit: return [.quit]
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        default: break
        }
        if !dialogs.isEmpty { return pressInDialog(command) }
        if let confirmation { return press(key, in: confirmation) }
        if let question = here.question { return press(key, command, in: question) }
        switch overlay {
        case .help(let help): return press(key, command, in: help)
        case .list(let list): return press(key, command, in: list)
        case .search(let search): return press(key, command, in: search)
        case nil: break
        }
        if shown?.selection != nil, let effects = pressWithSelection(key) { return effects }
        return pressInComposer(key, command)
    }

    private mutating func pressInComposer(_ key: Key, _ command: KeyCommand?) -> [ChatEffect] {
        switch key {
        case .character(let letter): insert(String(letter))
        case .paste(let text): insert(text)
        case .focus, .mouse, .shade, .unknown: []
        case .named, .control, .alt, .altControl: command.map { perform($0) } ?? []
        }
    }

    private mutating func perform(_ command: KeyCommand) -> [ChatEffect] {
        if composer.edit(command) { return [] }
        switch command {
        case .send: return submit()
        case .newLine: return insert("\n")
        case .complete: return complete()
        case .yank: if !composer.yank() { sayFull() }
        case .up: if !composer.moveUp() { composer.recallOlder() }
        case .down: if !composer.moveDown() { composer.recallNewer() }
        case .pageUp, .pageDown, .top, .bottom: return scroll(command)
        case .nextThread, .previousThread, .nextUnread, .thread: choose(command)
        case .selectUp, .selectDown: return select(command)
        case .fillGap: return fillGap()
        case .help: overlay = .help(HelpState())
        case .search: return openSearch()
        case .rawView, .membersPane, .threadCard, .foldSection, .narrowList, .widenList: return arrange(command)
        case .interrupt:
            if shown.map({ $0.purpose != .message }) ?? false { return dismiss() }
            if composer.isEmpty { return [.quit] }
            composer.cutAll()
        case .dismiss: return dismiss()
        default: break
        }
        return []
    }

    /// Leaves one thing: the reply or edit, else the notice and the place scrolled to.
    private mutating func dismiss() -> [ChatEffect] {
        if let thread = shown, thread.purpose != .message {
            here.threads[here.selected].cancelPurpose()
            return []
        }
        toast = nil
        return scroll(.bottom)
    }

    private mutating func choose(_ command: KeyCommand) {
        let places = places
        let here = places.firstIndex(of: place) ?? 0
        switch command {
        case .nextThread: if !places.isEmpty { show(places[(here + 1) % places.count]) }
        case .previousThread: if !places.isEmpty { show(places[(here + places.count - 1) % places.count]) }
        case .nextUnread:
            let order = places.dropFirst(here + 1) + places.prefix(here)
            let unread = order.filter { self.unread(at: $0) > 0 && !isMuted($0) }
            if let next = unread.first(where: hasMention) ?? unread.first {
                show(next)
            } else {
                say("nothing unread", isError: false)
            }
        case .thread(let number):
            let threads = threadPlaces
            if threads.indices.contains(number - 1) {
                show(threads[number - 1])
            } else {
                say("there is no thread \(number)", isError: false)
            }
        default: break
        }
    }

    private func hasMention(_ place: Place) -> Bool { thread(at: place)?.hasMention ?? false }

    private func isMuted(_ place: Place) -> Bool { thread(at: place)?.isMuted ?? false }

    private func thread(at place: Place) -> ChatThread? {
        place.thread.map { communities[place.community].threads[$0].thread }
    }
}
