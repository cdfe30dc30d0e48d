/// What a person wants to send.
public struct Draft: Sendable, Equatable {
    public var text: String
    /// The server's identifier of the message it answers.
    public var replyTo: String?
    /// Paths of files to go with it.
    public var files: [String]

    /// Makes a draft.
    public init(_ text: String, replyTo: String? = nil, files: [String] = []) {
        self.text = text
        self.replyTo = replyTo
        self.files = files
    }
}
