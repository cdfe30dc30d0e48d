import Chat
import Terminal

// What a person writes line by line.
extension ChatState {
    /// A whole line was written: a message, a command, or an answer. What was begun on the screen stays begun.
    mutating func takeLine(_ line: String) -> [ChatEffect] {
        if let confirmation {
            let isYes = ["y", "yes"].contains(line.trimmed.lowercased())
            self.confirmation = nil
            return isYes ? confirmation.effects : []
        }
        if let question = here.question { return answer(line, to: question) }
        let (place, before) = (place, composer)
        composer.replace(with: line)
        let effects = submit()
        guard place == self.place else { return effects }
        composer = before
        return effects
    }

    private mutating func answer(_ line: String, to question: QuestionState) -> [ChatEffect] {
        if question.isAnswered || question.question.isWaiting { return [] }
        let choices = question.question.choices
        guard !choices.isEmpty else { return answer(line) }
        let word = line.trimmed.lowercased()
        if let number = Int(word), choices.indices.contains(number - 1) { return answer(choices[number - 1]) }
        let fitting = choices.filter { !word.isEmpty && $0.lowercased().hasPrefix(word) }
        if fitting.count == 1 { return answer(fitting[0]) }
        say("answer with a number or the beginning of a choice", isError: true)
        return []
    }

    /// Goes to the next thread with something unread, one with a mention first.
    mutating func goToNextUnread() -> [ChatEffect] {
        let unread = places.filter { $0 != place && self.unread(at: $0) > 0 }
        func mentions(_ place: Place) -> Bool {
            place.thread.map { communities[place.community].threads[$0].thread.hasMention } ?? false
        }
        if let next = unread.first(where: mentions) ?? unread.first {
            show(next)
        } else {
            say("nothing unread", isError: false)
        }
        return []
    }

    /// Asks for what is missing in the newest gap of the thread.
    mutating func fillNewestGap() -> [ChatEffect] {
        guard let thread = shown else { return [] }
        for serial in (thread.timeline.firstSerial..<thread.timeline.endSerial).reversed() {
            guard case .gap(let id?)? = thread.timeline[serial], !thread.loading.gaps.contains(id) else { continue }
            here.threads[here.selected].loading.gaps.insert(id)
            return ask(.fillGap(threadID: thread.id, gapID: id))
        }
        say("nothing is missing that could be loaded", isError: false)
        return []
    }

    /// Chooses a message for the command that follows.
    mutating func choose(_ key: MessageNumbers.Key) throws(CommandMistake) {
        guard let community = index(ofCommunity: key.community),
            let thread = communities[community].index(of: key.thread),
            let serial = communities[community].threads[thread].serial(ofItem: key.item)
        else { throw CommandMistake("that message is not here any more") }
        show(Place(community: community, thread: thread))
        here.threads[here.selected].selection = serial
    }
}

extension ThreadState {
    /// The place of an entry by its item's identifier.
    func serial(ofItem id: String) -> Int? {
        timeline.serial(of: id) ?? (timeline.firstSerial..<timeline.endSerial).last { timeline[$0]?.itemID == id }
    }
}
