/// One message of a thread, free of any wire format.
public struct ChatMessage: Sendable, Equatable, Identifiable {
    /// How far a message of our own has come.
    public enum Delivery: Sendable, Equatable {
        /// On its way; nothing has confirmed it.
        case sending
        /// Confirmed by the server, or somebody else's.
        case delivered
        /// Not delivered; `reason` is a sentence for a person.
        case failed(reason: String)
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
