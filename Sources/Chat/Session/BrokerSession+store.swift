import ChatStore

// What is kept on this machine of a broker's threads. Nothing of it may stop the chat.
extension BrokerSession {
    func openStore() async {
        guard let shelf else { return }
        do throws(StoreFailure) {
            try await open(shelf)
        } catch {
            tellNotKept(error)
            if error.mayPass { openAgain(shelf) }
        }
    }

    private func open(_ shelf: StoreShelf) async throws(StoreFailure) {
        let store = try await shelf.open(account: account)
        let entries: [OutboxEntry]
        let stored: [String: DraftState]
        // Where the store comes late there are threads already: what is stored stands before what they show.
        var ends: [String: StoredHistory] = [:]
        let watchedBefore: WatchedThreads
        do throws(StoreFailure) {
            entries = try await store.adoptOutbox()
            stored = try await store.drafts().mapValues(DraftState.init)
            watchedBefore = WatchedThreads(stored: try await store.value(named: WatchedThreads.name))
            for thread in conversation.joinedThreads {
                ends[thread.id] = try await store.newest(of: thread.id, limit: Conversation.pageSize)
            }
        } catch {
            await store.close()
            throw error
        }
        if let notice = store.notice { tellNotKept(notice) }
        self.store = store
        storeEvents = Task { await self.follow(store.events) }
        upkeep = Task { await self.keepUp(store, of: shelf) }
        conversation.isKept = true
        conversation.keepInterruption()
        conversation.keepOwn()
        for (threadID, end) in ends { queue.push(conversation.found(end, in: threadID)) }
        queue.push(conversation.adopted(entries))
        drafts.restore(stored)
        foundDrafts = stored
        let meanwhile = watched.words
        watched = watchedBefore
        for (threadID, isOn) in meanwhile { watched.watch(threadID, isOn) { _ in true } }
        if !watched.words.isEmpty { queue.push([.watched(watched.words)]) }
        if !meanwhile.isEmpty { conversation.keep(.value(name: WatchedThreads.name, watched.stored)) }
        keepDrafts()
        keepChanges()
    }

    /// What could not be opened is tried again as long as the chat runs.
    private func openAgain(_ shelf: StoreShelf) {
        opening = Task {
            for attempt in 1... {
                guard (try? await clock.sleep(for: StoreShelf.openingPause(attempt))) != nil,
                    await self.isWorthAnotherTry(shelf)
                else { return }
            }
        }
    }

    /// Tries it; whether that is to be done once more.
    private func isWorthAnotherTry(_ shelf: StoreShelf) async -> Bool {
        do throws(StoreFailure) {
            try await open(shelf)
        } catch {
            tellNotKept(error)
            return error.mayPass
        }
        // The session may have ended meanwhile.
        if isEnded {
            await closeStore()
            return false
        }
        toldNotKept = []
        queue.push([.keptAgain])
        tellDrafts()
        advance()
        return false
    }

    /// Tells what was begun in a run before; what has been begun in this one is known to whoever began it.
    func tellDrafts() {
        for (threadID, draft) in foundDrafts.sorted(by: { $0.key < $1.key }) {
            queue.push([.draft(threadID: threadID, draft)])
        }
        foundDrafts = [:]
    }

    func closeStore() async {
        opening?.cancel()
        keeping?.cancel()
        keepDrafts()
        storeEvents?.cancel()
        upkeep?.cancel()
        let closing = store
        store = nil
        await closing?.close()
    }

    private func follow(_ events: AsyncStream<StoreEvent>) async {
        for await event in events {
            switch event {
            case .trouble(let failure): tellNotKept(failure)
            case .recovered:
                toldNotKept = []
                queue.push([.keptAgain])
            }
        }
    }

    /// Tells what is not kept, each reason once until it is kept again.
    func tellNotKept(_ failure: StoreFailure) {
        let reason = FailureReport(failure).description
        guard toldNotKept.count < 20, toldNotKept.insert(reason).inserted else { return }
        queue.push([failure.isMended ? .notice(reason) : .notKept(reason: reason)])
    }

