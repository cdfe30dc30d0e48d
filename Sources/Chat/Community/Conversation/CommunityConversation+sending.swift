import ChatStore
import Community

// Messages of our own, from writing them to their return from the server.
extension CommunityConversation {
    /// A person has written a message. It is shown once it is in the outbox, and sent as soon as it can be.
    mutating func composed(_ draft: Draft, in threadID: String, at time: Int64) -> Outcome {
        if let thread = threads[threadID]?.thread, !thread.isJoined {
            let report = FailureReport(.refused, "join \(title(of: threadID)) to write to it")
            return notTaken(draft, in: threadID, because: report)
        }
        if let obstacle = obstacle(to: draft) { return notTaken(draft, in: threadID, because: obstacle) }
        var outcome = open[threadID] == nil ? opened(threadID) : Outcome()
        let post = Outbox.Post(
            id: terms.makeID(),
            threadID: threadID,
            text: draft.text,
            replyTo: draft.replyTo.map { serverID(of: $0, in: threadID) ?? $0 },
            files: draft.files,
            time: time,
            state: .writing
        )
        outbox[post.id] = post
        if isKept { outcome.effects.append(.queue(post.entry)) } else { outcome += queued(post.id) }
        return outcome
    }

    /// What was written goes back to where it was written.
    private func notTaken(_ draft: Draft, in threadID: String, because report: FailureReport) -> Outcome {
        Outcome(updates: [.failed(report), .takenBack(threadID: threadID, draft)])
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

    /// A message is in the outbox, or can't be kept there: from now on it is seen.
    mutating func queued(_ id: String) -> Outcome {
        guard let post = outbox[id], post.state == .writing else { return Outcome() }
        outbox[id]?.state = .queued
        let message = message(of: post)
        let changes = inOpen(post.threadID) { $0.timeline.composed(message) }
        var outcome = Outcome(updates: told(changes ?? [], in: post.threadID))
        // What was begun has become a message.
        if drafts[post.threadID]?.text == post.text { outcome += drafted(nil, in: post.threadID) }
        if !terms.waitsForConnection {
            outcome.effects.append(.schedule(.delivery(postID: id), after: Self.deliveryPatience))
        }
        return outcome + advance(post.threadID)
    }

    /// A message of our own as it is shown before the server has named it.
    func message(of post: Outbox.Post) -> ChatMessage {
        var message = ChatMessage(
            id: post.id,
            sender: viewer.member?.name,
            text: post.text,
            time: post.time,
            isOwn: true,
            delivery: pendingDelivery
        )
        if case .failed(let reason) = post.state { message.delivery = .failed(reason: reason) }
        message.senderID = viewer.member?.id
        message.attachments = post.files.map { Attachment(id: "", name: FilePath.name(of: $0), size: 0) }
        message.replyTo = post.replyTo.flatMap { id in
            open[post.threadID]?.timeline.message(serverID: id).map {
                ReplyTarget(messageID: id, sender: $0.sender ?? "", snippet: $0.preview)
            }
        }
        return message
    }

    /// How far a message that is not with the server has come.
    var pendingDelivery: ChatMessage.Delivery { isConnected || !terms.waitsForConnection ? .sending : .waiting }

    /// Brings the next message of a thread on its way, unless one is.
    mutating func advance(_ threadID: String) -> Outcome {
        guard isConnected, !resending.contains(threadID), let post = outbox.next(in: threadID) else { return Outcome() }
        guard !post.needsPreparation else {
            outbox[post.id]?.state = .preparing
            return Outcome(effects: [.prepare(post)])
        }
        return transmit(post)
    }

    private mutating func transmit(_ post: Outbox.Post) -> Outcome {
        // A server stores nothing without text.
        let text = post.text.isEmpty ? post.files.map(FilePath.name).joined(separator: ", ") : post.text
        let body = SendMessageBody(
            clientMessageId: post.id,
            content: String(String.UnicodeScalarView(text.unicodeScalars.prefix(MessageLimits.contentScalars))),
            fileMetadataIds: post.fileIDs,
            replyToId: post.replyTo,
            mentionedMemberIds: post.mentionIDs,
            type: post.kind.wire
        )
        let command = command(.send, in: post.threadID, .message(body))
        outbox[post.id]?.state = .sent(commandID: command.id)
        return Outcome(effects: [
            .transmit(command), .schedule(.delivery(postID: post.id), after: Self.deliveryPatience),
        ])
    }
}

// MARK: What it needs first
extension CommunityConversation {
    /// All that a message needs is with the server.
    mutating func prepared(_ id: String, fileIDs: [String], kind: ChatMessage.Kind, mentionIDs: [String]) -> Outcome {
        guard var post = outbox[id], post.state == .preparing else { return Outcome() }
        post.fileIDs = fileIDs
        post.kind = kind
        post.mentionIDs = mentionIDs
        post.isPrepared = true
        post.state = .queued
        outbox[id] = post
        return advance(post.threadID)
    }

