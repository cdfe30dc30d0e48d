import Terminal

// What the user does.
extension ChatState {
    mutating func press(_ key: Key) -> [ChatEffect] {
        switch key {
        case .character(let letter) where help == nil: return insert(String(letter))
        case .paste(let text): return help == nil ? insert(text) : []
        case .focus, .unknown: return []
        case .character, .named, .control, .alt, .altControl: break
        }
        let command = KeyTable.command(for: key)
        if help != nil { return pressInHelp(key, command) }
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
        case .help: help = HelpState()
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
        switch command {
        case .nextThread: if !threads.isEmpty { show((selected + 1) % threads.count) }
        case .previousThread: if !threads.isEmpty { show((selected + threads.count - 1) % threads.count) }
        case .nextUnread:
            let order = Array(threads.indices.dropFirst(selected + 1)) + Array(threads.indices.prefix(selected))
            if let next = order.first(where: { threads[$0].unread > 0 }) {
                show(next)
            } else {
                say("nothing unread", isError: false)
            }
        case .thread(let number):
            if number > threads.count { say("there is no thread \(number)", isError: false) }
            show(number - 1)
        default: break
        }
    }

    private mutating func complete() {
        let before = String(composer.letters[..<composer.cursor])
        switch CommandCompletion(before) {
        case .none: break
        case .replaced(let text): if !composer.replaceBeforeCursor(with: text) { sayFull() }
        case .several(let names): say(names.joined(separator: "  "), isError: false)
        }
    }

    private mutating func pressInHelp(_ key: Key, _ command: KeyCommand?) -> [ChatEffect] {
        let page = max(1, size.height - 2)
        switch (key, command) {
        case (.character("q"), _), (_, .dismiss), (_, .help), (_, .send), (_, .interrupt): help = nil
        case (.named(.up, _), _): help?.scroll(by: -1, in: size)
        case (.named(.down, _), _): help?.scroll(by: 1, in: size)
        case (_, .pageUp): help?.scroll(by: -page, in: size)
        case (_, .pageDown), (.character(" "), _): help?.scroll(by: page, in: size)
        case (_, .quit): return [.quit]
        case (_, .redraw): return [.redraw]
        case (_, .suspend): return [.suspend]
        default: break
        }
        return []
    }
}
