/// What a person has begun to write in a thread, as it is kept between runs of the program.
public struct DraftState: Sendable, Equatable {
    public var text: String
    /// The cursor's place, in Unicode scalars from the start.
    public var cursor: Int
    /// The server's identifier of the message it answers.
    public var replyTo: String?
    /// Paths of files to go with it.
    public var files: [String]

    /// Makes a draft.
    public init(_ text: String, cursor: Int, replyTo: String? = nil, files: [String] = []) {
        self.text = text
        self.cursor = cursor
        self.replyTo = replyTo
        self.files = files
    }
}
