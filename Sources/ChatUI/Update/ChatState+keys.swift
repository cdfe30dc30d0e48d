import Chat
import Terminal

// What the user does.
extension ChatState {
    mutating func press(_ key: Key) -> [ChatEffect] {
        switch key {
        case .focus(let hasFocus):
            self.hasFocus = hasFocus
            return []
        case .character(let letter) where overlay == nil: return insert(String(letter))
        case .paste(let text): return overlay == nil ? insert(text) : []
        case .unknown: return []
        case .character, .named, .control, .alt, .altControl: break
        }
        let command = KeyTable.command(for: key)
        if case .help(let help) = overlay { return press(key, command, in: help) }
        return command.map { perform($0) } ?? []
    }

    private mutating func perform(_ command: KeyCommand) -> [ChatEffect] {
        switch command {
        case .send: return submit()
        case .newLine: return insert("\n")
        case .complete: complete()
        case .yank: if !composer.yank() { sayFull() }
        case .left, .right, .wordLeft, .wordRight, .lineStart, .lineEnd, .up, .down: move(command)
        case .deleteLeft, .deleteRight, .cutWordLeft, .cutToBlank, .cutWordRight, .cutToLineStart, .cutToLineEnd:
            delete(command)
        case .pageUp, .pageDown, .top, .bottom: scroll(command)
        case .nextThread, .previousThread, .nextUnread, .thread: choose(command)
        case .help: overlay = .help(HelpState())
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .interrupt:
            if composer.isEmpty { return [.quit] }
            composer.cutAll()
        case .quit: return [.quit]
        case .dismiss:
            toast = nil
            scroll(.bottom)
        }
        return []
    }

    private mutating func insert(_ text: String) -> [ChatEffect] {
        if !composer.insert(text) { sayFull() }
        return []
    }

    private mutating func sayFull() {
        say("the message is full: \(Composer.limit / 1024) KiB are the most", isError: true)
    }

    private mutating func move(_ command: KeyCommand) {
        switch command {
        case .left: composer.moveLeft()
        case .right: composer.moveRight()
        case .wordLeft: composer.moveWordLeft()
        case .wordRight: composer.moveWordRight()
        case .lineStart: composer.moveToLineStart()
        case .lineEnd: composer.moveToLineEnd()
        case .up: if !composer.moveUp() { composer.recallOlder() }
        case .down: if !composer.moveDown() { composer.recallNewer() }
        default: break
        }
    }

    private mutating func delete(_ command: KeyCommand) {
        switch command {
        case .deleteLeft: composer.deleteLeft()
        case .deleteRight: composer.deleteRight()
        case .cutWordLeft: composer.cutWordLeft()
        case .cutToBlank: composer.cutToBlank()
        case .cutWordRight: composer.cutWordRight()
        case .cutToLineStart: composer.cutToLineStart()
        case .cutToLineEnd: composer.cutToLineEnd()
        default: break
        }
    }

    private mutating func choose(_ command: KeyCommand) {
        let places = places
        let here = places.firstIndex(of: place) ?? 0
        switch command {
        case .nextThread: if !places.isEmpty { show(places[(here + 1) % places.count]) }
        case .previousThread: if !places.isEmpty { show(places[(here + places.count - 1) % places.count]) }
        case .nextUnread:
            let order = places.dropFirst(here + 1) + places.prefix(here)
            let unread = order.filter { self.unread(at: $0) > 0 }
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

    private func hasMention(_ place: Place) -> Bool {
        place.thread.map { communities[place.community].threads[$0].thread.hasMention } ?? false
    }

    private mutating func complete() {
        let before = String(composer.letters[..<composer.cursor])
        switch CommandCompletion(before) {
        case .none: break
        case .replaced(let text): if !composer.replaceBeforeCursor(with: text) { sayFull() }
        case .several(let names): say(names.joined(separator: "  "), isError: false)
        }
    }

    private mutating func press(_ key: Key, _ command: KeyCommand?, in help: HelpState) -> [ChatEffect] {
        var help = help
        let page = max(1, size.height - 2)
        switch (key, command) {
        case (.character("q"), _), (_, .dismiss), (_, .help), (_, .send), (_, .interrupt):
            overlay = nil
            return []
        case (.named(.up, _), _): help.scroll(by: -1, in: size)
        case (.named(.down, _), _): help.scroll(by: 1, in: size)
        case (_, .pageUp): help.scroll(by: -page, in: size)
        case (_, .pageDown), (.character(" "), _): help.scroll(by: page, in: size)
        case (_, .quit): return [.quit]
        case (_, .redraw): return [.redraw]
        case (_, .suspend): return [.suspend]
        default: break
        }
        overlay = .help(help)
        return []
    }
}
