import ChatStore
import Community

// The connection comes and goes.
extension CommunityConversation {
    mutating func connecting() -> Outcome {
        Outcome(updates: [.connection(.connecting)])
    }

    /// A session is up. STOMP replays nothing: what may have changed meanwhile is asked for.
    mutating func connected() -> Outcome {
        link = .up
        hasBeenConnected = true
        var outcome = Outcome(
            updates: [.connection(.connected(server: Address(terms.url).description, warning: terms.warning))]
        )
        outcome.updates += showPending()
        outcome += kept([.interrupted(threadID: nil)])
        outcome += loadList()
        if workspaces == nil { outcome.effects.append(.loadWorkspaces) }
        for threadID in openOrder { outcome += catchUp(threadID) }
        recounting = Set(marks.waitingThreads)
        for threadID in marks.waitingThreads { outcome += tellRead(marks.flush(threadID), in: threadID) }
        resending = []
        for threadID in outbox.threadIDs { outcome += openedUnseen(threadID) + advance(threadID) }
        return outcome
    }

    /// The session has ended. What was under way is sent again with the next, since the server knows it by its identifier.
    mutating func disconnected(_ status: ConnectionStatus, reason: String) -> Outcome {
        link = .down(reason: reason)
        listLoad = nil
        early = []
        var outcome = Outcome(updates: [.connection(status)])
        if terms.waitsForConnection {
            outcome.effects += outbox.posts.filter(\.isSent).map { .cancel(.delivery(postID: $0.id)) }
        }
        outbox.interrupted()
        marks.interrupted()
        outcome.updates += showPending()
        for threadID in openOrder { inOpen(threadID) { $0.interrupted() } }
        outcome += kept([.interrupted(threadID: nil)])
        for threadID in typing.clear() { outcome.updates.append(.typing(threadID: threadID, [])) }
        for entry in commands.removeAll() {
            outcome.effects.append(.cancel(.command(id: entry.id)))
            outcome.updates.append(.failed(notConfirmed(entry.destination, because: "the connection was lost")))
        }
        return outcome
    }

    /// Somebody else signs in: nothing of the former member stays.
    mutating func signedOut() -> Outcome {
        let emptied = CommunityConversation(terms)
        self = emptied
        return Outcome(updates: [.threads([]), .account(nil)])
    }

    /// Who the person is has become known. What is theirs was not known before, so it is looked at again.
    mutating func signedIn(_ member: Member) -> Outcome {
        var outcome = Outcome()
        if let before = viewer.member, before.id != member.id { outcome += signedOut() }
        viewer.member = member
        outcome += heard(of: member)
        outcome.updates.append(.account(member))
        return outcome
    }
}

// MARK: Members
extension CommunityConversation {
    /// The person does not want to read a member any more, or does again.
    mutating func blocked(_ memberID: String, _ isBlocked: Bool) -> Outcome {
        if isBlocked { viewer.blocked.insert(memberID) } else { viewer.blocked.remove(memberID) }
        return fold(memberID, isBlocked)
            + kept([.blocked(memberID: memberID, name: members[memberID]?.name ?? "", isBlocked)])
    }

    /// Shows the messages of a member as one line each, or whole again.
    mutating func fold(_ memberID: String, _ isBlocked: Bool) -> Outcome {
        var outcome = Outcome()
        for threadID in openOrder {
            let changes = inOpen(threadID) { thread in
                thread.timeline.changeAll { if $0.senderID == memberID { $0.isBlocked = isBlocked } }
            }
            outcome.updates += told(changes ?? [], in: threadID)
        }
        return outcome
    }
}
