import ChatStore
import Community

// What comes over the live queue. Delivery is at least once, and in no certain order.
extension CommunityConversation {
    /// An event came.
    mutating func received(_ event: LiveEvent) -> Outcome {
        guard seenEvents.insert(event.eventId) else { return Outcome() }
        switch event.payload {
        case .commandAcknowledged(let body): return acknowledged(body)
        case .messageCreated(let body): return created(body)
        case .messageUpdated(let message), .messageDeleted(let message): return changed(message)
        case .reactionChanged(let body):
            return reacted(body, in: event.threadId, at: event.occurredAt?.milliseconds)
        case .readUpdated(let body): return readElsewhere(body, in: event.threadId)
        case .typing(let body): return typed(body, in: event.threadId)
        case .threadInvited(let thread): return invited(to: thread)
        case .threadUpdated(let body): return updated(body)
        case .threadDeleted(let body): return removed(body.threadId, reason: "the thread has been deleted")
        case .memberJoined(let body): return joined(body, in: event.threadId)
        case .memberLeft(let body): return left(body, in: event.threadId, isKicked: false)
        case .memberKicked(let body): return left(body, in: event.threadId, isKicked: true)
        case .workspaceInvited(let workspace): return put(workspace, isInvited: true)
        case .workspaceUpdated(let workspace): return put(workspace, isInvited: false)
        case .workspaceDeleted(let workspace): return removed(workspace)
        case .notificationCreated(let notification): return notified(notification)
        case .unknown(let type):
            unknownEvents += 1
            return Outcome(effects: [.log("\(unknownEvents) events that this program does not know; \(type) is one")])
        }
    }
}

// MARK: Messages
extension CommunityConversation {
    private mutating func created(_ body: MessageCreated) -> Outcome {
        var arrival = Timeline.Arrival(body.message, seenBy: viewer)
        arrival.clientID = body.clientMessageId ?? arrival.clientID
        let threadID = body.message.threadId
        var outcome = heard(of: Member(id: body.message.senderId, name: body.message.senderName))
        outcome += keptArrival(arrival, in: threadID)
        let isDirect = threads[threadID]?.thread.isDirect ?? false
        if isDirect && arrival.message.isBlocked { return outcome }
        outcome += stoppedTyping(body.message.senderId, in: threadID)
        if open[threadID]?.timeline.ids[body.message.messageId] != nil { return outcome }
        let changes = inOpen(threadID) { thread in
            thread.timeline.arrived(arrival) + thread.applyChanges(to: body.message.messageId)
        }
        outcome.updates += told(changes ?? [], in: threadID)
        outcome += counted(arrival.message, in: threadID)
        if changes == nil { outcome.updates.append(.heard(threadID: threadID, arrival.message)) }
        return outcome
    }

    private mutating func counted(_ message: ChatMessage, in threadID: String) -> Outcome {
        guard threads[threadID] != nil else { return unknownThread(threadID, message) }
        threads.change(threadID) { $0.received(message, isUnread: !message.isOwn) }
        return changedThread(threadID) + settled(threadID)
    }

    /// A message of a thread that is not in the list: it comes with the list, or is asked for.
    private mutating func unknownThread(_ threadID: String, _ message: ChatMessage) -> Outcome {
        guard listLoad != nil else { return loadThread(threadID) }
        if early.count < 1000 { early.append(ChatMessage.InThread(threadID: threadID, message: message)) }
        return Outcome()
    }

    private mutating func changed(_ wire: WireMessage) -> Outcome {
        let message = ChatMessage(wire, seenBy: viewer)
        var outcome = commandDone { destination in
            switch destination.action {
            case .edit(wire.messageId), .delete(wire.messageId): destination.threadId == wire.threadId
            default: false
            }
        }
        let changes = inOpen(wire.threadId) { thread in
            thread.noted(wire.messageId) { $0.take(message) }
        }
        outcome.updates += told(changes ?? [], in: wire.threadId)
        outcome += kept(StoredMessage(message).map { [.changed(threadID: wire.threadId, $0)] } ?? [])
        let before = shown(wire.threadId)
        let isCertain = threads.change(wire.threadId) { $0.changed(message) } ?? true
        let after = shown(wire.threadId)
        if after != before { outcome += changedThread(wire.threadId) }
        if !isCertain {
            outcome.effects.append(.schedule(.recount(threadID: wire.threadId), after: .milliseconds(500)))
        }
        return outcome
    }

    private mutating func reacted(_ body: ReactionsChanged, in threadID: String?, at time: Int64?) -> Outcome {
        guard let threadID else { return Outcome() }
        var outcome = commandDone { destination in
            switch destination.action {
            case .addReaction(body.messageId), .removeReaction(body.messageId): true
            default: false
            }
        }
        let changes = inOpen(threadID) { thread in
            thread.noted(body.messageId) { $0.take(body.reactions.map(Reaction.init), at: time) }
        }
        outcome.updates += told(changes ?? [], in: threadID)
        return outcome + keptReactions(body.reactions.map(Reaction.init), of: body.messageId, in: threadID)
    }
}