    /// What is done now and then as long as a store is open.
    private func keepUp(_ store: ChatStore, of shelf: StoreShelf) async {
        var pruned = now()
        while (try? await clock.sleep(for: StoreShelf.upkeepPause)) != nil, self.store === store {
            await adoptOutbox()
            pruned = await shelf.prune(store, daily: pruned, now: now())
        }
    }

    /// Takes over what programs that have ended meanwhile wanted to send.
    func adoptOutbox() async {
        guard let store, let entries = try? await store.adoptAbandoned(), self.store === store, !entries.isEmpty else {
            return
        }
        queue.push(conversation.adopted(entries))
        advance()
    }

    /// Hands over what the conversation wants kept.
    func keepChanges() {
        let changes = conversation.takeChanges()
        if !changes.isEmpty { store?.record(changes) }
    }

    /// The stored end of a thread; empty where nothing is kept.
    func storedEnd(of threadID: String) async -> StoredHistory {
        guard let store else { return StoredHistory() }
        do throws(StoreFailure) {
            return try await store.newest(of: threadID, limit: Conversation.pageSize)
        } catch {
            tellNotKept(error)
            return StoredHistory()
        }
    }

    func loadOlder(_ threadID: String) async {
        guard store != nil || !conversation.isStream(threadID), let position = conversation.oldest[threadID] else {
            return await loadOlderOfStream(threadID)
        }
        var history = StoredHistory()
        do throws(StoreFailure) {
            if let read = try await store?.older(than: position, in: threadID, limit: Conversation.pageSize) {
                history = read
            }
        } catch {
            tellNotKept(error)
        }
        // Another request may have been faster.
        guard conversation.oldest[threadID] == position else { return }
        if history.messages.isEmpty, conversation.isStream(threadID) { return await loadOlderOfStream(threadID) }
        queue.push(conversation.readOlder(history, in: threadID))
    }

    // MARK: Drafts

    func put(_ draft: DraftState?, in threadID: String) {
        guard drafts.put(draft, in: threadID), store != nil, keeping == nil else { return }
        keeping = Task { [clock] in
            guard (try? await clock.sleep(for: CommunityConversation.keepPause)) != nil else { return }
            self.keepDrafts()
        }
    }

    func watch(_ threadID: String, _ isOn: Bool) {
        watched.watch(threadID, isOn) { conversation.thread($0) != nil }
        store?.record([.value(name: WatchedThreads.name, watched.stored)])
    }

    func keepDrafts() {
        keeping = nil
        guard store != nil else { return }
        let changes = drafts.takeUnsaved().map { unsaved in
            StoreChange.draft(threadID: unsaved.threadID, unsaved.draft.map(StoredDraft.init))
        }
        if !changes.isEmpty { store?.record(changes) }
    }

    // MARK: Search

    /// What is stored is all there is to search.
    func search(_ typed: String, in threadID: String?) async {
        do {
            let text = try SearchText(typed, now: now())
            var thread = threadID
            if let name = text.thread {
                guard let found = try NameMatch.thread(name, among: conversation.joinedThreads) else {
                    throw FailureReport(.usage, "there is no thread called \(ForeignText(name))")
                }
                thread = found.id
            }
            guard let store else {
                throw FailureReport(.usage, "nothing is kept here, and a broker can't search")
            }
            var found = FoundMessages(typed)
            found.take(try await store.search(text.query(in: thread)), seenBy: Viewer())
            found.findings.isIncomplete = false
            queue.push([.found(found.findings)])
        } catch let failure as StoreFailure {
            queue.push([.failed(FailureReport(failure))])
        } catch let failure as FailureReport {
            queue.push([.failed(failure)])
        } catch {
            queue.push([.notice("\(error)")])
        }
    }
}
