import Community

@testable import Chat

/// A community server by the words of the contract, as a value without network or time of its own.
struct ModelServer {
    let members: [String: String]
    private(set) var messages: [String: [WireMessage]] = [:]
    private var byClientID: [String: WireMessage] = [:]
    private var watermarks: [String: Int] = [:]
    /// Who put an emoji under a message, by message and emoji.
    private var reactions: [String: [String: Set<String>]] = [:]
    /// The names of uploaded files, by identifier.
    private var files: [String: String] = [:]
    /// What every message said at first, in the order of arrival.
    private(set) var arrived: [String] = []
    /// The server's clock, in milliseconds before or behind its messages.
    var clockStep: Int64 = 0
    private var lastMessage = 0
    private var lastEdit = 0
    private var lastEvent = 0
    private let threads: [String]

    /// - Parameters:
    ///   - members: names by identifier.
    ///   - threads: threads that all are in.
    init(members: [String: String], threads: [String]) {
        self.members = members
        self.threads = threads
        for thread in threads { messages[thread] = [] }
    }

    /// A command came: what the members are told, in order.
    mutating func received(_ command: LiveCommand, from member: String) -> [(to: String, event: LiveEvent)] {
        let thread = command.destination.threadId
        switch (command.destination.action, command.body) {
        case (.send, .message(let body)): return store(body, in: thread, from: member)
        case (.read, .read(let body)):
            let id = Int(body.lastReadMessageId) ?? 0
            guard id > watermarks["\(member) \(thread)"] ?? 0 else { return [] }
            watermarks["\(member) \(thread)"] = id
            let read = ReadUpdated(memberId: member, lastReadMessageId: body.lastReadMessageId)
            return tell(in: thread) { _, _ in .readUpdated(read) }
        case (.edit(let id), .edit(let body)):
            return change(id, in: thread, by: member) { $0.content = body.content }
        case (.delete(let id), .empty):
            return change(id, in: thread, by: member) { message in
                message.content = ""
                message.files = []
                message.deletedAt = message.createdAt
            }
        case (.addReaction(let id), .reaction(let body)):
            return react(to: id, in: thread) { $0[body.emoji, default: []].insert(member) }
        case (.removeReaction(let id), .reaction(let body)):
            return react(to: id, in: thread) { $0[body.emoji]?.remove(member) }
        default: return []
        }
    }

    private mutating func react(
        to id: String,
        in thread: String,
        _ body: (inout [String: Set<String>]) -> Void
    ) -> [(to: String, event: LiveEvent)] {
        guard let message = messages[thread]?.first(where: { $0.messageId == id }), message.deletedAt == nil
        else { return [] }
        body(&reactions[id, default: [:]])
        reactions[id] = reactions[id]?.filter { !$0.value.isEmpty }
        return tell(in: thread) { server, member in
            .reactionChanged(ReactionsChanged(messageId: id, reactions: server.reactions(to: id, seenBy: member)))
        }
    }

    private func reactions(to id: String, seenBy member: String) -> [WireReaction] {
        (reactions[id] ?? [:]).sorted { $0.key < $1.key }.map { emoji, members in
            WireReaction(emoji: emoji, count: members.count, reactedByMe: members.contains(member))
        }
    }

    /// A message as the server shows it to a member.
    func shown(_ message: WireMessage, to member: String) -> WireMessage {
        var message = message
        message.reactions = message.deletedAt == nil ? reactions(to: message.messageId, seenBy: member) : []
        return message
    }

    /// A file was uploaded; the server's identifier for it.
    mutating func upload(_ name: String) -> String {
        let id = "file-\(files.count + 1)"
        files[id] = name
        return id
    }

    private mutating func change(
        _ id: String,
        in thread: String,
        by member: String,
        _ body: (inout WireMessage) -> Void
    ) -> [(to: String, event: LiveEvent)] {
        guard let index = messages[thread]?.firstIndex(where: { $0.messageId == id }),
            var message = messages[thread]?[index], message.senderId == member, message.deletedAt == nil
        else { return [] }
        lastEdit += 1
        body(&message)
        if message.deletedAt == nil { message.editedAt = Timestamp(milliseconds: Int64(1_000_000 + lastEdit)) }
        messages[thread]?[index] = message
        return tell(in: thread) { server, member in
            let shown = server.shown(message, to: member)
            return shown.deletedAt == nil ? .messageUpdated(shown) : .messageDeleted(shown)
        }
    }

