import ChatStore
import Community

// The history of threads that a person has opened.
extension CommunityConversation {
    /// A person looks at a thread.
    mutating func opened(_ threadID: String) -> Outcome {
        if let thread = threads[threadID]?.thread, !thread.isJoined {
            let empty = told([.replaced([], hasOlder: false)], in: threadID)
            return Outcome(updates: empty + [.notice("join \(title(of: threadID)) to read it")])
        }
        openOrder.removeAll { $0 == threadID }
        openOrder.append(threadID)
        return begin(threadID)
    }

    /// A thread is kept up to date though nobody looks at it: messages of our own wait in it.
    mutating func openedUnseen(_ threadID: String) -> Outcome {
        guard open[threadID] == nil, threads[threadID]?.thread.isJoined ?? true else { return Outcome() }
        openOrder.insert(threadID, at: 0)
        return begin(threadID)
    }

    private mutating func begin(_ threadID: String) -> Outcome {
        var outcome = Outcome()
        if open[threadID] == nil {
            open[threadID] = OpenThread(limit: terms.timelineLimit)
            closeOldest()
            outcome += showOwn(in: threadID)
        }
        guard let thread = open[threadID], !thread.timeline.isLoaded else { return outcome }
        return outcome + (isKept ? readStored(in: threadID, before: nil) : load(.newest, in: threadID))
    }

    /// What waits in the outbox stands at the end.
    private mutating func showOwn(in threadID: String) -> Outcome {
        var outcome = Outcome()
        for post in outbox.posts(in: threadID) where post.state != .writing {
            let message = message(of: post)
            let changes = inOpen(threadID) { $0.timeline.composed(message) }
            outcome.updates += told(changes ?? [], in: threadID)
        }
        return outcome
    }

    /// Keeps the number of open threads bounded; one with messages that have not arrived stays.
    private mutating func closeOldest() {
        guard openOrder.count > terms.openThreads,
            let threadID = openOrder.dropLast().first(where: { !outbox.hasPosts(in: $0) })
        else { return }
        open[threadID] = nil
        openOrder.removeAll { $0 == threadID }
    }

    /// A person wants the messages before the oldest shown.
    mutating func loadOlder(_ threadID: String) -> Outcome {
        guard let thread = open[threadID], thread.timeline.isLoaded else { return opened(threadID) }
        guard thread.timeline.hasOlder else { return Outcome() }
        guard isKept, thread.loads[.older] == nil, let oldest = thread.timeline.oldest else {
            return load(.older, in: threadID, before: thread.olderBefore)
        }
        return readStored(in: threadID, before: oldest)
    }

    /// A person wants to see what is missing.
    mutating func fillGap(_ gapID: String, in threadID: String) -> Outcome {
        open[threadID]?.gapPages[gapID] = 0
        return load(.gap(gapID), in: threadID, before: open[threadID]?.timeline.cursor(ofGap: gapID))
    }

    /// A session has begun: something may be missing behind all that is known of an open thread.
    mutating func catchUp(_ threadID: String) -> Outcome {
        let gapIDs = inOpen(threadID) { thread in
            // A page under way may have been taken before the session began. Older messages are the same all the time.
            thread.loads = thread.loads.filter { $0.key == .older }
            thread.timeline.interrupted()
            return thread.timeline.newest == nil ? nil : thread.timeline.gapIDs
        }
        // What is stored is on its way, and what follows it is asked for then.
        if let thread = open[threadID], thread.reading != nil, !thread.timeline.isLoaded { return Outcome() }
        guard let gapIDs = gapIDs ?? nil, open[threadID]?.timeline.isLoaded == true else {
            return load(.newest, in: threadID)
        }
        var outcome = Outcome()
        for gapID in gapIDs { outcome += fillGap(gapID, in: threadID) }
        return outcome
    }

    mutating func load(
        _ purpose: Timeline.Purpose,
        in threadID: String,
        before: String? = nil,
        emptyPages: Int = 0
    ) -> Outcome {
        guard let thread = open[threadID], thread.loads[purpose] == nil else { return Outcome() }
        lastLoad += 1
        open[threadID]?.loads[purpose] = lastLoad
        let load = HistoryLoad(
            threadID: threadID,
            purpose: purpose,
            before: before,
            number: lastLoad,
            emptyPages: emptyPages
        )
        return Outcome(effects: [.loadMessages(load)])
    }

    /// Looks at the newest messages again.
    mutating func refresh(_ threadID: String) -> Outcome {
        open[threadID] == nil ? Outcome() : load(.refresh, in: threadID)
    }
}

// MARK: Pages
extension CommunityConversation {
    /// A page came.
    mutating func loaded(_ page: MessagePage, for load: HistoryLoad) -> Outcome {
        guard open[load.threadID]?.loads[load.purpose] == load.number else { return Outcome() }
        if let next = pageBehind(page, load) { return next }
        var outcome = Outcome()
        let arrivals = arrivals(of: page, for: load, &outcome)
        let part = Timeline.Page(arrivals: arrivals, hasMore: page.hasMore, before: load.before)
        let changes = inOpen(load.threadID) { $0.loaded(part, for: load.purpose, olderBefore: page.nextBefore) }
        outcome.updates += told(changes ?? [], in: load.threadID)
        outcome += recount(load.threadID)
        if case .gap(let id) = load.purpose { outcome += continueGap(id, load, page) }
        if load.before == nil || load.purpose == .refresh { outcome += settleStored(by: load) }
        return outcome + renewStored(before: arrivals.first?.message.serverID, in: load.threadID)
    }

