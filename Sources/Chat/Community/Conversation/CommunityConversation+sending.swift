import Community

// Messages of our own, from writing them to their return from the server.
extension CommunityConversation {
    /// A person has written a message: it is shown at once, and sent as soon as it can be.
    mutating func composed(_ draft: Draft, in threadID: String, at time: Int64) -> Outcome {
        if let thread = threads[threadID]?.thread, !thread.isJoined {
            return Outcome(updates: [.failed(FailureReport(.usage, "join \(title(of: threadID)) to write to it"))])
        }
        if let obstacle = obstacle(to: draft) { return Outcome(updates: [.failed(obstacle)]) }
        var outcome = open[threadID] == nil ? opened(threadID) : Outcome()
        let post = Outbox.Post(
            id: terms.makeID(),
            threadID: threadID,
            text: draft.text,
            replyTo: draft.replyTo.map { serverID(of: $0, in: threadID) ?? $0 },
            files: draft.files
        )
        outbox[post.id] = post
        let message = message(of: post, at: time)
        let changes = inOpen(threadID) { $0.timeline.composed(message) }
        outcome.updates += told(changes ?? [], in: threadID)
        outcome += prepare(post.id)
        return outcome
    }

    private func obstacle(to draft: Draft) -> FailureReport? {
        if outbox.isFull {
            return FailureReport(.noConnection, "\(Outbox.limit) messages wait for the server already")
        }
        if draft.files.count > MessageLimits.files {
            return FailureReport(.usage, "a message takes \(MessageLimits.files) files at most")
        }
        return draft.files.isEmpty || !draft.text.isEmpty ? FailureReport(inContent: draft.text) : nil
    }

    private func message(of post: Outbox.Post, at time: Int64) -> ChatMessage {
        var message = ChatMessage(
            id: post.id,
            sender: viewer.member?.name,
            text: post.text,
            time: time,
            isOwn: true,
            delivery: .sending
        )
        message.senderID = viewer.member?.id
        message.attachments = post.files.map { Attachment(id: "", name: FilePath.name(of: $0), size: 0) }
        message.replyTo = post.replyTo.flatMap { id in
            open[post.threadID]?.timeline.message(serverID: id).map {
                ReplyTarget(messageID: id, sender: $0.sender ?? "", snippet: $0.preview)
            }
        }
        return message
    }

    /// Files and mentions need the network before the message itself does.
    private mutating func prepare(_ id: String) -> Outcome {
        guard let post = outbox[id] else { return Outcome() }
        if post.isPrepared, !post.text.contains("@") { return dispatch(id) }
        outbox[id]?.state = .preparing
        return Outcome(effects: [.prepare(post)])
    }

    /// All that a message needs is with the server.
    mutating func prepared(_ id: String, fileIDs: [String], kind: ChatMessage.Kind, mentionIDs: [String]) -> Outcome {
        guard var post = outbox[id], post.state == .preparing else { return Outcome() }
        post.fileIDs = fileIDs
        post.kind = kind
        post.mentionIDs = mentionIDs
        outbox[id] = post
        return dispatch(id)
    }

    /// A file could not be uploaded.
    mutating func preparationFailed(_ id: String, reason: String) -> Outcome {
        guard outbox[id]?.state == .preparing else { return Outcome() }
        return fail(id, reason: reason)
    }

    /// Sends a message, or keeps it until it can be sent. Whoever waits for the server to take more keeps the order.
    mutating func dispatch(_ id: String) -> Outcome {
        guard var post = outbox[id] else { return Outcome() }
        let patience = CommunityEffect.schedule(.delivery(postID: id), after: Self.deliveryPatience)
        guard isConnected, !resending.contains(post.threadID) else {
            outbox[id]?.state = .queued
            return Outcome(effects: [patience])
        }
        // A server stores nothing without text.
        let text = post.text.isEmpty ? post.files.map(FilePath.name).joined(separator: ", ") : post.text
        let body = SendMessageBody(
            clientMessageId: id,
            content: String(String.UnicodeScalarView(text.unicodeScalars.prefix(MessageLimits.contentScalars))),
            fileMetadataIds: post.fileIDs,
            replyToId: post.replyTo,
            mentionedMemberIds: post.mentionIDs,
            type: post.kind.wire
        )
        let command = command(.send, in: post.threadID, .message(body))
        post.state = .sent(commandID: command.id)
        outbox[id] = post
        return Outcome(effects: [.transmit(command), patience])
    }

    /// A message of our own has come back; its new state comes with the message itself.
    mutating func delivered(_ id: String) -> Outcome {
        guard outbox[id] != nil else { return Outcome() }
        outbox[id] = nil
        return Outcome(effects: [.cancel(.delivery(postID: id))])
    }

