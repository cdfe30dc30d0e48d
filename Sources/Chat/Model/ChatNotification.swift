/// Something the server wants its member to know.
public struct ChatNotification: Sendable, Equatable, Identifiable {
    public enum Kind: Sendable, Equatable {
        case mention
        case reply
        case invite
        case reaction
        case notice
    }

    public var id: String
    public var kind: Kind
    public var threadID: String?
    public var messageID: String?
    public var text: String
    /// In milliseconds since 1970.
    public var time: Int64
    public var isRead: Bool

    /// Makes a notification.
    public init(
        id: String,
        kind: Kind,
        threadID: String? = nil,
        messageID: String? = nil,
        text: String,
        time: Int64,
        isRead: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.threadID = threadID
        self.messageID = messageID
        self.text = text
        self.time = time
        self.isRead = isRead
    }
}
