import Chat

// Commands about a message: the selected one, else the last that fits.
extension ChatState {
    mutating func runOnMessage(_ command: SlashCommand) throws(CommandMistake) -> [ChatEffect] {
        let thread = try thread()
        switch command {
        case .attach(let paths): return try attach(paths, to: thread)
        case .detach:
            here.threads[here.selected].files = []
            say("no files go with the next message", isError: false)
            return []
        case .retry, .discard: return retry(thread, discards: command == .discard)
        case .takeBack: return try takeBackLast(thread)
        default: break
        }
        let (message, id) = try target(of: command)
        switch command {
        case .react(let emoji):
            leaveSelectionIfAny()
            return react(emoji, to: id, message, in: thread)
        case .reply(let text?):
            try checkLength(of: text)
            return send(text, answering: ReplyTarget(messageID: id, sender: "", snippet: ""))
        case .reply(nil): here.threads[here.selected].beginReply(to: message, id: id)
        case .edit(let text?):
            try checkLength(of: text)
            leaveSelectionIfAny()
            return ask(.edit(messageID: id, threadID: thread.id, text: text))
        case .edit(nil): here.threads[here.selected].beginEdit(of: message, id: id)
        // Whoever selected it goes on from there, whatever the answer.
        case .delete:
            let question = "delete \"\(message.text.prefix(40))\"?"
            return confirm(question, ask(.delete(messageID: id, threadID: thread.id)))
        case .report(let reason): return ask(.report(messageID: id, threadID: thread.id, reason: reason))
        case .save(let path): return message.attachments.flatMap { ask(.download($0, to: path ?? ".")) }
        default: break
        }
        leaveSelectionIfAny()
        return []
    }

    private mutating func leaveSelectionIfAny() {
        if shown?.selection != nil { leaveSelection() }
    }

    /// The message that a command is about, and its identifier on the server.
    func target(of command: SlashCommand) throws(CommandMistake) -> (message: ChatMessage, id: String) {
        let thread = try thread()
        let rule = MessageRule(command, role: thread.thread.role)
        if let serial = thread.selection {
            guard let message = thread.timeline.message(serial) else { throw CommandMistake("no message is selected") }
            guard let id = message.serverID else { throw CommandMistake("the server does not have this message yet") }
            if let refusal = rule.refusal(of: message) { throw CommandMistake(refusal) }
            return (message, id)
        }
        let serials = thread.timeline.firstSerial..<thread.timeline.endSerial
        for serial in serials.reversed() {
            guard let message = thread.timeline.message(serial), let id = message.serverID else { continue }
            if rule.refusal(of: message) == nil, rule.isUsual(for: message) { return (message, id) }
        }
        throw CommandMistake("there is no message to \(rule.verb)")
    }

    private mutating func attach(_ paths: [String], to thread: ThreadState) throws(CommandMistake) -> [ChatEffect] {
        let files = thread.files + paths.filter { !thread.files.contains($0) }
        guard files.count <= ChatState.fileLimit else {
            throw CommandMistake("\(ChatState.fileLimit) files a message are the most; /detach forgets those that wait")
        }
        here.threads[here.selected].files = files
        return []
    }

    private func takeBackLast(_ thread: ThreadState) throws(CommandMistake) -> [ChatEffect] {
        let failed = thread.timeline.failedIDs.last.flatMap(thread.timeline.serial(of:)).flatMap(
            thread.timeline.message
        )
        guard let failed else { throw CommandMistake("nothing in this thread has failed") }
        return try takeBack(failed, in: thread)
    }

    /// Hands a message's text back, if there is room for it beside what is being written.
    func takeBack(_ message: ChatMessage, in thread: ThreadState) throws(CommandMistake) -> [ChatEffect] {
        let bytes = thread.draft.letters.reduce(message.text.utf8.count) { $0 + $1.utf8.count }
        guard bytes < Composer.limit, thread.files.count + message.attachments.count <= ChatState.fileLimit else {
            throw CommandMistake("there is no room for it: send or clear first what you are writing")
        }
        return ask(.takeBack(messageID: message.id, threadID: thread.id))
    }

    private mutating func retry(_ thread: ThreadState, discards: Bool) -> [ChatEffect] {
        let failed = thread.timeline.failedIDs
        if failed.isEmpty { say("nothing in this thread has failed", isError: false) }
        return failed.flatMap {
            ask(discards ? .discard(messageID: $0, threadID: thread.id) : .retry(messageID: $0))
        }
    }
}

/// Which messages a command can be about.
private struct MessageRule {
    private enum Kind {
        case react, reply, edit, delete, report, save
    }

    private let kind: Kind
    private let role: Member.Role?

    /// - Parameter role: the person's in the thread, as far as it is known.
    init(_ command: SlashCommand, role: Member.Role?) {
        self.role = role
        kind =
            switch command {
            case .reply: .reply
            case .edit: .edit
            case .delete: .delete
            case .report: .report
            case .save: .save
            default: .react
            }
    }

    var verb: String {
        switch kind {
        case .react: "react to"
        case .reply: "reply to"
        case .edit: "edit: none of the last is yours"
        case .delete: "delete: none of the last is yours"
        case .report: "report"
        case .save: "save files of"
        }
    }

    /// Why not; nil when it can be.
    func refusal(of message: ChatMessage) -> String? {
        if message.isDeleted { return "this message is deleted" }
        if message.kind == .system { return "this is no message of a member" }
        switch kind {
        case .react, .reply: return nil
        case .edit: return message.isOwn ? nil : "this message is not yours"
        case .delete:
            // Without a role known the server decides.
            return message.isOwn || role != .member
                ? nil : "this message is not yours: those who run the thread delete others' messages"
        case .report: return message.isOwn ? "this message is yours" : nil
        case .save: return message.attachments.isEmpty ? "this message has no files" : nil
        }
    }

    /// Whether it is what a person means who has selected none.
    func isUsual(for message: ChatMessage) -> Bool {
        switch kind {
        case .edit, .delete: message.isOwn
        case .react, .reply, .report: !message.isOwn && !message.isBlocked
        case .save: true
        }
    }
}
