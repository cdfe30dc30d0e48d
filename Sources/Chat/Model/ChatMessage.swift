/// One message of a thread, free of any wire format.
public struct ChatMessage: Sendable, Equatable, Identifiable {
    /// How far a message of our own has come.
    public enum Delivery: Sendable, Equatable {
        /// Kept, and sent as soon as there is a session.
        case waiting
        /// On its way; nothing has confirmed it.
        case sending
        /// Confirmed by the server, or somebody else's.
        case delivered
        /// Not delivered; `reason` is a sentence for a person.
        case failed(reason: String)

        /// Whether it is on its way, or will be.
        public var isPending: Bool { self == .waiting || self == .sending }
    }

    /// Unique within its thread; for our own messages the client's identifier.
    public var id: String
    /// Who wrote it, as the message says; nil when it does not say.
    public var sender: String?
    /// What it says, as it came: not made safe for a terminal.
    public var text: String
    /// When it was written, in milliseconds since 1970, or when it arrived if the message does not say.
    public var time: Int64
    /// Whether this client wrote it.
    public var isOwn: Bool
    /// How far it has come.
    public var delivery: Delivery

    /// The server's identifier, for replies, edits and reactions; nil while the server has not named it.
    public var serverID: String?
    /// The server's identifier of who wrote it.
    public var senderID: String?
    /// The thread it is in, where it stands among messages of others, as in what a search found; else nil.
    public var threadID: String?
    /// What kind of message it is.
    public var kind = Kind.text
    public var attachments: [Attachment] = []
    /// Whether it names the person using this program.
    public var mentionsMe = false
    /// The names it mentions, as they stand in the text after `@`.
    public var mentions: [String] = []
    public var replyTo: ReplyTarget?
    public var reactions: [Reaction] = []
    /// When it was last edited, in milliseconds since 1970.
    public var editedAt: Int64?
    /// Deleted: it keeps its place, without text.
    public var isDeleted = false
    /// Written by a member that the person has blocked: shown as one line.
    public var isBlocked = false
    /// Said while nothing was heard of the thread, and caught up with later: new, but nobody is told of it.
    public var isMissed = false

    /// What kind of message it is.
    public enum Kind: Sendable, Equatable {
        case text
        case image
        case file
        /// The server tells of something, such as a member who has come.
        case system
    }

    /// Makes a message.
    public init(
        id: String,
        sender: String?,
        text: String,
        time: Int64,
        isOwn: Bool = false,
        delivery: Delivery = .delivered
    ) {
        self.id = id
        self.sender = sender
        self.text = text
        self.time = time
        self.isOwn = isOwn
        self.delivery = delivery
    }
}