    private mutating func fail(_ id: String, reason: String) -> Outcome {
        guard let post = outbox[id] else { return Outcome() }
        outbox[id]?.state = .failed
        let changes = inOpen(post.threadID) { thread in
            thread.timeline.change(id: id) { $0.delivery = .failed(reason: reason) }
        }
        return Outcome(
            updates: told(changes ?? [], in: post.threadID),
            effects: [.cancel(.delivery(postID: id))]
        )
    }

    mutating func deliveryTimedOut(_ id: String) -> Outcome {
        guard let post = outbox[id], post.state != .failed, post.state != .preparing else { return Outcome() }
        switch link {
        case .up: return fail(id, reason: "the server did not confirm it; it may have arrived all the same")
        case .down(let reason): return fail(id, reason: "not sent: \(reason)")
        }
    }

    mutating func resendTime(in threadID: String) -> Outcome {
        resending.remove(threadID)
        return outbox.queued(in: threadID).reduce(into: Outcome()) { $0 += dispatch($1.id) }
    }
}

// MARK: What a person does with failed messages
extension CommunityConversation {
    /// A person wants a failed message sent again, as the same message.
    mutating func retried(_ id: String) -> Outcome {
        guard let post = outbox[id], post.state == .failed else { return Outcome() }
        outbox[id]?.refusalCount = 0
        let changes = inOpen(post.threadID) { thread in
            thread.timeline.change(id: id) { $0.delivery = .sending }
        }
        return Outcome(updates: told(changes ?? [], in: post.threadID)) + prepare(id)
    }

    /// A person gives a failed message up.
    mutating func discarded(_ id: String, in threadID: String) -> Outcome {
        guard outbox[id]?.state == .failed else { return Outcome() }
        outbox[id] = nil
        let changes = inOpen(threadID) { $0.timeline.discard(id: id) }
        return Outcome(updates: told(changes ?? [], in: threadID))
    }
}

extension CommunityConversation {
    /// A person wants to write a failed message anew.
    mutating func takenBack(_ id: String, in threadID: String) -> Outcome {
        guard let post = outbox[id], post.state == .failed else { return Outcome() }
        let draft = Draft(post.text, replyTo: post.replyTo, files: post.files)
        return discarded(id, in: threadID) + Outcome(updates: [.takenBack(threadID: threadID, draft)])
    }
}

// MARK: What the server says
extension CommunityConversation {
    /// The server took a command. That proves nothing for a message, which has to come back.
    mutating func acknowledged(_ body: CommandAcknowledged) -> Outcome {
        if let entry = commands.entry(commandID: body.commandId) {
            commands[entry.id] = nil
            return Outcome(effects: [.cancel(.command(id: entry.id))])
        }
        let post = body.clientMessageId.flatMap { outbox[$0] } ?? outbox.post(commandID: body.commandId)
        // It was there already, so its event may have been missed.
        guard let post, body.deduplicated else { return Outcome() }
        return refresh(post.threadID)
    }

    /// The server refused a command.
    mutating func refused(_ refusal: CommandRefused) -> Outcome {
        let post =
            refusal.clientMessageId.flatMap { outbox[$0] } ?? refusal.commandId.flatMap { outbox.post(commandID: $0) }
        if let post { return refused(post, refusal) }
        if let entry = refusal.commandId.flatMap({ commands.entry(commandID: $0) }) { return refused(entry, refusal) }
        return Outcome(effects: [.log("a command was refused: \(refusal.status) \(refusal.code)")])
    }

    private mutating func refused(_ post: Outbox.Post, _ refusal: CommandRefused) -> Outcome {
        guard post.state != .failed, post.state != .preparing else { return Outcome() }
        guard refusal.retryable, post.refusalCount < Outbox.refusalLimit else {
            return fail(post.id, reason: refusal.sentence)
        }
        outbox[post.id]?.refusalCount += 1
        outbox[post.id]?.state = .queued
        let isWaiting = !resending.insert(post.threadID).inserted
        if isWaiting { return Outcome() }
        return Outcome(effects: [.schedule(.resend(threadID: post.threadID), after: Self.pause(post.refusalCount))])
    }

    /// 1, 2, 4, 8 seconds.
    static func pause(_ refusalCount: Int) -> Duration { .seconds(1 << min(refusalCount, 5)) }
}

extension CommandRefused {
    /// What the server said, for a person.
    var sentence: String {
        let said = ForeignText(message.text)
        if !said.isEmpty { return said.description }
        return status == 429
            ? "the server takes no more for now" : "the server refused it (\(status) \(ForeignText(code)))"
    }
}
