import Chat
import Terminal

// Keys for what lies over the screen.
extension ChatState {
    // Enter and Esc only, so that a box that comes up while somebody types is not gone unread.
    mutating func pressInDialog(_ command: KeyCommand?) -> [ChatEffect] {
        switch command {
        case .send, .dismiss, .interrupt: dialogs.removeFirst()
        default: break
        }
        return []
    }

    mutating func press(_ key: Key, in confirmation: Confirmation) -> [ChatEffect] {
        self.confirmation = nil
        if key == .character("y") || key == .character("Y") { return confirmation.effects }
        say("left as it is", isError: false)
        // No answer, but text that would be lost.
        if case .paste = key { return press(key) }
        return []
    }

    mutating func press(_ key: Key, _ command: KeyCommand?, in help: HelpState) -> [ChatEffect] {
        var help = help
        let page = max(1, size.height - 2)
        switch (key, command) {
        case (_, .dismiss) where !help.query.isEmpty, (_, .interrupt) where !help.query.isEmpty:
            help.query.replace(with: "")
            help.top = 0
        case (_, .dismiss), (_, .help), (_, .send), (_, .interrupt):
            overlay = nil
            return []
        case (.named(.up, _), _): help.scroll(by: -1, in: self)
        case (.named(.down, _), _): help.scroll(by: 1, in: self)
        case (.mouse(let event), _) where event.action == .wheelUp: help.scroll(by: -3, in: self)
        case (.mouse(let event), _) where event.action == .wheelDown: help.scroll(by: 3, in: self)
        case (_, .pageUp): help.scroll(by: -page, in: self)
        case (_, .pageDown): help.scroll(by: page, in: self)
        case (.named(.home, _), _): help.top = 0
        case (.named(.end, _), _): help.scroll(by: 10_000, in: self)
        case (.character(let letter), _):
            _ = help.query.insert(String(letter))
            help.top = 0
        case (.paste, _): return writeUnderOverlay(key)
        default:
            if let command, help.query.edit(command) { help.top = 0 }
        }
        overlay = .help(help)
        return []
    }

    mutating func press(_ key: Key, _ command: KeyCommand?, in list: ListState) -> [ChatEffect] {
        var list = list
        let page = max(1, size.height - 4)
        switch (key, command) {
        case (.character("q"), _), (_, .dismiss), (_, .interrupt):
            overlay = nil
            return []
        case (.character(let letter), _)
        where list.kind == .links && (letter.isNumber || letter == "y" || letter == "c"):
            return takeLink(letter, of: list)
        case (.named(.enter, _), _):
            overlay = nil
            return list.rows.indices.contains(list.selected) ? choose(list.rows[list.selected].choice, of: list) : []
        case (.named(.up, _), _), (.character("k"), _): list.move(by: -1)
        case (.named(.down, _), _), (.character("j"), _), (.named(.tab, _), _): list.move(by: 1)
        case (_, .pageUp): list.move(by: -page)
        case (_, .pageDown), (.character(" "), _): list.move(by: page)
        case (.mouse(let event), _) where event.action == .wheelUp: list.move(by: -1)
        case (.mouse(let event), _) where event.action == .wheelDown: list.move(by: 1)
        case (.named(.home, _), _), (.character("g"), _): list.move(by: -list.rows.count)
        case (.named(.end, _), _), (.character("G"), _): list.move(by: list.rows.count)
        case (.character, _), (.paste, _): return writeUnderOverlay(key)
        default: break
        }
        overlay = .list(list)
        return []
    }

    /// Text that the overlay has no use for was meant for what lies under it.
    private mutating func writeUnderOverlay(_ key: Key) -> [ChatEffect] {
        overlay = nil
        return press(key)
    }

    private mutating func choose(_ choice: ListState.Choice, of list: ListState) -> [ChatEffect] {
        switch choice {
        case .nothing: return []
        case .member(let name):
            guard let community = index(ofCommunity: list.community) else { return [] }
            communities[community].awaitedLists.insert(.member)
            return [.request(.showMember(name: name), community: list.community)]
        case .link(let address): return [.open(address)]
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
        switch command {
        case .dismiss, .interrupt: return answer(nil)
        default: break
        }
        if question.isAnswered { return [] }
        if question.question.isWaiting { return key == .character("q") ? answer(nil) : [] }
        return question.hasChoices ? pressInChoices(key, question) : pressInAnswer(key, command, question)
    }

    private mutating func pressInAnswer(_ key: Key, _ command: KeyCommand?, _ question: QuestionState) -> [ChatEffect] {
        var question = question
        switch key {
        case .named(.enter, _): return answer(question.answer.text)
        case .character(let letter): _ = question.answer.insert(String(letter))
        // One line: what comes after it was not meant.
        case .paste(let text): _ = question.answer.insert(String(text.prefix { !$0.isNewline }))
        default:
            if let command, !question.answer.edit(command), command == .yank { _ = question.answer.yank() }
        }
        here.question = question
        return []
    }

    private mutating func pressInChoices(_ key: Key, _ question: QuestionState) -> [ChatEffect] {
        let choices = question.question.choices
        var question = question
        switch key {
        case .named(.enter, _): return answer(choices[question.choice])
        case .named(.up, _), .named(.backTab, _):
            question.choice = (question.choice + choices.count - 1) % choices.count
        case .named(.down, _), .named(.tab, _): question.choice = (question.choice + 1) % choices.count
        case .character(let letter):
            if let number = letter.wholeNumberValue, choices.indices.contains(number - 1) {
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
