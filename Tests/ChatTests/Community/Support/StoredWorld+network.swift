import Community
import TestSupport

@testable import Chat

// The network: slow, out of order, twice, and gone.
extension StoredWorld {
    mutating func connect() {
        guard !isUp else { return }
        isUp = true
        act { $0.connected() }
    }

    mutating func cut() {
        guard isUp else { return }
        for _ in 0..<Int.random(in: 0...toServer.count, using: &random) { carryToServer() }
        for _ in 0..<Int.random(in: 0...toClient.count, using: &random) { carryToClient() }
        (toServer, toClient) = ([], [])
        isUp = false
        act { $0.disconnected(.waiting(reason: "cut", seconds: 1), reason: "cut") }
    }

    /// The server does what it is told, or refuses it now and then.
    mutating func carryToServer() {
        guard !toServer.isEmpty else { return }
        let command = toServer.removeFirst()
        guard command.isRefusable, random.chance(8) else { return tell(server.received(command, from: Self.me)) }
        let refusal = CommandRefused(
            commandId: command.id,
            status: 429,
            code: "COMMUNITY429",
            message: "no",
            retryable: random.chance(70)
        )
        toClient.append(.refusal(refusal))
    }

    func isForMe(_ event: (to: String, event: LiveEvent)) -> Bool { event.to == Self.me && isUp }

    mutating func tell(_ events: [(to: String, event: LiveEvent)]) {
        toClient += events.filter(isForMe).map { .event($0.event) }
    }

    /// The next event arrives; now and then the one behind it first, or one a second time.
    mutating func carryToClient() {
        guard !toClient.isEmpty else { return }
        switch toClient.remove(at: toClient.count > 1 && random.chance(10) ? 1 : 0) {
        case .event(let event):
            act { $0.received(event) }
            recent.append(event)
            if recent.count > 30 { recent.removeFirst() }
        case .refusal(let refusal): act { $0.refused(refusal) }
        }
        if random.chance(10), let old = recent.randomElement(using: &random) { act { $0.received(old) } }
    }

    mutating func carryCall() {
        guard !calls.isEmpty else { return }
        switch calls.remove(at: Int.random(in: calls.indices, using: &random)) {
        case .loadThreads(let request):
            answers.append(.rest(.list(request, server.list(for: Self.me, offset: request.offset, limit: 2))))
        case .loadThread(let id): answers.append(.rest(.thread(server.thread(for: Self.me, id))))
        case .loadMessages(let load):
            // Without a network there is no answer.
            guard isUp else { return act { $0.loadFailed(load) } }
            let page = server.page(of: load, limit: conversation.terms.pageSize, for: Self.me)
            answers.append(.rest(.messages(load, page)))
        case .loadWorkspaces: answers.append(.rest(.noWorkspaces))
        case .prepare(let post):
            guard isUp, !random.chance(10) else { return answers.append(.uploadFailed(postID: post.id)) }
            answers.append(.prepared(postID: post.id, fileIDs: post.files.map { server.upload(FilePath.name(of: $0)) }))
        default: break
        }
    }

    mutating func carryAnswer() {
        guard !answers.isEmpty else { return }
        let answer = answers.remove(at: Int.random(in: answers.indices, using: &random))
        act { conversation in
            switch answer {
            case .rest(.list(let request, let page)): conversation.received(page, to: request)
            case .rest(.thread(let thread)): conversation.received(thread)
            case .rest(.messages(let load, let page)): conversation.loaded(page, for: load)
            case .rest(.noWorkspaces): conversation.hasNoWorkspaces()
            case .prepared(let id, let fileIDs):
                conversation.prepared(id, fileIDs: fileIDs, kind: fileIDs.isEmpty ? .text : .file, mentionIDs: [])
            case .uploadFailed(let id):
                conversation.preparationFailed(id, PreparationFailure(reason: "no network", isPassing: true))
            }
        }
    }
}

extension LiveCommand {
    /// Whether somebody waits for what becomes of it.
    fileprivate var isRefusable: Bool {
        switch destination.action {
        case .read, .typing: false
        case .send, .addReaction, .removeReaction, .edit, .delete: true
        }
    }
}
