extension StoreDatabase {
    /// Makes changes in order.
    func apply(_ changes: [StoreChange]) throws {
        for change in changes { try apply(change) }
    }

    private func apply(_ change: StoreChange) throws {
        switch change {
        case .threadList(let threads): try setThreadList(threads)
        case .thread(let thread): try setThread(thread)
        case .threadGone(let threadID): try removeThread(threadID)
        case .watermark(let threadID, let messageID, let position): try setWatermark(messageID, position, of: threadID)
        case .stretch(let stretch): try store(stretch)
        case .arrived(let threadID, let message): try arrive(message, in: threadID)
        case .heard(let threadID, let message, let kind): try hear(message, kind: kind, in: threadID)
        case .changed(let threadID, let message):
            if let thread = try key(ofThread: threadID) { try update(message, in: thread) }
        case .interrupted(let threadID): try interrupt(threadID)
        case .members(let members): for member in members { try setMember(member) }
        case .blocked(let memberID, let name, let isBlocked): try setBlocked(isBlocked, memberID, name: name)
        case .queued(let entry): try queue(entry)
        case .delivered(let outboxID, let threadID, let message): try deliver(outboxID, to: threadID, message)
        case .outboxState(let outboxID, let state): try database.setState(state, ofEntry: outboxID)
        case .withdrawn(let outboxID): try database.removeEntry(outboxID)
        case .draft(let threadID, let draft): try database.setDraft(draft, of: threadID)
        case .value(let name, let value): try database.setValue(value, named: name)
        }
    }
}
