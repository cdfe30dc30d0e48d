import Community

@testable import Chat

/// A community server by the words of the contract, as a value without network or time of its own.
struct ModelServer {
    let members: [String: String]
    private(set) var messages: [String: [WireMessage]] = [:]
    private var byClientID: [String: WireMessage] = [:]
    private var watermarks: [String: Int] = [:]
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
            return tell(.readUpdated(read), in: thread)
        case (.edit(let id), .edit(let body)):
            return change(id, in: thread, by: member) { $0.content = body.content }
        case (.delete(let id), .empty):
            return change(id, in: thread, by: member) { message in
                message.content = ""
                message.deletedAt = message.createdAt
            }
        default: return []
        }
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
        return tell(message.deletedAt == nil ? .messageUpdated(message) : .messageDeleted(message), in: thread)
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
            return [(member, event(.commandAcknowledged(hint), in: thread))]
        }
        lastMessage += 1
        let message = WireMessage(
            messageId: "\(lastMessage)",
            threadId: thread,
            senderId: member,
            senderName: members[member] ?? "",
            content: body.content,
            clientMessageId: body.clientMessageId,
            createdAt: Timestamp(milliseconds: Int64(lastMessage))
        )
        messages[thread]?.append(message)
        byClientID[body.clientMessageId] = message
        return tell(
            .messageCreated(MessageCreated(message: message, clientMessageId: body.clientMessageId)),
            in: thread
        )
    }

    private mutating func tell(_ payload: LivePayload, in thread: String) -> [(to: String, event: LiveEvent)] {
        let event = event(payload, in: thread)
        return members.keys.sorted().map { ($0, event) }
    }

    private mutating func event(_ payload: LivePayload, in thread: String) -> LiveEvent {
        lastEvent += 1
        return LiveEvent(eventId: "e\(lastEvent)", threadId: thread, payload: payload)
    }

    // MARK: REST

    func page(of load: HistoryLoad, limit: Int) -> MessagePage {
        let all = messages[load.threadID] ?? []
        let end = load.before.flatMap { Int($0) } ?? .max
        let older = all.prefix { (Int($0.messageId) ?? 0) < end }
        let page = older.suffix(limit).reversed()
        return MessagePage(
            messages: Array(page),
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
        let last = messages[id]?.last
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
            .count { $0.senderId != member }
    }
}