    /// A file could not be uploaded.
    mutating func preparationFailed(_ id: String, _ failure: PreparationFailure) -> Outcome {
        guard let post = outbox[id], post.state == .preparing else { return Outcome() }
        guard failure.isPassing, mayTryAgain(post) else { return fail(id, reason: failure.reason) }
        return tryLater(post, after: failure.retryAfter)
    }

    private func mayTryAgain(_ post: Outbox.Post) -> Bool {
        terms.waitsForConnection || post.refusalCount < Outbox.refusalLimit
    }

    /// The server takes no more for a moment: the thread waits, so that the order stays.
    private mutating func tryLater(_ post: Outbox.Post, after wait: Duration? = nil) -> Outcome {
        outbox[post.id]?.refusalCount += 1
        outbox[post.id]?.state = .queued
        guard isConnected, resending.insert(post.threadID).inserted else { return Outcome() }
        let pause = max(wait ?? .zero, Self.pause(post.refusalCount))
        return Outcome(effects: [.schedule(.resend(threadID: post.threadID), after: min(pause, .seconds(600)))])
    }

    mutating func resendTime(in threadID: String) -> Outcome {
        resending.remove(threadID)
        return advance(threadID)
    }

    /// 1, 2, 4, 8, 16, 32 seconds.
    static func pause(_ refusalCount: Int) -> Duration { .seconds(1 << min(refusalCount, 5)) }
}

/// Why a message could not be made ready.
struct PreparationFailure: Sendable, Equatable {
    /// A sentence for a person.
    var reason: String
    /// Whether it may go well later.
    var isPassing = false
    /// How long the server asks to wait, where it does.
    var retryAfter: Duration?
}

// MARK: How it ends
extension CommunityConversation {
    /// A message of our own has come back; its new state comes with the message itself.
    ///
    /// - Parameter stored: what the store is to keep of it, where nothing else tells it.
    mutating func delivered(_ id: String, stored: StoredMessage? = nil) -> Outcome {
        guard let post = outbox[id] else { return Outcome() }
        outbox[id] = nil
        var outcome = kept([.delivered(outboxID: id, threadID: post.threadID, stored)])
        outcome.effects.append(.cancel(.delivery(postID: id)))
        return outcome + advance(post.threadID)
    }

    /// A message could not be kept, and nobody has seen it yet.
    mutating func forget(_ id: String) {
        outbox[id] = nil
    }

    mutating func fail(_ id: String, reason: String) -> Outcome {
        guard let post = outbox[id] else { return Outcome() }
        outbox[id]?.state = .failed(reason: reason)
        let changes = inOpen(post.threadID) { thread in
            thread.timeline.change(id: id) { $0.delivery = .failed(reason: reason) }
        }
        var outcome = kept([.outboxState(outboxID: id, .refused(reason: reason))])
        outcome.updates += told(changes ?? [], in: post.threadID)
        outcome.effects.append(.cancel(.delivery(postID: id)))
        // Those behind it need not wait any more.
        return outcome + advance(post.threadID)
    }

