import Chat
import Terminal

// What a session reports.
extension ChatState {
    mutating func apply(_ update: ChatUpdate, community: Int) -> [ChatEffect] {
        switch update {
        case .connection, .capabilities, .account, .signInNeeded, .question:
            return applyToAccount(update, community: community)
        case .threads, .thread, .joined, .left, .typing, .watermark: applyToThreads(update, community: community)
        case .messages, .timeline, .delivery, .upload: return applyToMessages(update, community: community)
        case .members, .member, .found, .notifications, .workspaces: applyToLists(update, community: community)
        case .draft, .takenBack: applyToDrafts(update, community: community)
        case .watched(let words): notifications.takeWatched(words, of: communities[community].id)
        case .fetched(let path): return [.open(path)]
        // What is told of it is in the notifications; the list has counted it.
        case .heard: break
        case .notice(let text): say(text, isError: false)
        case .notKept(let reason):
            communities[community].isKept = false
            say(reason, isError: true)
        case .keptAgain:
            communities[community].isKept = true
            say("what is read and written is kept again", isError: false)
        case .failed(let report):
            gaveUp(community: community)
            say(report.description, isError: true)
        case .dialog(let text):
            if dialogs.count < Dialog.limit {
                dialogs.append(Dialog(community: communities[community].title, text: text))
            }
        }
        return []
    }

    /// Something asked for has failed; which thing is not told.
    private mutating func gaveUp(community: Int) {
        communities[community].awaited = nil
        communities[community].awaitedLists = []
        communities[community].jump = nil
        giveUpSearch(community: community)
        for index in communities[community].threads.indices {
            let isLoading = communities[community].threads[index].loading.older
            communities[community].threads[index].loading = .init(olderFailed: isLoading)
        }
    }
}

// MARK: Connection and account
extension ChatState {
    private mutating func applyToAccount(_ update: ChatUpdate, community: Int) -> [ChatEffect] {
        switch update {
        case .connection(let status): linkChanged(to: status, community: community)
        case .capabilities(let capabilities): communities[community].capabilities = capabilities
        case .account(let member):
            let before = communities[community].account?.id
            communities[community].account = member
            if let member { communities[community].names.hear(member, at: now.wall) }
            // What one person began is nothing for another; the session keeps it.
            if let before, before != member?.id {
                communities[community].strayDrafts = [:]
                notifications.takeWatched([:], of: communities[community].id)
            }
            if member != nil { communities[community].signInReason = nil }
        case .signInNeeded(let reason):
            communities[community].signInReason = SafeText(String(reason.prefix(500)), lines: .single)
        case .question(let question):
            // The same question again, as with a time that runs out, keeps what is being answered.
            let asked = communities[community].question
            if let question, let asked, asked.question.id == question.id, !asked.isAnswered {
                communities[community].question?.renew(question)
            } else {
                communities[community].question = question.map(QuestionState.init)
            }
            if question != nil, community != current {
                say("\(communities[community].title) has a question", isError: false)
            }
        default: break
        }
        return []
    }

    private mutating func linkChanged(to status: ConnectionStatus, community: Int) {
        var link = communities[community].link
        link.status = status
        link.retryAt = nil
        switch status {
        case .connecting: break
        case .connected:
            if link.hasGap, !communities[community].hasHistory { markGaps(community: community) }
            link.wasConnected = true
            link.hasGap = false
            link.since = nil
            communities[community].signInReason = nil
        case .waiting(_, let seconds, let since):
            link.since = since ?? link.since
            link.retryAt = now.uptime + Int64(min(max(0, seconds), 86_400) * 1000)
            link.hasGap = link.wasConnected
        case .offline(_, let since):
            link.since = since ?? link.since
            link.hasGap = link.wasConnected
        }
        communities[community].link = link
    }

    // A broker replays nothing; a community tells itself what it could not fill.
    private mutating func markGaps(community: Int) {
        // Nothing is awaited any more in a thread that has ended.
        for index in communities[community].threads.indices where communities[community].threads[index].ended == nil {
            let audience = audience(community: community, thread: index)
            communities[community].threads[index].append(.gap(id: nil), before: audience)
        }
    }
}