// MARK: Threads and members
extension CommunityConversation {
    private mutating func invited(to thread: WireThread) -> Outcome {
        let isKnown = threads[thread.threadId] != nil
        var outcome = received(thread)
        if !isKnown, threads[thread.threadId] != nil {
            let title = title(of: thread.threadId)
            let isDirect = threads[thread.threadId]?.thread.isDirect ?? false
            outcome.updates.append(.notice(isDirect ? "\(title) writes to you" : "you were invited to \(title)"))
        }
        return outcome
    }

    private mutating func updated(_ body: ThreadChanged) -> Outcome {
        guard threads[body.threadId] != nil else { return Outcome() }
        var outcome = change(body.threadId) { $0.apply(body) }
        // The event leaves out what differs from member to member, such as the role.
        outcome += loadThread(body.threadId)
        return outcome
    }

    private mutating func joined(_ body: MembershipChanged, in threadID: String?) -> Outcome {
        guard let threadID else { return Outcome() }
        members.forgetList(of: threadID)
        // On another device of ours.
        if viewer.isMe(body.memberId), threads[threadID]?.thread.isJoined != true { return loadThread(threadID) }
        return change(threadID) { $0.memberCount = body.memberCount ?? $0.memberCount }
    }

    private mutating func left(_ body: MembershipChanged, in threadID: String?, isKicked: Bool) -> Outcome {
        guard let threadID else { return Outcome() }
        if viewer.isMe(body.memberId) {
            let reason = isKicked ? "you were removed from \(title(of: threadID))" : "you have left on another device"
            return removed(threadID, reason: reason)
        }
        members.forgetList(of: threadID)
        var outcome = stoppedTyping(body.memberId, in: threadID)
        outcome += change(threadID) { $0.memberCount = body.memberCount ?? $0.memberCount }
        return outcome
    }

    private mutating func notified(_ wire: WireNotification) -> Outcome {
        let notification = ChatNotification(wire)
        if let threadID = notification.threadID {
            // The person sees the thread, or will find it with its mention.
            if threadID == openOrder.last || notification.kind == .mention || notification.kind == .reaction {
                return Outcome()
            }
        }
        return Outcome(updates: [.notice(ForeignText(notification.text).description)])
    }
}

// MARK: Workspaces
extension CommunityConversation {
    private mutating func put(_ wire: WireWorkspace, isInvited: Bool) -> Outcome {
        let workspace = Workspace(wire)
        var known = workspaces ?? []
        if let index = known.firstIndex(where: { $0.id == workspace.id }) {
            known[index] = workspace
        } else {
            guard isInvited, known.count < 1000 else { return Outcome() }
            known.append(workspace)
        }
        var outcome = listed(known)
        if isInvited {
            outcome.updates.append(.notice("you were invited to the workspace \(ForeignText(workspace.name))"))
            if isConnected { outcome += loadList() }
        }
        return outcome
    }

    private mutating func removed(_ wire: WireWorkspace) -> Outcome {
        guard let known = workspaces, known.contains(where: { $0.id == wire.workspaceId }) else { return Outcome() }
        var outcome = listed(known.filter { $0.id != wire.workspaceId })
        for thread in threads.all where thread.workspaceID == wire.workspaceId {
            outcome += removed(thread.id, reason: "its workspace has been deleted")
        }
        outcome.updates.append(.notice("the workspace \(ForeignText(wire.name)) has been deleted"))
        return outcome
    }

    /// The person has left a workspace, or deleted it.
    mutating func left(_ workspaceID: String) -> Outcome {
        var outcome = Outcome()
        for thread in threads.all where thread.workspaceID == workspaceID { outcome += removed(thread.id, reason: nil) }
        return outcome + listed((workspaces ?? []).filter { $0.id != workspaceID })
    }

    /// The workspaces are these; one of them is shown if there are any.
    mutating func listed(_ all: [Workspace]) -> Outcome {
        let before = workspaceID
        workspaces = all
        if !all.contains(where: { $0.id == workspaceID }) { workspaceID = all.first?.id }
        var outcome = Outcome(updates: [
            .capabilities(all.isEmpty && before == nil ? [.community] : [.community, .workspaces]),
            .workspaces(all, current: workspaceID),
        ])
        outcome += keptWorkspaces()
        if workspaceID != before {
            outcome.updates.append(.threads(shownThreads))
            if isConnected { outcome += loadList() }
        }
        return outcome
    }

    /// The server has no workspaces.
    mutating func hasNoWorkspaces() -> Outcome {
        let wasSet = workspaceID != nil
        workspaces = []
        workspaceID = nil
        var outcome = Outcome(updates: [.capabilities([.community])]) + keptWorkspaces()
        // Those that were stored are there no more.
        if wasSet { outcome.updates.append(.threads(shownThreads)) }
        return outcome
    }

    /// A person wants to see another workspace.
    mutating func switched(to workspaceID: String) -> Outcome {
        self.workspaceID = workspaceID
        var outcome = Outcome(updates: [
            .workspaces(workspaces ?? [], current: workspaceID), .threads(shownThreads),
        ])
        outcome += keptWorkspaces()
        if isConnected { outcome += loadList() }
        return outcome
    }
}
