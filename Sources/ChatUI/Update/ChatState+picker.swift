import Chat
import Terminal

// Choosing by some letters.
extension ChatState {
    mutating func press(_ key: Key, _ command: KeyCommand?, in picker: PickerState) -> [ChatEffect] {
        var picker = picker
        let page = max(1, min(size.height, 16) - 4)
        switch (KeyLayer.picker.command(for: key, command), command) {
        case (.close, _):
            overlay = nil
            return []
        case (.take, _):
            guard let choice = picker.choice else { return [] }
            overlay = nil
            return take(choice)
        case (.up, _), (_, .previousThread): picker.move(by: -1)
        case (.down, _), (_, .nextThread), (_, .searchHistory), (_, .jump): picker.move(by: 1)
        case (.pageUp, _): picker.move(by: -page)
        case (.pageDown, _): picker.move(by: page)
        default: write(key, command, into: &picker)
        }
        overlay = .picker(picker)
        return []
    }

    private func write(_ key: Key, _ command: KeyCommand?, into picker: inout PickerState) {
        let before = picker.query.text
        switch key {
        case .mouse(let event): picker.move(by: event.wheelSteps)
        case .character(let letter): _ = picker.query.insert(String(letter))
        case .paste(let text): _ = picker.query.insert(String(text.trimmed.prefix { !$0.isNewline }))
        default: if let command, !picker.query.edit(command), command == .yank { _ = picker.query.yank() }
        }
        if picker.query.text != before { picker.find() }
    }

    private mutating func take(_ choice: PickerState.Choice) -> [ChatEffect] {
        switch choice {
        case .thread(let id, let threadID):
            guard let community = index(ofCommunity: id), let thread = communities[community].index(of: threadID) else {
                say("that thread is gone", isError: true)
                return []
            }
            show(Place(community: community, thread: thread))
            return []
        case .emoji(let emoji):
            if case .react? = shown?.purpose { composer.replace(with: "") }
            let effects = insert(emoji)
            if case .react? = shown?.purpose { return effects + submit() }
            return effects
        case .text(let text):
            if !composer.put(text) { sayFull() }
            return []
        }
    }
}

// MARK: What there is to choose
extension ChatState {
    /// All threads; without letters those first that have something new.
    mutating func openThreadPicker() {
        let order = threadPlaces.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
        overlay = .picker(PickerState(.thread, order.compactMap { item(for: $0.element) }))
    }

    private func rank(_ place: Place) -> Int {
        guard let index = place.thread else { return 9 }
        let thread = communities[place.community].threads[index]
        if place == self.place { return 4 }
        if thread.unreadCount == 0 { return thread.thread.isJoined ? 3 : 5 }
        return thread.thread.isMuted ? 2 : thread.thread.hasMention ? 0 : 1
    }

    private func item(for place: Place) -> PickerState.Item? {
        guard let index = place.thread else { return nil }
        let community = communities[place.community]
        let thread = community.threads[index]
        let icon = SafeText(name: thread.thread.icon).prefix(width: 2)
        let count: SafeText =
            thread.unreadCount == 0 ? "" : "\(thread.thread.hasMention ? "@" : "")\(thread.unreadCount) new"
        let names: SafeText = communities.count > 1 ? community.title : ""
        let gap: SafeText = count.isEmpty || names.isEmpty ? "" : " "
        return PickerState.Item(
            title: thread.title.text,
            lead: icon.isEmpty ? "" : "\(icon) ",
            detail: "\(names)\(gap)\(count)",
            style: thread.unreadCount > 0 && !thread.thread.isMuted ? Theme.strong : Theme.plain,
            choice: .thread(community: community.id, id: thread.id)
        )
    }

    mutating func openEmojiPicker() {
        let items = EmojiNames.all.map { name, emoji in
            PickerState.Item(
                title: name,
                lead: "\(SafeText(emoji, lines: .single).padded(to: 3))",
                choice: .emoji(emoji)
            )
        }
        overlay = .picker(PickerState(.emoji, items))
    }

    /// The texts written before, those of this thread first.
    mutating func openHistoryPicker() {
        var seen: Set<String> = []
        let texts = (composer.history.newestFirst + written.newestFirst).filter { seen.insert($0).inserted }
        var picker = PickerState(.history, texts.map { PickerState.Item(title: $0, choice: .text($0)) })
        // What is written is what is looked for.
        if !composer.isEmpty, composer.letters.count < 40, !composer.letters.contains("\n") {
            picker.query.replace(with: composer.text)
            picker.find()
        }
        overlay = .picker(picker)
    }
}
