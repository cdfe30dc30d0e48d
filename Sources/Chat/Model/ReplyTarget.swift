/// The message that another one answers.
public struct ReplyTarget: Sendable, Equatable {
    /// The server's identifier of that message.
    public var messageID: String
    public var sender: String
    /// Its beginning.
    public var snippet: String

    /// Makes a target.
    public init(messageID: String, sender: String, snippet: String) {
        self.messageID = messageID
        self.sender = sender
        self.snippet = snippet
    }
}
