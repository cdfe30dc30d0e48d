import ChatStore
import Community

// The list of threads.
extension CommunityConversation {
    /// Asks for the whole list, from its first page.
    mutating func loadList() -> Outcome {
        listRound += 1
        let load = ThreadListLoad(round: listRound, workspaces: workspaceID == nil ? [nil] : [nil, workspaceID])
        listLoad = load
        return Outcome(effects: [.cancel(.threadList), .loadThreads(load.first)])
    }

    /// A page of the list came.
    mutating func received(_ page: ThreadPage, to request: ThreadListLoad.Request) -> Outcome {
        guard var load = listLoad, load.round == request.round else { return Outcome() }
        let threads = (page.pinned + page.threads).filter { $0.deletedAt == nil }.map(ChatThread.init)
        if let next = load.received(threads, nextOffset: page.nextOffset, to: request) {
            listLoad = load
            return Outcome(effects: [.loadThreads(next)])
        }
        listLoad = nil
        return listed(load)
    }

    private mutating func listed(_ load: ThreadListLoad) -> Outcome {
        var outcome = Outcome()
        for thread in load.result { _ = threads.put(thread) }
        for threadID in threads.keep(only: load.present) { outcome += close(threadID) }
        for item in early { received(item) }
        early = []
        outcome.updates.append(.threads(shownThreads))
        for thread in shownThreads { outcome += settled(thread.id) }
        return outcome + keptList()
    }

    /// Where a count is a guess, the server is asked again once all messages of that moment are there.
    mutating func settled(_ threadID: String) -> Outcome {
        guard threads.change(threadID, { $0.tally.takeDoubt() }) == true else { return Outcome() }
        return Outcome(effects: [.schedule(.recount(threadID: threadID), after: .seconds(2))])
    }

    /// A message that came before its thread was known: it counts unless the list's count knows it already.
    private mutating func received(_ item: ChatMessage.InThread) {
        guard let last = threads[item.threadID]?.thread.lastMessage, item.message.time >= last.time else { return }
        if item.message.time == last.time, !item.message.isOwn {
            threads.change(item.threadID) { $0.tally.doubt() }
            return
        }
        threads.change(item.threadID) { $0.received(item.message, isUnread: !item.message.isOwn) }
    }

    /// The list could not be loaded; it is tried again while there is a connection.
    mutating func listFailed(_ request: ThreadListLoad.Request) -> Outcome {
        guard listLoad?.round == request.round else { return Outcome() }
        listLoad = nil
        return Outcome(effects: isConnected ? [.schedule(.threadList, after: .seconds(10))] : [])
    }

    /// Asks for one thread, unless that has been done.
    mutating func loadThread(_ threadID: String) -> Outcome {
        guard loadingThreads.count < 100, loadingThreads.insert(threadID).inserted else { return Outcome() }
        return Outcome(effects: [.loadThread(threadID)])
    }

    /// The server told of one thread.
    mutating func received(_ wire: WireThread) -> Outcome {
        loadingThreads.remove(wire.threadId)
        guard wire.deletedAt == nil else { return removed(wire.threadId, reason: "the thread has been deleted") }
        listLoad?.appeared.insert(wire.threadId)
        listLoad?.vanished.remove(wire.threadId)
        _ = threads.put(ChatThread(wire))
        return changedThread(wire.threadId) + settled(wire.threadId)
    }

    /// One thread could not be loaded; `isGone` when the server says that there is none, or none for us.
    mutating func threadFailed(_ threadID: String, isGone: Bool) -> Outcome {
        loadingThreads.remove(threadID)
        return isGone ? removed(threadID, reason: "the thread is not there any more") : Outcome()
    }

    /// Changes a thread here at once; the server has agreed.
    mutating func change(_ threadID: String, _ body: (inout ChatThread) -> Void) -> Outcome {
        threads.change(threadID) { body(&$0.thread) }
        return changedThread(threadID)
    }

    /// A thread is gone for this person; one that the person wanted gone needs no reason.
    mutating func removed(_ threadID: String, reason: String?) -> Outcome {
        listLoad?.vanished.insert(threadID)
        listLoad?.appeared.remove(threadID)
        let isKnown = threads[threadID] != nil || open[threadID] != nil
        threads[threadID] = nil
        var outcome = close(threadID) + kept([.threadGone(threadID: threadID)])
        if isKnown {
            let reason = parting.contains(threadID) ? nil : reason
            outcome.updates.append(.left(threadID: threadID, reason: reason))
        }
        return outcome
    }

    /// Forgets what belongs to a thread that is gone.
    private mutating func close(_ threadID: String) -> Outcome {
        var outcome = Outcome()
        open[threadID] = nil
        openOrder.removeAll { $0 == threadID }
        marks.forget(threadID)
        members.forgetList(of: threadID)
        unrecorded.remove(threadID)
        let isWanted = parting.contains(threadID)
        for post in outbox.posts(in: threadID) {
            outbox[post.id] = nil
            outcome.effects.append(.cancel(.delivery(postID: post.id)))
            // What was written is not lost: it waits with its reason, should the thread come back.
            let reason = "the thread is not there any more"
            outcome += kept([
                isWanted ? .withdrawn(outboxID: post.id) : .outboxState(outboxID: post.id, .refused(reason: reason))
            ])
            if !isWanted, !post.isFailed {
                outcome.updates.append(.failed(FailureReport(.refused, "a message was not sent: \(reason)")))
            }
        }
        return outcome
    }
}
