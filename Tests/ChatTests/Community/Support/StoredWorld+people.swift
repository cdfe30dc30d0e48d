import ChatStore
import Community
import TestSupport

@testable import Chat

// What people do.
extension StoredWorld {
    private mutating func anyThread() -> String { Self.threads[random.below(Self.threads.count)] }

    /// Text of every kind that people write, each once: lines, code, other scripts.
    private mutating func text(_ name: String, _ number: Int) -> String {
        switch random.below(5) {
        case 0: "\(name) \(number):\n```swift\nlet fence = \"\(number)\"\n\n    indented()\n```\nand on"
        case 1: "\(name) \(number) 안녕하세요 お元気ですか 👩‍👩‍👧"
        case 2: "\(name) \(number) `in line` and\n    a block of four spaces\n"
        default: "\(name) \(number)"
        }
    }

    /// The other member writes, edits, deletes or reacts.
    mutating func otherActs(_ number: Int) {
        let thread = anyThread()
        let all = server.messages[thread] ?? []
        let theirs = all.filter { $0.senderId == Self.other }
        switch random.below(12) {
        case 0 where !theirs.isEmpty:
            let target = theirs[random.below(theirs.count)].messageId
            other(.edit(messageId: target), in: thread, .edit(EditBody(content: text("other edited", number))))
        case 1 where !theirs.isEmpty:
            other(.delete(messageId: theirs[theirs.count / 2].messageId), in: thread, .empty)
        case 2 where !all.isEmpty, 3 where !all.isEmpty:
            let target = all[random.below(all.count)].messageId
            let body = LiveCommand.Body.reaction(ReactionBody(emoji: random.chance(50) ? "👍" : "🎉"))
            let adds = random.chance(70)
            other(adds ? .addReaction(messageId: target) : .removeReaction(messageId: target), in: thread, body)
        default:
            var body = SendMessageBody(clientMessageId: "other-\(number)", content: text("other", number))
            if random.chance(20) { body.fileMetadataIds = [server.upload("photo-\(number).png")] }
            if random.chance(20) { body.replyToId = all.last?.messageId }
            other(.send, in: thread, .message(body))
        }
    }

    private mutating func other(_ action: CommandDestination.Action, in thread: String, _ body: LiveCommand.Body) {
        let destination = CommandDestination(threadId: thread, action: action)
        tell(server.received(LiveCommand(id: "x", destination: destination, body: body), from: Self.other))
    }

    /// The person writes, edits, deletes, reacts, blocks or reads something.
    mutating func personActs(_ number: Int) {
        let thread = anyThread()
        let messages = front.messages(in: thread)
        switch random.below(14) {
        case 0:
            if let mine = messages.last(where: { $0.isOwn && $0.serverID != nil }) {
                let text = text("edited", number)
                act { $0.edited(mine.id, in: thread, text: text) }
            }
        case 1:
            if let mine = messages.first(where: { $0.isOwn && $0.serverID != nil && !$0.isDeleted }) {
                act { $0.deleted(mine.id, in: thread) }
            }
        case 2: if let read = messages.suffix(5).first { act { $0.seen(read.id, in: thread) } }
        case 3: act { $0.loadOlder(thread) }
        case 4: writesDraft(number, in: thread)
        case 5: sendsDraft(of: thread)
        case 6:
            guard let message = messages.randomElement(using: &random) else { return }
            let adds = !message.reactions.contains { $0.isOwn }
            act { $0.reacted(to: message.id, in: thread, emoji: "👍", adds: adds) }
        case 7:
            let isBlocked = random.chance(50)
            act { $0.blocked(Self.other, isBlocked) }
        default: writes(Draft(text("mine", number), files: files(number)), in: thread)
        }
    }

    private mutating func files(_ number: Int) -> [String] {
        random.chance(20) ? (0...random.below(3)).map { "/home/ann/\(number)-\($0).pdf" } : []
    }

    private mutating func writesDraft(_ number: Int, in thread: String) {
        let answered = server.messages[thread]?.last?.messageId
        let draft = DraftState(
            text("draft", number),
            cursor: random.below(6),
            replyTo: random.chance(30) ? answered : nil,
            files: files(number)
        )
        act { $0.drafted(draft, in: thread) }
    }

    /// What was begun is sent as it stands.
    private mutating func sendsDraft(of thread: String) {
        guard let draft = conversation.drafts[thread], !isWritten(draft.text) else { return }
        writes(Draft(draft.text, replyTo: draft.replyTo, files: draft.files), in: thread)
    }

    private func isWritten(_ text: String) -> Bool {
        conversation.outbox.posts.contains { $0.text == text } || server.arrived.contains(text)
    }

    private mutating func writes(_ draft: Draft, in thread: String) {
        let time = wall
        act { $0.composed(draft, in: thread, at: time) }
    }

    /// Failed messages are sent again, or given up now and then.
    mutating func retryFailed(givingUp percent: Int = 0) {
        for post in conversation.outbox.posts where post.isFailed {
            guard random.chance(percent) else {
                act { $0.retried(post.id) }
                continue
            }
            shown.remove(post.id)
            act { $0.takenBack(post.id, in: post.threadID) }
        }
    }
}
