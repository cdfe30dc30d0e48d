import Chat
import Terminal

// What becomes of a text that was begun, and what other programs do for the chat.
extension PlainLoop {
    func use(_ use: PlainCommand.DraftUse) {
        let text = state.composer.text
        switch use {
        case .read:
            report.say(text.isEmpty ? "nothing is begun here" : "begun here; /draft send sends it:")
            if !text.isEmpty { tellText(text) }
        case .send: change { $0.submit() }
        case .drop:
            change { state in
                state.composer.cutAll()
                if state.shown != nil { state.here.threads[state.here.selected].files = [] }
                return []
            }
            report.say("given up")
        }
    }

    func tellText(_ text: String) {
        for line in SafeText.lines(of: text) { report.say("   \(line)") }
    }

    /// Opens an editor on what is begun, or on a message of the person's own.
    func openEditor(_ number: Int?) throws(CommandMistake) {
        guard isInteractive else { throw CommandMistake("an editor needs a terminal") }
        if let number {
            try state.choose(key(of: number))
            defer { letSelectionGo() }
            let effects = try state.run(.edit(nil))
            perform(effects)
        }
        change { $0.openEditor() }
    }

    /// Gives the terminal to an editor, and takes it back.
    func edit(_ text: String) async {
        await programs.holdInput(true)
        let outcome = await Editing(environment: programs.environment).run(text)
        guard !Task.isCancelled else { return }
        await programs.holdInput(false)
        act(.edited(outcome))
        if case .edit? = state.shown?.purpose {
            let isChanged = if case .written = outcome { state.composer.text != text } else { false }
            change { state in
                if isChanged { return state.submit() }
                state.here.threads[state.here.selected].cancelPurpose()
                return []
            }
            if !isChanged { report.say("the message is as it was") }
        } else if case .written = outcome {
            use(.read)
        }
        settle()
        showPrompt()
    }

    /// Opens an address or a file; where nothing here can, its name is all there is.
    func open(_ address: String) async {
        if await !programs.openLink(address) { act(.failed(.noProgram(for: address))) }
        settle()
    }

    /// Has the session fetch a file, which is opened when it is there.
    func fetch(_ file: Attachment, from id: String) async {
        guard let folder = await OpenedFiles.makeFolder(environment: programs.environment) else {
            act(.failed(.noFolder))
            return settle()
        }
        ask(.fetch(file, into: folder), of: id)
    }
}

// MARK: Messages by their numbers
extension PlainLoop {
    func key(of number: Int) throws(CommandMistake) -> MessageNumbers.Key {
        guard let key = report.numbers[number] else { throw CommandMistake("no message has the number \(number)") }
        return key
    }

    /// The place of a message, whose thread is the one shown afterwards.
    func serial(of number: Int) throws(CommandMistake) -> Int {
        try state.choose(key(of: number))
        defer { letSelectionGo() }
        guard let serial = state.shown?.selection else { throw CommandMistake("that message is not here any more") }
        return serial
    }

    func message(_ number: Int) throws(CommandMistake) -> ChatMessage {
        let serial = try serial(of: number)
        guard let message = state.shown?.timeline.message(serial) else {
            throw CommandMistake("that is no message")
        }
        return message
    }

    /// In lines nothing stays selected.
    func letSelectionGo() {
        if state.shown?.selection != nil { state.here.threads[state.here.selected].selection = nil }
    }
}

extension ChatState {
    /// As much of the thread's end as is looked through for links.
    var newestSerials: [Int] {
        guard let timeline = shown?.timeline else { return [] }
        return Array(max(timeline.firstSerial, timeline.endSerial - 50)..<timeline.endSerial)
    }
}