    /// Whether a message of this client's is stored.
    func has(clientID: String) -> Bool { byClientID[clientID] != nil }

    private mutating func store(
        _ body: SendMessageBody,
        in thread: String,
        from member: String
    ) -> [(to: String, event: LiveEvent)] {
        if let stored = byClientID[body.clientMessageId] {
            // Only the bare minimum of the contract: nothing but the hint.
            let hint = CommandAcknowledged(
                commandId: "",
                messageId: stored.messageId,
                clientMessageId: body.clientMessageId,
                deduplicated: true
            )
            lastEvent += 1
            return [(member, event(.commandAcknowledged(hint), in: thread))]
        }
        lastMessage += 1
        let message = WireMessage(
            messageId: "\(lastMessage)",
            threadId: thread,
            senderId: member,
            senderName: members[member] ?? "",
            content: body.content,
            type: body.type,
            files: body.fileMetadataIds.map { WireFile(fileId: $0, fileName: files[$0] ?? "", fileSize: 7) },
            replyTo: body.replyToId.flatMap { target(of: $0, in: thread) },
            clientMessageId: body.clientMessageId,
            createdAt: Timestamp(milliseconds: 10_000_000 + Int64(lastMessage) + clockStep)
        )
        messages[thread]?.append(message)
        byClientID[body.clientMessageId] = message
        arrived.append(body.content)
        return tell(in: thread) { _, _ in
            .messageCreated(MessageCreated(message: message, clientMessageId: body.clientMessageId))
        }
    }

    private func target(of id: String, in thread: String) -> WireReplyTarget? {
        messages[thread]?.first { $0.messageId == id }.map {
            WireReplyTarget(messageId: id, senderName: $0.senderName, snippet: $0.content)
        }
    }

    /// The same event for all members, in which each sees what is their own.
    private mutating func tell(
        in thread: String,
        _ payload: (ModelServer, String) -> LivePayload
    ) -> [(to: String, event: LiveEvent)] {
        lastEvent += 1
        return members.keys.sorted().map { ($0, event(payload(self, $0), in: thread)) }
    }

    private func event(_ payload: LivePayload, in thread: String) -> LiveEvent {
        LiveEvent(
            eventId: "e\(lastEvent)",
            threadId: thread,
            occurredAt: Timestamp(milliseconds: Int64(lastEvent)),
            payload: payload
        )
    }

    // MARK: REST

    func page(of load: HistoryLoad, limit: Int, for member: String) -> MessagePage {
        let all = messages[load.threadID] ?? []
        let end = load.before.flatMap { Int($0) } ?? .max
        let older = all.prefix { (Int($0.messageId) ?? 0) < end }
        let page = older.suffix(limit).reversed()
        return MessagePage(
            messages: page.map { shown($0, to: member) },
            hasMore: older.count > limit,
            nextBefore: older.count > limit ? page.last?.messageId : nil
        )
    }

    func list(for member: String, offset: Int, limit: Int) -> ThreadPage {
        let all = threads.map { thread(for: member, $0) }
        let page = all.dropFirst(offset).prefix(limit)
        return ThreadPage(
            threads: Array(page),
            nextOffset: offset + limit < all.count ? offset + limit : nil,
            total: all.count
        )
    }

    func thread(for member: String, _ id: String) -> WireThread {
        let last = messages[id]?.last { $0.deletedAt == nil }
        return WireThread(
            threadId: id,
            title: "Thread \(id)",
            unreadCount: unread(id, by: member),
            myRole: .member,
            isJoined: true,
            lastMessage: last.map {
                WireLastMessage(preview: $0.content, senderName: $0.senderName, createdAt: $0.createdAt)
            }
        )
    }

    func unread(_ thread: String, by member: String) -> Int {
        let watermark = watermarks["\(member) \(thread)"] ?? 0
        return (messages[thread] ?? []).reversed().prefix { (Int($0.messageId) ?? 0) > watermark }
            .count { $0.senderId != member && $0.deletedAt == nil }
    }
}
