import Chat
import Terminal

// What the user writes and sends.
extension ChatState {
    /// The most code points a community takes in one message (contract, section 3).
    static let messageLimit = 2000
    /// How often the session is told that the person is writing, in milliseconds.
    private static let typingInterval: Int64 = 2000
    /// The most files that go with one message (contract, section 3).
    static let fileLimit = 10

    mutating func insert(_ text: String) -> [ChatEffect] {
        if !composer.insert(text) { sayFull() }
        return tellTyping()
    }

    mutating func sayFull() {
        say("the message is full: \(Composer.limit / 1024) KiB are the most", isError: true)
    }

    private mutating func tellTyping() -> [ChatEffect] {
        guard here.isCommunity, let thread = shown, thread.thread.isJoined, thread.ended == nil,
            thread.composer.letters.first.map({ $0 != "/" }) ?? false
        else { return [] }
        switch thread.purpose {
        case .message, .reply: break
        case .edit, .react: return []
        }
        if let told = thread.typingTold, now.uptime - told < ChatState.typingInterval { return [] }
        here.threads[here.selected].typingTold = now.uptime
        return ask(.typing(threadID: thread.id))
    }

    mutating func submit() -> [ChatEffect] {
        if case .react(let messageID, _, _)? = shown?.purpose { return submitReaction(to: messageID) }
        switch ComposedInput(composer.text, capabilities: here.capabilities) {
        case .nothing: return submitNothing()
        case .mistake(let sentence):
            say(sentence, isError: true)
            return []
        case .message(let text): return attempt { state throws(CommandMistake) in try state.submit(text) }
        case .command(let command):
            // What was said before it is past.
            toast = nil
            let text = takeWritten()
            do throws(CommandMistake) {
                return try run(command)
            } catch {
                composer.replace(with: text)
                say(error.sentence, isError: true)
                return []
            }
        }
    }

    /// Takes the text out and remembers it, here and for all threads.
    private mutating func takeWritten() -> String {
        let text = composer.finish()
        written.add(text)
        return text
    }

    /// Does something, or says why not.
    private mutating func attempt(
        _ body: (inout ChatState) throws(CommandMistake) -> [ChatEffect]
    ) -> [ChatEffect] {
        do throws(CommandMistake) {
            return try body(&self)
        } catch {
            say(error.sentence, isError: true)
            return []
        }
    }

    /// Enter on an empty line does what is needed next, if anything is.
    private mutating func submitNothing() -> [ChatEffect] {
        if here.signInReason != nil { return ask(.signIn) }
        guard let thread = shown else { return [] }
        if case .edit = thread.purpose {
            let cancel = keyMap.leaving.map { "\($0.text) cancels it, " } ?? ""
            say("an edit can't be empty: \(cancel)/delete deletes the message", isError: true)
            return []
        }
        if !thread.files.isEmpty { return attempt { state throws(CommandMistake) in try state.submit("") } }
        if !thread.thread.isJoined { return attempt { state throws(CommandMistake) in try state.run(.join(nil)) } }
        return []
    }

    private mutating func submit(_ text: String) throws(CommandMistake) -> [ChatEffect] {
        if here.signInReason != nil {
            throw CommandMistake("sign in first, with /login; what you have written stays")
        }
        guard let thread = shown else { throw CommandMistake("there is no thread to write to: /join \(threadWord)") }
        guard thread.ended == nil else {
            throw CommandMistake(
                "this thread is not joined any more: /join \(thread.id) joins it, /leave closes it"
            )
        }
        guard thread.thread.isJoined else { throw CommandMistake("you are not in this thread: /join joins it") }
        try checkLength(of: text)
        if case .edit(let messageID, _) = thread.purpose {
            _ = takeWritten()
            here.threads[here.selected].cancelPurpose()
            return ask(.edit(messageID: messageID, threadID: thread.id, text: text))
        }
        _ = takeWritten()
        return send(text, answering: nil)
    }

    func checkLength(of text: String) throws(CommandMistake) {
        guard here.isCommunity, text.unicodeScalars.count > ChatState.messageLimit else { return }
        throw CommandMistake(
            "the message has \(text.unicodeScalars.count) characters; \(ChatState.messageLimit) are the most"
        )
    }

    /// Sends a text to the thread shown, with the files that wait.
    ///
    /// - Parameter target: what it answers; nil takes the answer begun, if one is.
    mutating func send(_ text: String, answering target: ReplyTarget?) -> [ChatEffect] {
        guard let thread = shown else { return [] }
        var draft = Draft(text, files: thread.files)
        if let target {
            draft.replyTo = target.messageID
        } else if case .reply(let target) = thread.purpose {
            draft.replyTo = target.messageID
        }
        here.threads[here.selected].files = []
        here.threads[here.selected].cancelPurpose()
        here.threads[here.selected].typingTold = nil
        here.threads[here.selected].showEnd()
        here.threads[here.selected].newLine = .none
        here.threads[here.selected].selection = nil
        return ask(.send(draft, threadID: thread.id))
    }

    private mutating func submitReaction(to messageID: String) -> [ChatEffect] {
        guard let thread = shown else { return [] }
        let word = composer.text.trimmed
        guard let emoji = EmojiNames.emoji(word) else {
            say(
                "\(word.isEmpty ? "that" : String(word.prefix(20))) is no emoji; names are written as :heart:",
                isError: true
            )
            return []
        }
        here.threads[here.selected].cancelPurpose()
        let message = thread.serial(ofMessage: messageID).flatMap(thread.timeline.message)
        return react(emoji, to: messageID, message, in: thread)
    }

    func react(_ emoji: String, to id: String, _ message: ChatMessage?, in thread: ThreadState) -> [ChatEffect] {
        let isOwn = message?.reactions.contains { $0.emoji == emoji && $0.isOwn } ?? false
        return ask(.react(messageID: id, threadID: thread.id, emoji: emoji, adds: !isOwn))
    }

    /// What `/join` takes here.
    var threadWord: String { here.isCommunity ? "THREAD" : "DESTINATION" }

    /// A request to the community on the screen.
    func ask(_ request: ChatRequest) -> [ChatEffect] { [.request(request, community: here.id)] }
}
