import ChatStore
import Community

// What is read from the store, and what goes into it.
extension CommunityConversation {
    /// What a store holds when the program begins.
    struct Stored: Sendable, Equatable {
        var threads: [StoredThread] = []
        var members: [StoredMember] = []
        var drafts: [String: StoredDraft] = [:]
        var outbox: [OutboxEntry] = []
        var workspaces: [UInt8]?
        var watched: [UInt8]?
    }

    /// The store is there: what it holds is shown, and what happens from now on is recorded. It may have come late: what
    /// has happened without it is recorded too.
    mutating func restored(_ stored: Stored) -> Outcome {
        isKept = true
        let known = (members: members.everybody, blocked: viewer.blocked, threads: threads.all.map(\.id))
        // Whatever comes next, something may have happened while nothing was recorded.
        var outcome = kept([.interrupted(threadID: nil)]) + restoredBlocks(stored.members)
        for member in stored.members { members.hear(of: Member(member)) }
        if let known = stored.workspaces.flatMap({ StoredJSON.read(StoredWorkspaces.self, from: $0) }) {
            outcome += restored(known)
        }
        let before = outbox.posts
        outbox.restore(stored.outbox.map(Outbox.Post.init))
        restore(stored.threads)
        if !stored.threads.isEmpty { outcome.updates.append(.threads(shownThreads)) }
        outcome += restoredWatch(stored.watched)
        outcome += kept(
            changes(since: known, posts: before.filter { post in !stored.outbox.contains { $0.id == post.id } })
        )
        outcome += restored(stored.drafts)
        if drafts.hasUnsaved { outcome += keepSoon() }
        // What waits is counted, and what has failed is seen, wherever it was written.
        return outcome + shown(stored.outbox.filter { entry in !before.contains { $0.id == entry.id } })
    }

    private mutating func restoredWatch(_ stored: [UInt8]?) -> Outcome {
        let meanwhile = watched.words
        watched = WatchedThreads(stored: stored)
        for (threadID, isOn) in meanwhile { watched.watch(threadID, isOn) { _ in true } }
        guard !watched.words.isEmpty else { return Outcome() }
        let told = Outcome(updates: [.watched(watched.words)])
        return meanwhile.isEmpty ? told : told + kept([.value(name: WatchedThreads.name, watched.stored)])
    }

    private mutating func restore(_ stored: [StoredThread]) {
        // The server has said which there are.
        let isListed = hasBeenConnected && listLoad == nil
        for thread in stored {
            let details = ThreadDetails(thread)
            if !isListed { threads.restore(details, watermark: thread.watermark) }
            // The last run ended before the server heard of it.
            if details.isUntold, let read = thread.watermark { marks.hold(read, in: thread.id) }
        }
    }

    /// What has come to be known while there was no store.
    private func changes(
        since known: (members: [Member], blocked: Set<String>, threads: [String]),
        posts: [Outbox.Post]
    ) -> [StoreChange] {
        var changes: [StoreChange] = known.blocked.sorted().map {
            .blocked(memberID: $0, name: members[$0]?.name ?? "", true)
        }
        if !known.members.isEmpty { changes.append(membersChange(known.members)) }
        changes += known.threads.compactMap(stored).map(StoreChange.thread)
        for threadID in openOrder { changes += open[threadID]?.timeline.isLoaded == true ? tail(of: threadID) : [] }
        for post in posts where post.state != .writing {
            changes.append(.queued(post.entry))
            if case .failed(let reason) = post.state {
                changes.append(.outboxState(outboxID: post.id, .refused(reason: reason)))
            }
        }
        return changes
    }

    /// The end of a thread as it is shown, up to the last hole.
    private func tail(of threadID: String) -> [StoreChange] {
        guard let timeline = open[threadID]?.timeline else { return [] }
        let stretch = StoredStretch(
            threadID: threadID,
            messages: timeline.tail.compactMap { StoredMessage($0) }.reversed(),
            isBeginning: !timeline.hasOlder && timeline.gapIDs.isEmpty
        )
        return stretch.messages.isEmpty ? [] : [.stretch(stretch)]
    }

