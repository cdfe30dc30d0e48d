/// A part of a thread's history as it is stored, oldest first.
package struct StoredHistory: Sendable, Hashable {
    package var messages: [StoredMessage]
    /// The positions behind which messages may be missing, in order.
    package var gaps: [MessagePosition]
    /// Whether more is stored before the first message.
    package var hasOlder: Bool
    /// Whether the thread is known to begin with the first message.
    package var isBeginning: Bool

    package init(
        messages: [StoredMessage] = [],
        gaps: [MessagePosition] = [],
        hasOlder: Bool = false,
        isBeginning: Bool = false
    ) {
        self.messages = messages
        self.gaps = gaps
        self.hasOlder = hasOlder
        self.isBeginning = isBeginning
    }
}
