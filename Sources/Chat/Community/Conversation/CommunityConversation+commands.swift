import Community

// Edits, deletions and reactions: they show when the server says so.
extension CommunityConversation {
    mutating func edited(_ messageID: String, in threadID: String, text: String) -> Outcome {
        if let fault = FailureReport(inContent: text) { return Outcome(updates: [.failed(fault)]) }
        return submit(messageID, in: threadID, .edit(EditBody(content: text))) { .edit(messageId: $0) }
    }

    mutating func deleted(_ messageID: String, in threadID: String) -> Outcome {
        submit(messageID, in: threadID, .empty) { .delete(messageId: $0) }
    }

    mutating func reacted(to messageID: String, in threadID: String, emoji: String, adds: Bool) -> Outcome {
        submit(messageID, in: threadID, .reaction(ReactionBody(emoji: emoji))) { id in
            adds ? .addReaction(messageId: id) : .removeReaction(messageId: id)
        }
    }

    /// The server's name for a message that the front names by its row, or by that name already.
    func serverID(of messageID: String, in threadID: String) -> String? {
        guard let timeline = open[threadID]?.timeline else { return nil }
        return timeline.serverID(ofRow: messageID) ?? (timeline.ids[messageID] == nil ? nil : messageID)
    }

    private mutating func submit(
        _ messageID: String,
        in threadID: String,
        _ body: LiveCommand.Body,
        _ action: (String) -> CommandDestination.Action
    ) -> Outcome {
        guard let serverID = serverID(of: messageID, in: threadID) else {
            return Outcome(updates: [.failed(FailureReport(.usage, "the server does not have this message yet"))])
        }
        guard case .up = link, !commands.isFull else {
            let report = FailureReport(.noConnection, "not done: \(absence)")
            return Outcome(updates: [.failed(report)])
        }
        let entry = PendingCommands.Entry(
            destination: CommandDestination(threadId: threadID, action: action(serverID)),
            body: body,
            id: terms.makeID()
        )
        commands[entry.id] = entry
        return sendCommand(entry.id)
    }

    private var absence: String {
        if case .down(let reason) = link { reason } else { "too much is under way" }
    }

    /// Sends a command that waits.
    mutating func sendCommand(_ id: String) -> Outcome {
        guard isConnected, var entry = commands[id] else { return Outcome() }
        let command = LiveCommand(id: terms.makeID(), destination: entry.destination, body: entry.body)
        entry.commandID = command.id
        commands[id] = entry
        return Outcome(effects: [
            .transmit(command), .schedule(.command(id: id), after: Self.commandPatience),
        ])
    }

    /// An event shows that commands are done.
    mutating func commandDone(_ isDone: (CommandDestination) -> Bool) -> Outcome {
        Outcome(effects: commands.done(isDone).map { .cancel(.command(id: $0.id)) })
    }

    mutating func commandTimedOut(_ id: String) -> Outcome {
        guard let entry = commands[id] else { return Outcome() }
        commands[id] = nil
        return Outcome(updates: [.failed(notConfirmed(entry.destination, because: "the server did not answer"))])
    }

    mutating func refused(_ entry: PendingCommands.Entry, _ refusal: CommandRefused) -> Outcome {
        if refusal.retryable, entry.refusalCount < Outbox.refusalLimit {
            commands[entry.id]?.refusalCount += 1
            commands[entry.id]?.commandID = nil
            return Outcome(effects: [
                .cancel(.command(id: entry.id)),
                .schedule(.commandRetry(id: entry.id), after: Self.pause(entry.refusalCount)),
            ])
        }
        commands[entry.id] = nil
        let report = FailureReport(.refused, "\(entry.destination.words) was refused: \(refusal.sentence)")
        return Outcome(updates: [.failed(report)], effects: [.cancel(.command(id: entry.id))])
    }

    func notConfirmed(_ destination: CommandDestination, because reason: String) -> FailureReport {
        FailureReport(.timedOut, "\(destination.words) was not confirmed: \(reason)")
    }

    /// A frame for a thread.
    func command(_ action: CommandDestination.Action, in threadID: String, _ body: LiveCommand.Body) -> LiveCommand {
        LiveCommand(
            id: terms.makeID(),
            destination: CommandDestination(threadId: threadID, action: action),
            body: body
        )
    }
}

extension CommandDestination {
    /// What the command does, as the subject of a sentence.
    fileprivate var words: String {
        switch action {
        case .send: "the message"
        case .read, .typing: "the report"
        case .addReaction, .removeReaction: "the reaction"
        case .edit: "the edit"
        case .delete: "the deletion"
        }
    }
}
