import ChatStore
import Community

// What people ask for. What the conversation can decide is decided at once; what needs the network goes on by itself.
extension CommunitySession {
    package func perform(_ request: ChatRequest) async {
        if case .send = request, case .everythingForSure = keeping { await waitForRoom() }
        guard phase != .ended else { return }
        if let outcome = decide(request) { return apply(outcome) }
        run { await $0.carryOut(request) }
    }

    /// What follows from a request that needs no call.
    private func decide(_ request: ChatRequest) -> Outcome? {
        switch request {
        case .send(let draft, let threadID) where isUnableToKeep:
            notKept(draft, in: threadID, because: unopened ?? .closed)
        case .send(let draft, let threadID): conversation.composed(draft, in: threadID, at: now())
        case .retry(let messageID): conversation.retried(messageID)
        case .discard(let messageID, let threadID): conversation.discarded(messageID, in: threadID)
        case .takeBack(let messageID, let threadID): conversation.takenBack(messageID, in: threadID)
        case .draft(let threadID, let text, let cursor, let replyTo, let files):
            conversation.drafted(
                DraftState(begun: text, cursor: cursor, replyTo: replyTo, files: files),
                in: threadID
            )
        case .edit(let messageID, let threadID, let text): conversation.edited(messageID, in: threadID, text: text)
        case .delete(let messageID, let threadID): conversation.deleted(messageID, in: threadID)
        case .react(let messageID, let threadID, let emoji, let adds):
            conversation.reacted(to: messageID, in: threadID, emoji: emoji, adds: adds)
        case .open(let threadID): conversation.opened(threadID)
        case .loadOlder(let threadID): conversation.loadOlder(threadID)
        case .fillGap(let threadID, let gapID): conversation.fillGap(gapID, in: threadID)
        case .seen(let threadID, let messageID): conversation.seen(messageID, in: threadID)
        case .typing(let threadID): conversation.wrote(in: threadID)
        case .watch(let threadID, let isOn): conversation.watch(threadID, isOn)
        default: nil
        }
    }

    private func carryOut(_ request: ChatRequest) async {
        do {
            try await carryOutCalls(request)
        } catch let failure as APIFailure {
            report(failure)
        } catch let failure as FailureReport {
            queue.push([.failed(failure)])
        } catch {
            log("\(error)")
        }
    }

    private func carryOutCalls(_ request: ChatRequest) async throws {
        switch request {
        case .send, .retry, .discard, .takeBack, .draft, .edit, .delete, .react, .open, .loadOlder, .fillGap, .seen,
            .typing, .watch:
            break
        case .report(let messageID, let threadID, let reason): try await report(messageID, in: threadID, reason)
        case .search(let text, let threadID): try await search(text, in: threadID)
        case .listNotifications: try await listNotifications()
        case .download(let attachment, let path): await download(attachment, to: path)
        case .fetch(let attachment, let folder): await fetch(attachment, into: folder)

        case .join(let name): try await join(name)
        case .leave(let threadID): try await leave(threadID)
        case .createThread(let title, let detail, let category): try await create(title, detail, category)
        case .updateThread(let threadID, let title, let detail): try await update(threadID, title, detail)
        case .deleteThread(let threadID): try await delete(threadID)
        case .pin(let threadID, let isPinned): try await pin(threadID, isPinned)
        case .mute(let threadID, let isMuted): try await mute(threadID, isMuted)
        case .invite(let threadID, let names): try await invite(names, to: threadID)
        case .kick(let threadID, let name): try await kick(name, from: threadID)
        case .changeRole(let threadID, let name, let role): try await changeRole(of: name, in: threadID, to: role)
        case .direct(let name): try await openDirect(with: name)

        case .listMembers(let threadID): try await listMembers(of: threadID)
        case .showMember(let name): try await showMember(name)
        case .showProfile: try await showProfile()
        case .updateProfile(let name, let part, let status): try await updateProfile(name, part, status)
        case .block(let name, let isBlocked): try await block(name, isBlocked)

        case .listWorkspaces: try await listWorkspaces()
        case .createWorkspace(let name, let detail): try await createWorkspace(name, detail)
        case .updateWorkspace(let name, let detail): try await updateWorkspace(name, detail)
        case .deleteWorkspace: try await deleteWorkspace()
        case .inviteToWorkspace(let names): try await inviteToWorkspace(names)
        case .handOverWorkspace(let name): try await handOverWorkspace(to: name)
        case .leaveWorkspace: try await leaveWorkspace()
        case .switchWorkspace(let name): try await switchWorkspace(to: name)

        case .reconnect: run { await $0.begin() }
        case .signIn: signIn()
        case .signOut: await signOut()
        case .answer(let questionID, let text): answer(questionID, text)
        }
    }
}
