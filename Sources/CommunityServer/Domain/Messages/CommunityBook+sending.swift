import Community
import SQLite

/// A SEND to a thread, read and in the right form.
struct NewMessage: Sendable {
    var clientID: String
    var content: String
    var files: [Int64]
    var replyTo: Int64?
    var mentions: [Int64]

    /// Members that one message may mention, at most.
    static let mentionLimit = 50

    init(_ body: SendMessageBody) throws(Refusal) {
        guard TextRules.isLowercaseUUID(body.clientMessageId) else {
            throw .field("clientMessageId", "is not a lower-case UUID")
        }
        // Members write texts and send files; what is a picture is seen from the files. The rest is the server's.
        guard body.type != .system else { throw .field("type", "is not one that members send") }
        guard body.fileMetadataIds.count <= MessageLimits.files else {
            throw .field("fileMetadataIds", "names more than \(MessageLimits.files) files")
        }
        guard body.mentionedMemberIds.count <= Self.mentionLimit else {
            throw .field("mentionedMemberIds", "names more than \(Self.mentionLimit) members")
        }
        clientID = body.clientMessageId
        content = try TextRules.content(body.content, hasFiles: !body.fileMetadataIds.isEmpty)
        files = try body.fileMetadataIds.map { id throws(Refusal) in try Identifier.read(id, "fileMetadataIds") }
        guard Set(files).count == files.count else { throw .field("fileMetadataIds", "names a file twice") }
        if let target = body.replyToId { replyTo = try Identifier.read(target, "replyToId") }
        mentions = try body.mentionedMemberIds.map { id throws(Refusal) in
            try Identifier.read(id, "mentionedMemberIds")
        }
    }

    init(clientID: String, content: String, files: [Int64] = [], replyTo: Int64? = nil, mentions: [Int64] = []) {
        self.clientID = clientID
        self.content = content
        self.files = files
        self.replyTo = replyTo
        self.mentions = mentions
    }
}

/// Identifiers are numbers here and text on the wire.
enum Identifier {
    static func read(_ text: String, _ field: String) throws(Refusal) -> Int64 {
        guard let id = Int64(text), id > 0 else { throw .field(field, "is not an identifier of this server") }
        return id
    }
}

extension CommunityBook {
    var messages: MessageReader { MessageReader(database: database) }

    private static let insertMessage: SQL = """
        INSERT INTO messages (thread_id, sender_id, content, type, reply_to, client_id, extras, hidden_from, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (sender_id, client_id) DO NOTHING
        """

    /// Stores a message once for each sender and client identifier; a repeat is answered with the stored one.
    func send(_ new: NewMessage, to thread: Int64, by sender: Int64, commandID: String?) throws {
        let roster = try joinedRoster(thread, for: sender)
        var extras: StoredMessage.Extras = []
        var message = WireMessage(
            messageId: "",
            threadId: String(thread),
            senderId: String(sender),
            senderName: try name(of: sender),
            content: new.content,
            clientMessageId: new.clientID,
            createdAt: now
        )
        if !new.files.isEmpty {
            (message.files, message.type) = try filesToPost(new.files, by: sender)
            extras.insert(.files)
        }
        let mentioned = Set(new.mentions).filter { roster.roles[$0] != nil }.sorted()
        if !mentioned.isEmpty {
            for member in mentioned {
                message.mentions.append(WireMention(memberId: String(member), name: try name(of: member)))
            }
            extras.insert(.mentions)
        }
        let target = try replyTarget(new.replyTo, in: thread, for: sender)
        if let target { message.replyTo = try messages.replyTarget(target.id) }
        let hiddenFrom = try memberWhoBlocks(sender, in: roster)
        let inserted = try database.change(
            Self.insertMessage,
            thread,
            sender,
            message.content,
            message.type.rawValue,
            target?.id,
            new.clientID,
            extras.rawValue,
            hiddenFrom,
            message.createdAt
        )
        guard inserted == 1 else { return try repeatSent(new, to: thread, by: sender, commandID: commandID) }
        let id = try database.first("SELECT last_insert_rowid()") { $0.integer(0) } ?? 0
        message.messageId = String(id)
        for (position, file) in new.files.enumerated() {
            try database.run("INSERT INTO message_files VALUES (?, ?, ?)", id, position, file)
        }
        for member in mentioned { try database.run("INSERT INTO message_mentions VALUES (?, ?)", id, member) }

        let audience = hiddenFrom.map { hidden in roster.members.filter { $0 != hidden } } ?? roster.members
        if roster.kind == .direct { try introduceDirectThread(thread, message: id, to: audience, from: sender) }
        emit(
            .messageCreated(MessageCreated(message: message, clientMessageId: new.clientID)),
            thread: thread,
            to: audience
        )
        acknowledge(commandID, to: sender, thread: thread, message: id, clientID: new.clientID)
        try notify(of: message, id: id, target: target, mentioned: mentioned, in: thread, audience: audience)
    }

    private static let sentBefore: SQL = "\(MessageReader.select) WHERE m.sender_id = ? AND m.client_id = ?"

    /// The message is there already: the sender gets it again, since what came back the first time may be lost.
    private func repeatSent(_ new: NewMessage, to thread: Int64, by sender: Int64, commandID: String?) throws {
        guard let stored = try database.first(Self.sentBefore, sender, new.clientID, read: StoredMessage.init) else {
            throw Refusal.noMessage
        }
        guard stored.thread == thread else {
            throw Refusal.conflict("This clientMessageId was used in another thread")
        }
        let message = try messages.wire(stored, for: sender)
        emit(
            .messageCreated(MessageCreated(message: message, clientMessageId: new.clientID)),
            thread: thread,
            to: [sender]
        )
        acknowledge(
            commandID,
            to: sender,
            thread: thread,
            message: stored.id,
            clientID: new.clientID,
            deduplicated: true
        )
    }

    private func replyTarget(_ id: Int64?, in thread: Int64, for member: Int64) throws -> StoredMessage? {
        guard let id else { return nil }
        guard let target = try messages.message(id), target.thread == thread, target.isVisible(to: member) else {
            throw Refusal.field("replyToId", "is not a message of this thread")
        }
        return target
    }

    /// Tells the sender that a command was carried out.
    func acknowledge(
        _ commandID: String?,
        to member: Int64,
        thread: Int64,
        message: Int64? = nil,
        clientID: String? = nil,
        deduplicated: Bool = false
    ) {
        guard let commandID else { return }
        let body = CommandAcknowledged(
            commandId: commandID,
            messageId: message.map { String($0) },
            clientMessageId: clientID,
            deduplicated: deduplicated
        )
        emit(.commandAcknowledged(body), thread: thread, to: [member])
    }

    private func notify(
        of message: WireMessage,
        id: Int64,
        target: StoredMessage?,
        mentioned: [Int64],
        in thread: Int64,
        audience: [Int64]
    ) throws {
        guard target != nil || !mentioned.isEmpty, let sender = Int64(message.senderId) else { return }
        let snippet = TextRules.snippet(message.content)
        for member in mentioned where member != sender && audience.contains(member) {
            let text = "\(message.senderName) mentioned you: \(snippet)"
            try notify(member, .mention, text, thread: thread, message: id, from: sender)
        }
        if let author = target?.sender, author != sender, !mentioned.contains(author), audience.contains(author) {
            let text = "\(message.senderName) answered you: \(snippet)"
            try notify(author, .reply, text, thread: thread, message: id, from: sender)
        }
    }
}