// MARK: What was begun
extension ChatState {
    private mutating func applyToDrafts(_ update: ChatUpdate, community: Int) {
        switch update {
        case .draft(let threadID, let draft):
            communities[community].restore(draft.map(ComposerDraft.init), in: threadID)
        case .takenBack(let threadID, let draft):
            let isShown = community == current && shown?.id == threadID
            guard let index = communities[community].index(of: threadID) else {
                let before = communities[community].strayDrafts[threadID] ?? ComposerDraft()
                communities[community].strayDrafts[threadID] = ComposerDraft(takenBack: draft).followed(by: before)
                return
            }
            communities[community].threads[index].takeBack(draft)
            if communities[community].threads[index].isDraftSetAside {
                say("the message is taken back: its text comes after what you are doing now", isError: false)
            } else if isShown {
                // Where something went wrong, that is the reason for it.
                if toast?.isError != true { say("taken back: its text is in the composer again", isError: false) }
            } else {
                say("a message to \(communities[community].threads[index].thread.title) is taken back", isError: false)
            }
        default: break
        }
    }
}

// MARK: Threads
extension ChatState {
    private mutating func applyToThreads(_ update: ChatUpdate, community: Int) {
        switch update {
        case .threads(let threads): communities[community].replaceThreads(threads)
        case .thread(let thread): communities[community].put(thread)
        case .joined(let thread): joined(thread, community: community)
        case .left(let threadID, let reason): left(threadID, reason: reason, community: community)
        case .typing(let threadID, let names):
            guard let index = communities[community].index(of: threadID) else { return }
            communities[community].threads[index].typing = names
        case .watermark(let threadID, let messageID):
            guard let index = communities[community].index(of: threadID) else { return }
            communities[community].threads[index].watermark = messageID
        default: break
        }
    }

    private mutating func joined(_ thread: ChatThread, community: Int) {
        let index = communities[community].put(thread)
        communities[community].threads[index].ended = nil
        switch communities[community].awaited {
        case .next: break
        case .destination(let destination) where destination == thread.id: break
        case .destination, nil: return
        }
        communities[community].awaited = nil
        show(Place(community: community, thread: index))
    }

    // A thread that the server ends stays, with what it holds and what was being written; one that the user left goes.
    private mutating func left(_ threadID: String, reason: String?, community: Int) {
        guard let index = communities[community].index(of: threadID) else { return }
        guard let reason else { return communities[community].remove(index) }
        communities[community].threads[index].ended = reason
        let audience = audience(community: community, thread: index)
        communities[community].threads[index].append(.note(reason), before: audience)
        say(reason, isError: true)
    }
}

// MARK: Messages
extension ChatState {
    private mutating func applyToMessages(_ update: ChatUpdate, community: Int) -> [ChatEffect] {
        switch update {
        case .messages(let threadID, let messages):
            guard let index = communities[community].index(of: threadID) else { return [] }
            let audience = audience(community: community, thread: index)
            for message in messages {
                communities[community].threads[index].append(.message(message), before: audience)
            }
        case .timeline(let threadID, let change):
            guard let index = communities[community].index(of: threadID) else { return [] }
            let audience = audience(community: community, thread: index)
            communities[community].hear(change)
            communities[community].threads[index].apply(change, before: audience)
            return followJump(community: community)
        case .delivery(let threadID, let messageID, let delivery):
            guard let index = communities[community].index(of: threadID) else { return [] }
            let isShown = audience(community: community, thread: index) != .nobody
            if communities[community].threads[index].timeline.deliver(messageID, delivery),
                case .failed(let reason) = delivery, !isShown
            {
                let title = communities[community].threads[index].thread.title
                say("a message to \(title) was not delivered: \(reason)", isError: true)
            }
        case .upload(let threadID, let messageID, let part):
            guard let index = communities[community].index(of: threadID) else { return [] }
            communities[community].threads[index].uploads[messageID] = part
        default: break
        }
        return []
    }
}
