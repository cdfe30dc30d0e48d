/// What a person has begun to write in a thread.
package struct StoredDraft: Sendable, Hashable {
    package var text: String
    /// The cursor's place, in Unicode scalars from the start.
    package var cursor: Int
    /// The server's identifier of the message it answers.
    package var replyTo: String?
    /// Paths of files to go with it.
    package var files: [String]

    package init(text: String, cursor: Int, replyTo: String? = nil, files: [String] = []) {
        self.text = text
        self.cursor = cursor
        self.replyTo = replyTo
        self.files = files
    }
}