    mutating func deliveryTimedOut(_ id: String) -> Outcome {
        guard let post = outbox[id], !post.isFailed else { return Outcome() }
        switch link {
        case .up where post.isSent:
            return fail(id, reason: "the server did not confirm it; it may have arrived all the same")
        case .down(let reason) where !terms.waitsForConnection:
            return fail(id, reason: "not sent: \(reason)")
        default:
            return Outcome()
        }
    }

    /// The connection comes or goes: what is not with the server waits for it, or not any more.
    mutating func showPending() -> [ChatUpdate] {
        let delivery = pendingDelivery
        var updates: [ChatUpdate] = []
        for post in outbox.posts {
            let changes = inOpen(post.threadID) { thread in
                thread.timeline.change(id: post.id) { if $0.delivery.isPending { $0.delivery = delivery } }
            }
            updates += told(changes ?? [], in: post.threadID)
        }
        return updates
    }
}

// MARK: What a person does with failed messages
extension CommunityConversation {
    /// A person wants a failed message sent again, as the same message.
    mutating func retried(_ id: String) -> Outcome {
        guard let post = outbox[id], post.isFailed else { return Outcome() }
        outbox[id]?.refusalCount = 0
        outbox[id]?.state = .queued
        let delivery = pendingDelivery
        let changes = inOpen(post.threadID) { thread in
            thread.timeline.change(id: id) { $0.delivery = delivery }
        }
        var outcome = kept([.outboxState(outboxID: id, .waiting)])
        outcome.updates += told(changes ?? [], in: post.threadID)
        if !terms.waitsForConnection {
            outcome.effects.append(.schedule(.delivery(postID: id), after: Self.deliveryPatience))
        }
        return outcome + advance(post.threadID)
    }

    /// A person gives a failed message up.
    mutating func discarded(_ id: String, in threadID: String) -> Outcome {
        guard outbox[id]?.isFailed == true else { return Outcome() }
        outbox[id] = nil
        let changes = inOpen(threadID) { $0.timeline.discard(id: id) }
        return kept([.withdrawn(outboxID: id)]) + Outcome(updates: told(changes ?? [], in: threadID))
    }

    /// A person wants to write a failed message anew.
    mutating func takenBack(_ id: String, in threadID: String) -> Outcome {
        guard let post = outbox[id], post.isFailed else { return Outcome() }
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
        if body.messageId != nil { outbox[post.id]?.storedBefore = lastLoad }
        return refresh(post.threadID)
    }

    /// The newest messages came. One of our own that the server has stored and that is not among them is further back.
    mutating func settleStored(by load: HistoryLoad) -> Outcome {
        var outcome = Outcome()
        for post in outbox.posts(in: load.threadID) {
            guard let before = post.storedBefore else { continue }
            // This page was asked for before the server spoke.
            guard load.number > before else { return outcome + refresh(load.threadID) }
            outcome += delivered(post.id)
            let changes = inOpen(load.threadID) { $0.timeline.discard(id: post.id) }
            outcome.updates += told(changes ?? [], in: load.threadID)
        }
        return outcome
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
        // Of an attempt that has been given up nothing follows.
        guard post.isSent else { return Outcome() }
        guard refusal.retryable, mayTryAgain(post) else { return fail(post.id, reason: refusal.sentence) }
        return tryLater(post)
    }
}

extension CommandRefused {
    /// What the server said, for a person.
    var sentence: String {
        let said = ForeignText(FieldWords.inWords(message.text))
        if !said.isEmpty { return said.description }
        return status == 429
            ? "the server takes no more for now" : "the server refused it (\(status) \(ForeignText(code)))"
    }
}