    /// Messages that another program has left in the outbox: this one sends them now.
    mutating func adopted(_ entries: [OutboxEntry]) -> Outcome {
        let new = entries.filter { outbox[$0.id] == nil }
        for entry in new { outbox[entry.id] = Outbox.Post(entry) }
        return shown(new)
    }

    /// Messages that were put into the outbox are seen, and sent.
    private mutating func shown(_ entries: [OutboxEntry]) -> Outcome {
        var outcome = Outcome()
        var opened: Set<String> = []
        for post in entries.compactMap({ outbox[$0.id] }) {
            if open[post.threadID] == nil {
                outcome += openedUnseen(post.threadID)
                opened.insert(post.threadID)
            }
            // All that waits is shown on opening.
            if opened.contains(post.threadID) { continue }
            let message = message(of: post)
            let changes = inOpen(post.threadID) { $0.timeline.composed(message) }
            outcome.updates += told(changes ?? [], in: post.threadID)
        }
        for threadID in Set(entries.map(\.threadID)).sorted() { outcome += advance(threadID) }
        return outcome
    }

    /// Whom the person does not want to read, before anything is shown.
    mutating func restoredBlocks(_ stored: [StoredMember]) -> Outcome {
        stored.filter { $0.isBlocked }.reduce(into: Outcome()) { outcome, member in
            viewer.blocked.insert(member.id)
            outcome += fold(member.id, true)
        }
    }

    private mutating func restored(_ known: StoredWorkspaces) -> Outcome {
        guard workspaces == nil, !known.all.isEmpty else { return Outcome() }
        workspaceID = known.current
        // They are asked for all the same, since they are from another day.
        return Outcome(updates: [
            .capabilities([.community, .workspaces]), .workspaces(known.all.map(\.workspace), current: workspaceID),
        ])
    }

    private mutating func restored(_ stored: [String: StoredDraft]) -> Outcome {
        var found: [String: DraftState] = [:]
        var sent: [StoreChange] = []
        for (threadID, draft) in stored {
            // The program ended between sending it and forgetting it.
            if hasPost(draft.text, in: threadID) {
                sent.append(.draft(threadID: threadID, nil))
            } else {
                found[threadID] = DraftState(draft)
            }
        }
        drafts.restore(found)
        return Outcome(updates: found.keys.sorted().map { .draft(threadID: $0, found[$0]) }) + kept(sent)
    }

    /// Whether a text of this thread has become a message of ours.
    private func hasPost(_ text: String, in threadID: String) -> Bool {
        outbox.posts(in: threadID).contains { $0.text == text }
    }

    func kept(_ changes: [StoreChange]) -> Outcome {
        isKept && !changes.isEmpty ? Outcome(effects: [.record(changes)]) : Outcome()
    }
}

// MARK: Stored messages
extension CommunityConversation {
    mutating func readStored(in threadID: String, before: String?) -> Outcome {
        guard open[threadID]?.reading == nil else { return Outcome() }
        lastLoad += 1
        open[threadID]?.reading = lastLoad
        let load = StoredLoad(
            threadID: threadID,
            before: before.map { MessagePosition(messageID: $0) },
            limit: terms.pageSize,
            number: lastLoad
        )
        return Outcome(effects: [.readStored(load)])
    }

    /// Stored messages were read; none when the store can't be read.
    mutating func read(_ history: StoredHistory, for load: StoredLoad) -> Outcome {
        guard open[load.threadID]?.reading == load.number else { return Outcome() }
        open[load.threadID]?.reading = nil
        return load.before == nil ? readNewest(history, load.threadID) : readOlder(history, load.threadID)
    }

