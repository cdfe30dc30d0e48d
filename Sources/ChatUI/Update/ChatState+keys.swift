import Chat
import Terminal

// What the user does: what lies on top takes the keys.
extension ChatState {
    mutating func press(_ key: Key) -> [ChatEffect] {
        switch key {
        case .focus(let hasFocus):
            self.hasFocus = hasFocus
            if hasFocus, shown != nil { here.threads[here.selected].isAwayMarked = false }
            return []
        case .shade(let shade):
            let shade = settings.shade ?? shade
            paint = ThemePaint(settings.theme, shade: shade, colorCount: settings.colorCount)
            return []
        default: break
        }
        if let first = prefix {
            prefix = nil
            return press(second: key, after: first)
        }
        if canTakeCommand, keyMap.isPrefix(key, isSelecting: shown?.selection != nil) {
            prefix = key
            return []
        }
        return press(key, chord: KeyChord(key))
    }

    /// A key that belongs to the one before it; alone it means something else, and does that not here.
    private mutating func press(second key: Key, after first: Key) -> [ChatEffect] {
        switch key {
        // Text that would be lost, and what is no key at all.
        case .paste, .mouse: return press(key)
        default: break
        }
        let chord = KeyChord(first, key)
        let isSelecting = shown?.selection != nil && canTakeCommand
        guard keyMap.command(for: chord) != nil || (isSelecting && keyMap.commandForSelection(chord) != nil) else {
            switch keyMap.command(for: KeyChord(key)) {
            case .dismiss, .interrupt: break
            default: say("\(chord.label.text) does nothing", isError: false)
            }
            return []
        }
        return press(.unknown([]), chord: chord)
    }

    private mutating func press(_ key: Key, chord: KeyChord) -> [ChatEffect] {
        let command = keyMap.command(for: chord)
        if let command, let effects = performAnywhere(command) { return effects }
        let offered = candidates
        if command != .complete, command != .completeBack { candidates = nil }
        if offered != nil, command == .dismiss { return [] }
        if let effects = pressInLayers(key, command) { return effects }
        if case .mouse(let event) = key { return point(event) }
        if shown?.selection != nil, let effects = pressWithSelection(key, chord) { return effects }
        return pressInComposer(key, command)
    }

    /// What a command does whatever lies over the screen; nil for all others.
    private mutating func performAnywhere(_ command: KeyCommand) -> [ChatEffect]? {
        switch command {
        case .quit: return [.quit]
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .toggleMouse:
            setMouse(!usesMouse)
            return []
        default: return nil
        }
    }

    /// What lies over the screen takes every key; nil when nothing does.
    private mutating func pressInLayers(_ key: Key, _ command: KeyCommand?) -> [ChatEffect]? {
        if let dialog = dialogs.first { return press(key, command, in: dialog) }
        if let confirmation {
            if case .mouse = key { return [] }
            return press(key, in: confirmation)
        }
        if let question = here.question { return press(key, command, in: question) }
        switch overlay {
        case .help(let help): return press(key, command, in: help)
        case .list(let list): return press(key, command, in: list)
        case .search(let search): return press(key, command, in: search)
        case .picker(let picker): return press(key, command, in: picker)
        case nil: return nil
        }
    }

    /// Whether a key of two can mean something now.
    private var canTakeCommand: Bool {
        dialogs.isEmpty && confirmation == nil && here.question == nil && overlay == nil
    }

    private mutating func pressInComposer(_ key: Key, _ command: KeyCommand?) -> [ChatEffect] {
        switch key {
        case .character(let letter): insert(String(letter))
        case .paste(let text): insert(text)
        case .focus, .mouse, .shade: []
        case .named, .control, .alt, .altControl, .unknown: command.map { perform($0) } ?? []
        }
    }

