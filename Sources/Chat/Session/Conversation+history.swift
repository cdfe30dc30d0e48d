import ChatStore

// What is stored of a broker's threads: the only history there is.
extension Conversation {
    /// The messages read at once.
    static let pageSize = 100

    /// The end of a thread as it is stored, when it is joined. What was said since is lost.
    mutating func restored(_ history: StoredHistory, in threadID: String) -> [ChatUpdate] {
        guard let first = history.messages.first, let last = history.messages.last else { return [] }
        oldest[threadID] = first.position
        if isStream(threadID) {
            let hasOlder = history.hasOlder || streams[threadID]?.hasOlder == true
            return [.timeline(threadID: threadID, .replaced(history.wholeItems, hasOlder: hasOlder))]
        }
        record.begin(behind: last.position)
        var history = history
        if !history.gaps.contains(last.position) { history.gaps.append(last.position) }
        return [.timeline(threadID: threadID, .replaced(history.items, hasOlder: history.hasOlder))]
    }

    /// Stored messages before the oldest shown.
    mutating func readOlder(_ history: StoredHistory, in threadID: String) -> [ChatUpdate] {
        if let first = history.messages.first { oldest[threadID] = first.position }
        if isStream(threadID) {
            streams[threadID]?.extend(to: history.messages.first?.position.offset, isBeginning: history.isBeginning)
            let hasOlder = history.hasOlder || streams[threadID]?.hasOlder == true
            return [
                .timeline(threadID: threadID, .inserted(history.wholeItems, before: nil, hasOlder: hasOlder))
            ]
        }
        return [
            .timeline(threadID: threadID, .inserted(history.items, before: nil, hasOlder: history.hasOlder))
        ]
    }

    /// What a former run of the program has left in the outbox. It is shown when its thread is joined.
    mutating func restored(_ entries: [OutboxEntry]) {
        for entry in entries where own[entry.id] == nil {
            var message = OwnMessages.Entry(
                threadID: entry.threadID,
                text: entry.text,
                time: entry.time,
                delivery: .waiting
            )
            switch entry.state {
            case .waiting: waiting.append(entry.id)
            case .uncertain:
                let reason = "the program ended before it was confirmed: it may or may not have arrived"
                message.delivery = .failed(reason: reason)
            case .refused(let reason): message.delivery = .failed(reason: reason)
            }
            own.add(message, id: entry.id)
            unshown[entry.threadID, default: []].append(entry.id)
        }
    }

    /// The same for a program that has ended meanwhile. What is in threads that are joined is shown at once.
    mutating func adopted(_ entries: [OutboxEntry]) -> [ChatUpdate] {
        restored(entries)
        return joinedThreads.flatMap { showUnshown(in: $0.id) }
    }

    /// The store has come late: what waits here, or was perhaps sent, goes into its outbox.
    mutating func keepOwn() {
        for (id, message) in own.all where message.delivery != .delivered {
            keep(.queued(OutboxEntry(id: id, threadID: message.threadID, text: message.text, time: message.time)))
            switch message.delivery {
            case .sending: keep(.outboxState(outboxID: id, .uncertain))
            case .failed(let reason): keep(.outboxState(outboxID: id, .refused(reason: reason)))
            case .waiting, .delivered: break
            }
        }
    }

    /// The stored end of a thread that is shown already, where the store has come late: it stands before what is shown.
    mutating func found(_ history: StoredHistory, in threadID: String) -> [ChatUpdate] {
        guard oldest[threadID] == nil, !isStream(threadID), let last = history.messages.last else { return [] }
        var history = history
        // What was said between the two is lost.
        if !history.gaps.contains(last.position) { history.gaps.append(last.position) }
        return readOlder(history, in: threadID)
    }

    /// Messages of the outbox that nobody has been shown yet.
    mutating func showUnshown(in threadID: String) -> [ChatUpdate] {
        let messages = (unshown.removeValue(forKey: threadID) ?? []).compactMap { id in
            own[id].map { message(of: $0, id: id) }
        }
        return messages.isEmpty ? [] : [.messages(threadID: threadID, messages)]
    }

    /// What is to be stored since the last call.
    mutating func takeChanges() -> [StoreChange] {
        defer { changes = [] }
        return changes
    }

    mutating func keep(_ change: StoreChange) {
        if isKept { changes.append(change) }
    }

    mutating func keepDelivered(_ id: String, arrival: Int64, as incoming: IncomingMessage? = nil) {
        guard isKept, let entry = own[id] else { return }
        if terms.shape.history != nil {
            // It is kept under the server's name for it, with the page it comes in at the latest.
            let stored = incoming?.serverName.flatMap { _ in
                incoming.map { BrokerRecord.stored($0, isOwn: true, arrival: arrival) }
            }
            changes.append(.delivered(outboxID: id, threadID: entry.threadID, stored))
            return
        }
        let stored = record.stored(message(of: entry, id: id), name: id, clientID: id, arrival: arrival)
        changes.append(.delivered(outboxID: id, threadID: entry.threadID, stored))
    }
}

extension StoredHistory {
    /// What a person is shown of a stream's history, which has no holes.
    fileprivate var wholeItems: [TimelineItem] { StoredHistory(messages: messages).items }

    /// What a person is shown of a broker's history: holes in it stay.
    fileprivate var items: [TimelineItem] {
        messages.flatMap { stored -> [TimelineItem] in
            var message = ChatMessage(stored)
            // The broker knows no such identifier.
            message.serverID = nil
            let isBeforeGap = gaps.contains(stored.position)
            return [.message(message)] + (isBeforeGap ? [.lost(id: "lost behind \(stored.id)")] : [])
        }
    }
}