    /// Nothing is missing behind the stored end any more: what of it stands before this page is looked at again, since
    /// it may have been edited, deleted or reacted to meanwhile.
    private mutating func renewStored(before oldest: String?, in threadID: String) -> Outcome {
        guard let thread = open[threadID], thread.isRenewalDue, thread.timeline.gapIDs.isEmpty else { return Outcome() }
        open[threadID]?.isRenewalDue = false
        guard let oldest, thread.timeline.oldest != oldest else { return Outcome() }
        return load(.renewal(before: oldest), in: threadID, before: oldest)
    }

    /// The newest messages are wanted, and the page has none of them but more behind it: that page in its place.
    private mutating func pageBehind(_ page: MessagePage, _ load: HistoryLoad) -> Outcome? {
        guard page.messages.isEmpty, page.hasMore, load.emptyPages < OpenThread.barrenLimit,
            load.purpose == .newest || load.purpose == .refresh,
            let next = nextCursor(page.nextBefore, nil, after: load.before)
        else { return nil }
        open[load.threadID]?.loads[load.purpose] = nil
        return self.load(load.purpose, in: load.threadID, before: next, emptyPages: load.emptyPages + 1)
    }

    /// The messages of a page, oldest first, which are recorded. Those of our own in it have arrived.
    private mutating func arrivals(
        of page: MessagePage,
        for load: HistoryLoad,
        _ outcome: inout Outcome
    ) -> [Timeline.Arrival] {
        let isDirect = threads[load.threadID]?.thread.isDirect ?? false
        var arrivals: [(MessageOrdinal, Timeline.Arrival)] = []
        for message in page.messages {
            let arrival = Timeline.Arrival(message, seenBy: viewer)
            outcome += heard(of: Member(id: message.senderId, name: message.senderName))
            arrivals.append((MessageOrdinal(message.messageId), arrival))
        }
        let all = arrivals.sorted { $0.0 < $1.0 }.map(\.1)
        outcome += keptPage(all, hasMore: page.hasMore, for: load)
        for arrival in all { if let clientID = arrival.clientID { outcome += delivered(clientID) } }
        return isDirect ? all.filter { !$0.message.isBlocked } : all
    }

    /// What is unread gets known by name.
    mutating func recount(_ threadID: String) -> Outcome {
        guard let timeline = open[threadID]?.timeline else { return Outcome() }
        let isWhole = !timeline.hasOlder && timeline.gapIDs.isEmpty
        var outcome = recounted(threadID) { $0.tally.loaded(timeline.tail, isWhole: isWhole) }
        outcome += settled(threadID)
        return outcome
    }

    /// Goes on with a gap until a known message is met, for so many pages.
    private mutating func continueGap(_ gapID: String, _ load: HistoryLoad, _ page: MessagePage) -> Outcome {
        guard let timeline = open[load.threadID]?.timeline, timeline.gapIDs.contains(gapID) else {
            open[load.threadID]?.gapPages[gapID] = nil
            return Outcome()
        }
        let pages = (open[load.threadID]?.gapPages[gapID] ?? 0) + 1
        open[load.threadID]?.gapPages[gapID] = pages
        let next = nextCursor(page.nextBefore, timeline.cursor(ofGap: gapID), after: load.before)
        guard pages < terms.gapPages, let next else { return show(gapID, in: load.threadID) }
        return self.load(.gap(gapID), in: load.threadID, before: next)
    }

    private mutating func show(_ gapID: String, in threadID: String) -> Outcome {
        let changes = inOpen(threadID) { $0.timeline.show(gap: gapID) }
        return Outcome(updates: told(changes ?? [], in: threadID))
    }

    /// Where the next page ends; nil when that would lead nowhere.
    private func nextCursor(_ named: String?, _ known: String?, after before: String?) -> String? {
        for candidate in [named, known] {
            guard let candidate else { continue }
            if before.map({ MessageOrdinal(candidate) < MessageOrdinal($0) }) ?? true { return candidate }
        }
        return nil
    }

    /// A page did not come. A gap stays where it is, and is shown.
    mutating func loadFailed(_ load: HistoryLoad) -> Outcome {
        guard open[load.threadID]?.loads[load.purpose] == load.number else { return Outcome() }
        open[load.threadID]?.loads[load.purpose] = nil
        switch load.purpose {
        case .gap(let id):
            return show(id, in: load.threadID)
        case .older:
            let changes = inOpen(load.threadID) { $0.showHeld() } ?? []
            if !changes.isEmpty { return Outcome(updates: told(changes, in: load.threadID)) }
            // The front waits for an answer.
            let hasOlder = open[load.threadID]?.timeline.hasOlder ?? false
            return Outcome(updates: told([.inserted([], before: nil, hasOlder: hasOlder)], in: load.threadID))
        case .newest, .refresh, .renewal:
            return Outcome()
        }
    }

    /// Whether a page that does not come is missed by nobody: the screen shows what is stored, or that something is
    /// missing.
    func isQuiet(_ load: HistoryLoad) -> Bool {
        switch load.purpose {
        case .gap, .refresh, .renewal: true
        case .older: open[load.threadID]?.held != nil
        case .newest: false
        }
    }
}