    mutating func perform(_ command: KeyCommand) -> [ChatEffect] {
        if let effects = performAnywhere(command) { return effects }
        // With nothing there to cut, it has nothing else to do.
        if command == .cutToLineEnd, composer.cursor == composer.letters.count { return perform(.jump) }
        if composer.edit(command) { return [] }
        switch command {
        case .send: return submit()
        case .newLine: return insert("\n")
        case .complete: return complete(by: 1)
        case .completeBack: return complete(by: -1)
        case .yank: if !composer.yank() { sayFull() }
        case .yankOlder: yankOlder()
        case .undo: if !composer.undo() { say("nothing to undo", isError: false) }
        case .redo: if !composer.redo() { say("nothing was undone", isError: false) }
        case .up: if !composer.moveUp() { composer.recallOlder() }
        case .down: if !composer.moveDown() { composer.recallNewer() }
        case .historyOlder: if let text = written.older(than: composer.text) { _ = composer.put(text) }
        case .historyNewer: if let text = written.newer(than: composer.text) { _ = composer.put(text) }
        case .searchHistory: openHistoryPicker()
        case .emoji: openEmojiPicker()
        case .editor: return openEditor()
        case .pageUp, .pageDown, .top, .bottom: return scroll(command)
        case .selectUp, .selectDown: return select(command)
        case .fillGap: return fillGap()
        case .help: overlay = .help(HelpState())
        case .search: return openSearch()
        case .rawView, .membersPane, .threadCard, .foldSection, .narrowList, .widenList: return arrange(command)
        case .reconnect: return reconnect()
        case .links: return openLinks(of: viewport.serials, opensOne: false)
        case .interrupt:
            if shown.map({ $0.purpose != .message }) ?? false { return dismiss() }
            if composer.isEmpty { return [.quit] }
            composer.cutAll()
        case .dismiss: return dismiss()
        case .nextMention: return goToMention()
        default: choose(command)
        }
        return []
    }

    private mutating func yankOlder() {
        switch composer.yankOlder() {
        case nil: say("only right after \(keyMap.label(for: .yank)?.text ?? "yank")", isError: false)
        case false?: sayFull()
        case true?: break
        }
    }

    /// Leaves one thing: the reply or edit, else the notice and the place scrolled to. With nothing to leave, the newest
    /// message is selected, as in an editor that has a mode for commands.
    private mutating func dismiss() -> [ChatEffect] {
        if let thread = shown, thread.purpose != .message {
            here.threads[here.selected].cancelPurpose()
            return []
        }
        let wasThere = toast == nil && shown?.scroll == .following
        toast = nil
        if wasThere, composer.isEmpty { return select(.selectLast) }
        return scroll(.bottom)
    }

    mutating func reconnect() -> [ChatEffect] {
        if case .connected = here.link.status {
            say("connected already", isError: false)
            return []
        }
        if communities.isEmpty { return [] }
        say("connecting…", isError: false)
        return ask(.reconnect)
    }

    mutating func setMouse(_ isOn: Bool) {
        usesMouse = isOn
        let back = keyMap.label(for: .toggleMouse)?.text ?? "/mouse"
        say(
            usesMouse
                ? "the mouse is for the chat; with Shift it selects text"
                : "the mouse selects text; \(back) gives it back to the chat",
            isError: false
        )
    }
}

// MARK: Going to threads
extension ChatState {
    private mutating func choose(_ command: KeyCommand) {
        let places = places
        let here = places.firstIndex(of: place) ?? 0
        switch command {
        case .jump: openThreadPicker()
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
        default:
            guard let number = command.threadNumber else { return }
            let threads = threadPlaces
            if threads.indices.contains(number - 1) {
                show(threads[number - 1])
            } else {
                say("there is no thread \(number)", isError: false)
            }
        }
    }

    func hasMention(_ place: Place) -> Bool { thread(at: place)?.hasMention ?? false }
    private func isMuted(_ place: Place) -> Bool { thread(at: place)?.isMuted ?? false }

    private func thread(at place: Place) -> ChatThread? {
        place.thread.map { communities[place.community].threads[$0].thread }
    }
}
