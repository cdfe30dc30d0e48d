import ChatStore
import Community

// What is kept on this machine. Nothing of it may stop the chat: what fails is told once, and the chat goes on.
extension CommunitySession {
    /// What of the store a session uses.
    package enum Keeping: Sendable {
        /// History, drafts and the outbox.
        case everything
        /// The same; a message that can't be kept is refused in place of being sent all the same.
        case everythingForSure
        /// Only whom the person does not want to read.
        case blocks
    }

    func follow(_ events: AsyncStream<StoreEvent>) async {
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
    func keepUp(_ store: ChatStore, of shelf: StoreShelf) async {
        var pruned = now()
        while (try? await clock.sleep(for: StoreShelf.upkeepPause)) != nil, self.store === store {
            await adoptOutbox()
            pruned = await shelf.prune(store, daily: pruned, now: now())
        }
    }

    // MARK: Doing what the conversation decided

    /// Changes of one batch of events go to the store together.
    func record(_ changes: [StoreChange]) {
        changesToKeep += changes
        recordCount += 1
        if !isGathering { handOver() }
    }

    func handOver() {
        guard !changesToKeep.isEmpty else { return }
        store?.record(changesToKeep)
        changesToKeep = []
    }

    func readStored(_ load: StoredLoad) async {
        var history = StoredHistory()
        if let store {
            do throws(StoreFailure) {
                if let before = load.before {
                    history = try await store.older(than: before, in: load.threadID, limit: load.limit)
                } else {
                    history = try await store.newest(of: load.threadID, limit: load.limit)
                }
            } catch {
                tellNotKept(error)
            }
        }
        apply(conversation.read(history, for: load))
    }

    /// Takes over what programs that have ended meanwhile wanted to send.
    func adoptOutbox() async {
        guard let store, let entries = try? await store.adoptAbandoned(), self.store === store else { return }
        if !entries.isEmpty { apply(conversation.adopted(entries)) }
    }

    /// Messages go into the outbox one after the other, so that they come out in the order of writing.
    func write(_ entry: OutboxEntry) {
        entriesToWrite.append(entry)
        guard writer == nil else { return }
        writer = Task { await self.writeEntries() }
    }

    private func writeEntries() async {
        while !entriesToWrite.isEmpty {
            let entry = entriesToWrite.removeFirst()
            if let failure = await failure(toKeep: entry), case .everythingForSure = keeping {
                conversation.forget(entry.id)
                apply(notKept(Draft(entry.text), in: entry.threadID, because: failure))
            } else {
                apply(conversation.queued(entry.id))
            }
        }
        writer = nil
    }

    /// What follows from a message that can't be kept where it must be.
    func notKept(_ draft: Draft, in threadID: String, because failure: StoreFailure) -> Outcome {
        let report = FailureReport(failure)
        let told = FailureReport(report.cause, "not queued: \(report.problem)", remedy: report.remedy)
        return Outcome(updates: [.failed(told), .takenBack(threadID: threadID, draft)])
    }

    /// Where as many messages wait as may, the next one waits for its turn, as long as there is a server to take them.
    func waitForRoom() async {
        while conversation.outbox.isFull, !isUnreachable, phase != .ended {
            await withCheckedContinuation { roomWaiters.append($0) }
        }
    }

    /// Lets those go on that wait for room, where that has become clear.
    func endWaitsForRoom() {
        guard !roomWaiters.isEmpty, !conversation.outbox.isFull || isUnreachable || phase == .ended else { return }
        let waiters = roomWaiters
        roomWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Whether a message would have to be kept, and can't be.
    var isUnableToKeep: Bool {
        if case .everythingForSure = keeping { store == nil } else { false }
    }

    /// Puts a message into the outbox; why it could not be, which is told unless it is the message's end. One that is
    /// sent all the same is put there as soon as that is possible.
    private func failure(toKeep entry: OutboxEntry) async -> StoreFailure? {
        guard let store else { return .closed }
        let isTriedAgain = if case .everything = keeping { true } else { false }
        do throws(StoreFailure) {
            try await store.queue(entry, isTriedAgain: isTriedAgain)
            return nil
        } catch {
            if isTriedAgain { tellNotKept(error) }
            return error
        }
    }

    /// The store alone has the message: what is there is read, changed and written, unless it changes meanwhile.
    func keep(_ change: StoredReactions) async {
        for _ in 0..<5 {
            let count = recordCount
            guard let store, var stored = try? await store.message(change.messageID, in: change.threadID) else {
                return
            }
            guard count == recordCount else { continue }
            guard !stored.isDeleted else { return }
            var message = ChatMessage(stored)
            message.reactions = change.reactions
            stored.details = MessageDetails(message).bytes
            return record([.changed(threadID: change.threadID, stored)])
        }
    }
}
