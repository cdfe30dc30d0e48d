/// Messages of one thread without a hole between them, oldest first, as a server gave them.
package struct StoredStretch: Sendable, Hashable {
    package var threadID: String
    package var messages: [StoredMessage]
    /// What it was asked to end before: nothing is missing between the last message and this position. Nil was the
    /// newest page, asked for after the interruption noted last: it closes the gap behind its last message. One that was
    /// asked for earlier ends before its own last message.
    package var end: MessagePosition?
    /// Whether the thread begins with it: the server has nothing older.
    package var isBeginning: Bool

    package init(threadID: String, messages: [StoredMessage], end: MessagePosition? = nil, isBeginning: Bool = false) {
        self.threadID = threadID
        self.messages = messages
        self.end = end
        self.isBeginning = isBeginning
    }
}
