/// What to look for among stored messages. All parts given must hold.
package struct SearchQuery: Sendable, Hashable {
    /// Words, each of which must stand in the text or in the sender's name, also inside a word.
    package var words: [String]
    /// A part of the sender's name.
    package var sender: String?
    /// The thread to look in, by identifier; nil for all.
    package var threadID: String?
    /// The first time that counts, and the first that does not any more, in milliseconds since 1970.
    package var after: Int64?
    package var before: Int64?
    /// The hits wanted, at most.
    package var limit: Int

    /// Whether there is anything in a word that a text could have: a mark alone, and what has no width, has not.
    package static func canBeFound(_ word: String) -> Bool { !FoldedText(word).scalars.isEmpty }

    package init(
        words: [String] = [],
        sender: String? = nil,
        threadID: String? = nil,
        after: Int64? = nil,
        before: Int64? = nil,
        limit: Int = 50
    ) {
        self.words = words
        self.sender = sender
        self.threadID = threadID
        self.after = after
        self.before = before
        self.limit = limit
    }
}
