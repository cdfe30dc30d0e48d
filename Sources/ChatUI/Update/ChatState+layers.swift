import Chat
import Terminal

// Keys for what lies over the screen.
extension ChatState {
    // Enter and Esc only, so that a box that comes up while somebody types is not gone unread.
    mutating func press(_ key: Key, _ command: KeyCommand?, in dialog: Dialog) -> [ChatEffect] {
        switch KeyLayer.dialog.command(for: key, command) {
        case .take, .close: dialogs.removeFirst()
        default: if command == .send { dialogs.removeFirst() }
        }
        return []
    }

    mutating func press(_ key: Key, in confirmation: Confirmation) -> [ChatEffect] {
        self.confirmation = nil
        if KeyLayer.confirmation.command(for: key, nil) == .confirm { return confirmation.effects }
        say("left as it is", isError: false)
        // No answer, but text that would be lost.
        if case .paste = key { return press(key) }
        return []
    }

    mutating func press(_ key: Key, _ command: KeyCommand?, in help: HelpState) -> [ChatEffect] {
        var help = help
        let page = max(1, size.height - 2)
        switch KeyLayer.help.command(for: key, command) {
        case .close where !help.query.isEmpty:
            help.query.replace(with: "")
            help.top = 0
        case .close, .take:
            overlay = nil
            return []
        case .up: help.scroll(by: -1, in: self)
        case .down: help.scroll(by: 1, in: self)
        case .pageUp: help.scroll(by: -page, in: self)
        case .pageDown: help.scroll(by: page, in: self)
        case .first: help.top = 0
        case .last: help.scroll(by: 10_000, in: self)
        case .number, .copy, .confirm, nil:
            switch (key, command) {
            case (_, .help), (_, .send):
                overlay = nil
                return []
            case (.mouse(let event), _): help.scroll(by: event.wheelSteps * 3, in: self)
            case (.character(let letter), _):
                _ = help.query.insert(String(letter))
                help.top = 0
            case (.paste, _): return writeUnderOverlay(key)
            default: if let command, help.query.edit(command) { help.top = 0 }
            }
        }
        overlay = .help(help)
        return []
    }

    mutating func press(_ key: Key, _ command: KeyCommand?, in list: ListState) -> [ChatEffect] {
        var list = list
        let page = max(1, size.height - 4)
        switch (list.kind == .links ? KeyLayer.links : .list).command(for: key, command) {
        case .close:
            overlay = nil
            return []
        case .number: if case .character(let digit) = key { return takeNumber(digit, of: list) }
        case .copy: return copyLink(of: list)
        case .take:
            overlay = nil
            return list.rows.indices.contains(list.selected) ? take(list.rows[list.selected].choice, of: list) : []
        case .up: list.move(by: -1)
        case .down: list.move(by: 1)
        case .pageUp: list.move(by: -page)
        case .pageDown: list.move(by: page)
        case .first: list.move(by: -list.rows.count)
        case .last: list.move(by: list.rows.count)
        case .confirm, nil:
            switch key {
            case .mouse(let event): list.move(by: event.wheelSteps)
            case .character, .paste: return writeUnderOverlay(key)
            default: break
            }
        }
        overlay = .list(list)
        return []
    }

    /// Text that the overlay has no use for was meant for what lies under it.
    private mutating func writeUnderOverlay(_ key: Key) -> [ChatEffect] {
        overlay = nil
        return press(key)
    }

    /// Does what choosing something in a list means.
    mutating func take(_ choice: ListState.Choice, of list: ListState) -> [ChatEffect] {
        switch choice {
        case .nothing: return []
        case .member(let name):
            guard let community = index(ofCommunity: list.community) else { return [] }
            communities[community].awaitedLists.insert(.member)
            return [.request(.showMember(name: name), community: list.community)]
        case .link(let address): return [.open(address)]
        case .file(let file): return openFile(file, of: list.community)
        case .workspace(let name): return [.request(.switchWorkspace(name: name), community: list.community)]
        case .message(let threadID, let messageID):
            guard let community = index(ofCommunity: list.community) else { return [] }
            return jump(community: community, threadID: threadID, messageID: messageID)
        }
    }
}

// MARK: Questions
extension ChatState {
    mutating func press(_ key: Key, _ command: KeyCommand?, in question: QuestionState) -> [ChatEffect] {
        let layer: KeyLayer =
            question.isAnswered || question.question.isWaiting ? .waiting : question.hasChoices ? .choices : .answer
        let meaning = layer.command(for: key, command)
        if meaning == .close { return question.isAnswered && key == .character("q") ? [] : answer(nil) }
        switch layer {
        case .choices: return pressInChoices(key, meaning, question)
        case .answer: return pressInAnswer(key, meaning, command, question)
        default: return []
        }
    }

    private mutating func pressInAnswer(
        _ key: Key,
        _ meaning: LayerCommand?,
        _ command: KeyCommand?,
        _ question: QuestionState
    ) -> [ChatEffect] {
        var question = question
        if meaning == .take { return answer(question.answer.text) }
        switch key {
        case .character(let letter): _ = question.answer.insert(String(letter))
        // One line: what comes after it was not meant.
        case .paste(let text): _ = question.answer.insert(String(text.prefix { !$0.isNewline }))
        default:
            if let command, !question.answer.edit(command), command == .yank { _ = question.answer.yank() }
        }
        here.question = question
        return []
    }

    private mutating func pressInChoices(
        _ key: Key,
        _ meaning: LayerCommand?,
        _ question: QuestionState
    ) -> [ChatEffect] {
        let choices = question.question.choices
        var question = question
        switch (meaning, key) {
        case (.take, _): return answer(choices[question.choice])
        case (.up, _): question.choice = (question.choice + choices.count - 1) % choices.count
        case (.down, _): question.choice = (question.choice + 1) % choices.count
        case (_, .character(let letter)):
            if meaning == .number, let number = letter.wholeNumberValue, choices.indices.contains(number - 1) {
                return answer(choices[number - 1])
            }
            let fitting = choices.indices.filter { choices[$0].lowercased().hasPrefix(letter.lowercased()) }
            if fitting.count == 1 { return answer(choices[fitting[0]]) }
            if let next = fitting.first(where: { $0 > question.choice }) ?? fitting.first { question.choice = next }
        default: break
        }
        here.question = question
        return []
    }

    /// Answers; the session asks the next question, or takes this one away.
    mutating func answer(_ text: String?) -> [ChatEffect] {
        guard let question = here.question else { return [] }
        here.question = text == nil ? nil : question.answered
        return ask(.answer(questionID: question.question.id, text))
    }
}

extension MouseEvent {
    /// How far its wheel was turned down; 0 for everything else.
    var wheelSteps: Int {
        switch action {
        case .wheelUp: -1
        case .wheelDown: 1
        case .press, .release: 0
        }
    }
}