    /// The stored end is shown at once; what may be missing behind it is asked for.
    private mutating func readNewest(_ history: StoredHistory, _ threadID: String) -> Outcome {
        guard let thread = open[threadID], !thread.timeline.isLoaded else { return Outcome() }
        let stretch = StoredPart(history, isNewest: true)
        guard !stretch.messages.isEmpty else { return self.load(.newest, in: threadID) }
        var outcome = Outcome()
        let arrivals = arrivals(of: stretch.messages, in: threadID, &outcome)
        let changes = inOpen(threadID) { thread in
            thread.isRenewalDue = true
            return thread.timeline.restored(arrivals, hasOlder: stretch.hasOlder) + thread.applyChanges()
        }
        outcome.updates += told(changes ?? [], in: threadID)
        outcome += recountStored(threadID)
        guard let newest = arrivals.last?.message.serverID else { return outcome + self.load(.refresh, in: threadID) }
        inOpen(threadID) { $0.timeline.interrupted(behind: newest) }
        for gapID in open[threadID]?.timeline.gapIDs ?? [] { outcome += fillGap(gapID, in: threadID) }
        return outcome
    }

    /// What stands right before the oldest message is shown. Before a hole the server is asked first.
    private mutating func readOlder(_ history: StoredHistory, _ threadID: String) -> Outcome {
        let stretch = StoredPart(history, isNewest: false)
        var outcome = Outcome()
        let page = Timeline.Page(
            arrivals: arrivals(of: stretch.messages, in: threadID, &outcome),
            hasMore: stretch.hasOlder,
            before: nil
        )
        if stretch.messages.isEmpty || stretch.isBehindGap {
            if !stretch.messages.isEmpty { open[threadID]?.held = page }
            return outcome + self.load(.older, in: threadID, before: open[threadID]?.olderBefore)
        }
        let end = open[threadID]?.timeline.oldest
        let changes = inOpen(threadID) { $0.readOlder(page) }
        outcome.updates += told(changes ?? [], in: threadID)
        outcome += recountStored(threadID)
        guard isConnected, let end else { return outcome }
        return outcome + self.load(.renewal(before: end), in: threadID, before: end)
    }

    /// What is unread of stored messages gets known by name. A stored count may be older than they are, so how far the
    /// person has read is not concluded from it.
    private mutating func recountStored(_ threadID: String) -> Outcome {
        threads[threadID]?.tally.watermark == nil ? Outcome() : recount(threadID)
    }

    private mutating func arrivals(
        of stored: [StoredMessage],
        in threadID: String,
        _ outcome: inout Outcome
    ) -> [Timeline.Arrival] {
        let isDirect = threads[threadID]?.thread.isDirect ?? false
        var arrivals: [Timeline.Arrival] = []
        for message in stored {
            var arrival = Timeline.Arrival(message: ChatMessage(message), clientID: message.clientID)
            arrival.message.isBlocked = message.senderID.map(viewer.blocked.contains) ?? false
            if let clientID = arrival.clientID { outcome += delivered(clientID) }
            if !(isDirect && arrival.message.isBlocked) { arrivals.append(arrival) }
        }
        return arrivals
    }
}

/// The part of a stored history that has no hole in it, up to its end.
private struct StoredPart {
    let messages: [StoredMessage]
    /// Whether there may be more before it, here or at the server.
    let hasOlder: Bool
    /// Whether messages may be missing behind it.
    let isBehindGap: Bool

    init(_ history: StoredHistory, isNewest: Bool) {
        let last = history.messages.last?.position
        isBehindGap = !isNewest && last.map(history.gaps.contains) ?? false
        // A hole right at the end is none inside.
        let cut = history.gaps.last { gap in last.map { gap < $0 } ?? false }
        messages = history.messages.filter { message in cut.map { $0 < message.position } ?? true }
        hasOlder = cut != nil || !history.isBeginning
    }
}

// MARK: What is recorded
extension CommunityConversation {
    /// A page of the server, oldest first.
    func keptPage(_ arrivals: [Timeline.Arrival], hasMore: Bool, for load: HistoryLoad) -> Outcome {
        guard isKept else { return Outcome() }
        let stretch = StoredStretch(
            threadID: load.threadID,
            messages: arrivals.compactMap { StoredMessage($0.message, clientID: $0.clientID) },
            end: load.before.map { MessagePosition(messageID: $0) },
            isBeginning: !hasMore
        )
        return kept([.stretch(stretch)])
    }

