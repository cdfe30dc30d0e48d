/// What a message is beyond the columns of the store.
struct MessageDetails: Sendable, Equatable {
    struct Reply: Sendable, Equatable, Codable {
        var id: String
        var sender: String
        var snippet: String
    }

    struct File: Sendable, Equatable, Codable {
        var id: String
        var name: String
        var size: Int
        var url: String?
    }

    struct Emoji: Sendable, Equatable, Codable {
        var emoji: String
        var count: Int
        var own: Bool
    }

    var kind: ChatMessage.Kind = .text
    var mentions: [String] = []
    var mentionsMe = false
    var reply: Reply?
    var reactions: [Emoji] = []
    var files: [File] = []
}

extension MessageDetails {
    init(_ message: ChatMessage) {
        kind = message.kind
        mentions = message.mentions
        mentionsMe = message.mentionsMe
        reply = message.replyTo.map { Reply(id: $0.messageID, sender: $0.sender, snippet: $0.snippet) }
        reactions = message.reactions.map { Emoji(emoji: $0.emoji, count: $0.count, own: $0.isOwn) }
        files = message.attachments.map { File(id: $0.id, name: $0.name, size: $0.size, url: $0.url) }
    }

    /// Most messages have nothing but their text.
    init(bytes: [UInt8]) {
        self = StoredJSON.read(MessageDetails.self, from: bytes) ?? MessageDetails()
    }

    var bytes: [UInt8] { self == MessageDetails() ? [] : StoredJSON.write(self) }

    func apply(to message: inout ChatMessage) {
        message.kind = kind
        message.mentions = mentions
        message.mentionsMe = mentionsMe
        message.replyTo = reply.map { ReplyTarget(messageID: $0.id, sender: $0.sender, snippet: $0.snippet) }
        message.reactions = reactions.map { Reaction(emoji: $0.emoji, count: $0.count, isOwn: $0.own) }
        message.attachments = files.map { Attachment(id: $0.id, name: $0.name, size: $0.size, url: $0.url) }
    }
}

extension MessageDetails: Codable {
    private enum Key: String, CodingKey { case version, kind, mentions, mentionsMe, reply, reactions, files }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        kind = fields.tolerant(.kind).map { ChatMessage.Kind(stored: $0) } ?? .text
        mentions = fields.tolerantList(.mentions)
        mentionsMe = fields.tolerant(.mentionsMe) ?? false
        reply = fields.tolerant(.reply)
        reactions = fields.tolerantList(.reactions)
        files = fields.tolerantList(.files)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(1, forKey: .version)
        if kind != .text { try fields.encode(kind.stored, forKey: .kind) }
        if !mentions.isEmpty { try fields.encode(mentions, forKey: .mentions) }
        if mentionsMe { try fields.encode(true, forKey: .mentionsMe) }
        try fields.encodeIfPresent(reply, forKey: .reply)
        if !reactions.isEmpty { try fields.encode(reactions, forKey: .reactions) }
        if !files.isEmpty { try fields.encode(files, forKey: .files) }
    }
}

extension ChatMessage.Kind {
    fileprivate init(stored: String) {
        self =
            switch stored {
            case "image": .image
            case "file": .file
            case "system": .system
            default: .text
            }
    }

    fileprivate var stored: String {
        switch self {
        case .text: "text"
        case .image: "image"
        case .file: "file"
        case .system: "system"
        }
    }
}
