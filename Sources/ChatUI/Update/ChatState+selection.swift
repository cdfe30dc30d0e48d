import Chat
import Terminal

// Choosing a message, and what keys do with it.
extension ChatState {
    /// Moves the selection, or begins it at the lowest message on the screen.
    mutating func select(_ command: KeyCommand) -> [ChatEffect] {
        guard let thread = shown else { return [] }
        let timeline = thread.timeline
        let serials = timeline.firstSerial..<timeline.endSerial
        let target: Int? =
            switch (command, thread.selection) {
            case (.selectFirst, _): serials.first(where: thread.isSelectable)
            case (.selectLast, _): serials.last(where: thread.isSelectable)
            case (.selectUp, .some(let serial)): (serials.lowerBound..<serial).last(where: thread.isSelectable)
            case (.selectDown, .some(let serial)):
                serials.dropFirst(serial + 1 - serials.lowerBound).first(where: thread.isSelectable)
            default: viewport.serials.last(where: thread.isSelectable)
            }
        guard let target else { return thread.selection == nil ? [] : loadOlderIfAtTop() }
        here.threads[here.selected].selection = target
        here.threads[here.selected].scroll = viewport.revealing(target)
        countBelow()
        return command == .selectUp || command == .selectFirst ? loadOlderIfAtTop() : []
    }

    mutating func leaveSelection() {
        here.threads[here.selected].selection = nil
        if viewport.isAtEnd { here.threads[here.selected].showEnd() }
    }

    /// What a key does with the selected message; nil when it does what it always does.
    mutating func pressWithSelection(_ key: Key, _ chord: KeyChord) -> [ChatEffect]? {
        guard let command = keyMap.commandForSelection(chord) else {
            switch key {
            // Letters that mean nothing here are no text either.
            case .character: return []
            case .paste:
                leaveSelection()
                return nil
            default:
                let command = keyMap.command(for: chord)
                if command == .interrupt {
                    leaveSelection()
                    return []
                }
                return command.flatMap { isForSelection($0) ? nil : [] }
            }
        }
        do throws(CommandMistake) {
            return try perform(selection: command)
        } catch {
            say(error.sentence, isError: true)
            return []
        }
    }

    // What edits the text waits until the selection is left.
    private func isForSelection(_ command: KeyCommand) -> Bool {
        switch command {
        case .pageUp, .pageDown, .top, .bottom, .nextThread, .previousThread, .nextUnread, .nextMention, .jump,
            .selectUp,
            .selectDown, .fillGap, .search, .rawView, .membersPane, .threadCard, .foldSection,
            .narrowList, .widenList, .help, .dismiss, .reconnect, .links:
            true
        default: command.threadNumber != nil
        }
    }

    private mutating func perform(selection command: KeyCommand) throws(CommandMistake) -> [ChatEffect] {
        if !here.isCommunity, KeyTable.communityCommands.contains(command) {
            throw CommandMistake("this server has no replies, reactions or files")
        }
        switch command {
        case .dismiss: leaveSelection()
        case .openSelected: return try openSelected()
        case .reply: return try run(.reply(nil))
        case .edit: return try editSelected()
        case .delete: return try deleteSelected()
        case .save: return try run(.save(nil))
        case .copy: return try copySelected()
        case .openLink: return try openSelectedLink()
        case .links: return openLinks(of: shown?.selection.map { [$0] } ?? [], opensOne: false)
        case .search: return openSearch()
        case .nextFound: return nextFound()
        case .react:
            let (message, id) = try target(of: .react(""))
            here.threads[here.selected].beginReaction(to: message, id: id)
            leaveSelection()
        case .selectUp, .selectDown, .selectFirst, .selectLast: return select(command)
        default: return perform(command)
        }
        return []
    }

    private func copySelected() throws(CommandMistake) -> [ChatEffect] {
        guard let thread = shown, let serial = thread.selection, let message = thread.timeline.message(serial),
            !message.isDeleted, !message.text.isEmpty
        else { throw CommandMistake("there is no text to copy") }
        return [.copy(message.text)]
    }

    /// A message that failed is forgotten at once: nobody else has it.
    private mutating func deleteSelected() throws(CommandMistake) -> [ChatEffect] {
        guard let thread = shown, let serial = thread.selection, let message = thread.timeline.message(serial),
            message.serverID == nil, case .failed = message.delivery
        else {
            guard here.isCommunity else {
                throw CommandMistake("what was said here stays: this server deletes nothing")
            }
            return try run(.delete)
        }
        return ask(.discard(messageID: message.id, threadID: thread.id))
    }

    /// A message that nobody else has is taken back as a whole.
    private mutating func editSelected() throws(CommandMistake) -> [ChatEffect] {
        guard let thread = shown, let serial = thread.selection, let message = thread.timeline.message(serial),
            message.serverID == nil, message.isOwn, here.isCommunity || message.delivery != .delivered
        else {
            guard here.isCommunity else {
                throw CommandMistake("what was said here stays: this server changes nothing")
            }
            return try run(.edit(nil))
        }
        guard case .failed = message.delivery else {
            // A connection that was lost may have carried it to the server.
            throw CommandMistake("this message is on its way; it can be taken back if it fails")
        }
        let effects = try takeBack(message, in: thread)
        leaveSelection()
        return effects
    }

    mutating func openSelected() throws(CommandMistake) -> [ChatEffect] {
        guard let thread = shown, let serial = thread.selection else { return [] }
        switch thread.timeline[serial] {
        case .gap: return fillGap()
        case .message(let message):
            if case .failed = message.delivery { return ask(.retry(messageID: message.id)) }
            guard here.isCommunity else { throw CommandMistake("this server has no replies: y copies, o opens a link") }
            return try run(.reply(nil))
        case .note, nil: return []
        }
    }
}

extension ThreadState {
    func isSelectable(_ serial: Int) -> Bool {
        switch timeline[serial] {
        case .message, .gap(_?): true
        case .gap(nil), .note, nil: false
        }
    }
}