    /// A message that came live; it leaves the outbox when it is one of our own.
    mutating func keptArrival(_ arrival: Timeline.Arrival, in threadID: String) -> Outcome {
        let stored = isKept ? StoredMessage(arrival.message, clientID: arrival.clientID) : nil
        if let clientID = arrival.clientID, outbox[clientID] != nil { return delivered(clientID, stored: stored) }
        return kept(stored.map { [.arrived(threadID: threadID, $0)] } ?? [])
    }

    /// Reactions of a message changed: it is here, or only in the store.
    func keptReactions(_ reactions: [Reaction], of messageID: String, in threadID: String) -> Outcome {
        guard isKept else { return Outcome() }
        if let message = open[threadID]?.timeline.message(serverID: messageID) {
            return kept(StoredMessage(message).map { [.changed(threadID: threadID, $0)] } ?? [])
        }
        let change = StoredReactions(threadID: threadID, messageID: messageID, reactions: reactions)
        return Outcome(effects: [.recordReactions(change)])
    }

    /// Somebody was heard of.
    mutating func heard(of member: Member) -> Outcome {
        guard members.hear(of: member) else { return Outcome() }
        return keptMembers([member])
    }

    func keptMembers(_ members: [Member]) -> Outcome {
        isKept ? kept([membersChange(members)]) : Outcome()
    }

    private func membersChange(_ members: [Member]) -> StoreChange {
        .members(
            members.map { member in
                var member = member
                member.isBlocked = viewer.blocked.contains(member.id)
                return StoredMember(member)
            }
        )
    }

    /// The whole list of threads.
    func keptList() -> Outcome {
        isKept ? kept([.threadList(threads.all.compactMap { stored($0.id) })]) : Outcome()
    }

    func stored(_ threadID: String) -> StoredThread? {
        guard let entry = threads[threadID] else { return nil }
        let details = ThreadDetails(
            thread: entry.shown,
            newestID: entry.newestID,
            isUntold: marks.isUntold(threadID)
        )
        return StoredThread(details, watermark: entry.tally.watermark)
    }

    /// The person watches a thread, or does not.
    mutating func watch(_ threadID: String, _ isOn: Bool) -> Outcome {
        let threads = threads
        watched.watch(threadID, isOn) { threads[$0] != nil }
        return isKept ? kept([.value(name: WatchedThreads.name, watched.stored)]) : Outcome()
    }

    func keptWorkspaces() -> Outcome {
        guard isKept else { return Outcome() }
        let known = StoredWorkspaces(all: (workspaces ?? []).map(StoredWorkspace.init), current: workspaceID)
        return kept([.value(name: StoredWorkspaces.name, known.all.isEmpty ? nil : StoredJSON.write(known))])
    }
}

// MARK: What changes often
extension CommunityConversation {
    /// A thread has changed: it is told, and recorded soon.
    mutating func changedThread(_ threadID: String) -> Outcome {
        Outcome(updates: shown(threadID)) + keepSoon(threadID)
    }

    mutating func keepSoon(_ threadID: String) -> Outcome {
        guard isKept else { return Outcome() }
        unrecorded.insert(threadID)
        return keepSoon()
    }

    private mutating func keepSoon() -> Outcome {
        guard isKept, !isKeeping else { return Outcome() }
        isKeeping = true
        return Outcome(effects: [.schedule(.keep, after: Self.keepPause)])
    }

    /// The person has begun to write something, or given it up.
    mutating func drafted(_ draft: DraftState?, in threadID: String) -> Outcome {
        var draft = draft
        if let target = draft?.replyTo { draft?.replyTo = serverID(of: target, in: threadID) ?? target }
        return drafts.put(draft, in: threadID) ? keepSoon() : Outcome()
    }

    /// Records what has gathered.
    mutating func keepNow() -> Outcome {
        isKeeping = false
        var changes: [StoreChange] = drafts.takeUnsaved().map { unsaved in
            // One that is on its way to the outbox is forgotten before it has become a message.
            let draft = unsaved.draft.flatMap { hasPost($0.text, in: unsaved.threadID) ? nil : $0 }
            return .draft(threadID: unsaved.threadID, draft.map(StoredDraft.init))
        }
        changes += unrecorded.sorted().compactMap(stored).map(StoreChange.thread)
        unrecorded = []
        return kept(changes)
    }
}
