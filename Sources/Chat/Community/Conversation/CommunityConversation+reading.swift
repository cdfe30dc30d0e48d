import ChatStore
import Community

// How far the person has read, and who is writing.
extension CommunityConversation {
    /// A person has seen a message.
    mutating func seen(_ messageID: String, in threadID: String) -> Outcome {
        // A message that the server has not named yet can't be told to it.
        guard let serverID = open[threadID]?.timeline.serverID(ofRow: messageID) else { return Outcome() }
        guard isConnected else {
            marks.hold(serverID, in: threadID)
            return read(upTo: serverID, in: threadID)
        }
        let news = marks.seen(serverID, in: threadID)
        return read(upTo: serverID, in: threadID) + tellRead(news, in: threadID)
    }

    /// The person has read up to a message, here or elsewhere.
    private mutating func read(upTo serverID: String, in threadID: String) -> Outcome {
        var isCertain = true
        var outcome = recounted(threadID) { isCertain = $0.read(upTo: serverID) }
        // The server counts once it knows of it.
        if !isCertain { outcome.effects.append(.schedule(.recount(threadID: threadID), after: .seconds(2))) }
        return outcome
    }

    /// Changes what is known to be read, and tells what that changes.
    mutating func recounted(_ threadID: String, _ body: (inout ThreadBook.Entry) -> Void) -> Outcome {
        let (before, watermark) = (shown(threadID), threads[threadID]?.tally.watermark)
        threads.change(threadID, body)
        var outcome = Outcome()
        if let read = threads[threadID]?.tally.watermark, read != watermark {
            let row = open[threadID]?.timeline.ids[read] ?? read
            outcome.updates.append(.watermark(threadID: threadID, messageID: row))
            // Together with whether the server knows of it.
            let mark = StoreChange.watermark(
                threadID: threadID,
                messageID: read,
                MessagePosition(messageID: read)
            )
            outcome += kept([mark] + [stored(threadID)].compactMap { $0.map(StoreChange.thread) })
        }
        let after = shown(threadID)
        if after != before { outcome += changedThread(threadID) }
        return outcome
    }

    mutating func readElsewhere(_ body: ReadUpdated, in threadID: String?) -> Outcome {
        guard let threadID, viewer.isMe(body.memberId) else { return Outcome() }
        marks.confirm(body.lastReadMessageId, in: threadID)
        var outcome = read(upTo: body.lastReadMessageId, in: threadID) + keepSoon(threadID)
        // The list may have been counted before the server knew.
        if recounting.remove(threadID) != nil { outcome += loadThread(threadID) }
        return outcome
    }

    /// Tells the server how far the person has read, where there is something to tell; a pause follows.
    mutating func tellRead(_ serverID: String?, in threadID: String) -> Outcome {
        guard let serverID else { return Outcome() }
        return Outcome(effects: [
            .transmit(command(.read, in: threadID, .read(ReadBody(lastReadMessageId: serverID)))),
            .schedule(.readPause(threadID: threadID), after: ReadMarks.pause),
        ])
    }

    mutating func readPauseEnded(in threadID: String) -> Outcome {
        // Without a session it waits for the next one.
        guard isConnected else {
            marks.endPause(in: threadID)
            return Outcome()
        }
        return tellRead(marks.pauseEnded(in: threadID), in: threadID)
    }

    /// The session is about to end: what the server does not know yet it is told now.
    mutating func flushed() -> Outcome {
        var outcome = keepNow()
        guard isConnected else { return outcome }
        for threadID in marks.waitingThreads { outcome += tellRead(marks.flush(threadID), in: threadID) }
        return outcome
    }

    /// The person is about to leave a thread.
    mutating func flushed(_ threadID: String) -> Outcome {
        isConnected ? tellRead(marks.flush(threadID), in: threadID) : Outcome()
    }
}

// MARK: Writing
extension CommunityConversation {
    /// The person is writing.
    mutating func wrote(in threadID: String) -> Outcome {
        guard isConnected, threads[threadID] != nil, typing.wrote(in: threadID) else { return Outcome() }
        return Outcome(effects: [
            .transmit(command(.typing, in: threadID, .empty)),
            .schedule(.typingPause(threadID: threadID), after: TypingTable.pause),
        ])
    }

    mutating func typed(_ body: TypingMember, in threadID: String?) -> Outcome {
        guard let threadID, threads[threadID] != nil, !viewer.isMe(body.memberId),
            !viewer.blocked.contains(body.memberId)
        else { return Outcome() }
        let name = body.name.isEmpty ? members[body.memberId]?.name ?? "somebody" : body.name
        let isNews = typing.began(body.memberId, name: name, in: threadID)
        return Outcome(
            updates: isNews ? [.typing(threadID: threadID, typing.names(in: threadID))] : [],
            effects: [
                .schedule(.typist(threadID: threadID, memberID: body.memberId), after: TypingTable.patience)
            ]
        )
    }

    mutating func stoppedTyping(_ memberID: String, in threadID: String) -> Outcome {
        guard typing.ended(memberID, in: threadID) else { return Outcome() }
        return Outcome(
            updates: [.typing(threadID: threadID, typing.names(in: threadID))],
            effects: [.cancel(.typist(threadID: threadID, memberID: memberID))]
        )
    }
}

// MARK: Timers
extension CommunityConversation {
    /// The time of a timer has come.
    mutating func fired(_ timer: CommunityTimer) -> Outcome {
        switch timer {
        case .readPause(let threadID): return readPauseEnded(in: threadID)
        case .typingPause(let threadID):
            typing.pauseEnded(in: threadID)
            return Outcome()
        case .typist(let threadID, let memberID): return stoppedTyping(memberID, in: threadID)
        case .delivery(let id): return deliveryTimedOut(id)
        case .resend(let threadID): return resendTime(in: threadID)
        case .command(let id): return commandTimedOut(id)
        case .commandRetry(let id): return sendCommand(id)
        case .threadList: return isConnected && listLoad == nil ? loadList() : Outcome()
        case .keep: return keepNow()
        case .recount(let threadID): return isConnected ? loadThread(threadID) : Outcome()
        }
    }
}
