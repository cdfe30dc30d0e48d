/// A message that a search found.
package struct SearchHit: Sendable, Hashable {
    package var threadID: String
    package var message: StoredMessage
    /// A part of the text around the first match, on one line.
    package var snippet: String
    /// What matched in the snippet, in Unicode scalars from its start.
    package var matches: [Range<Int>]

    package init(threadID: String, message: StoredMessage, snippet: String, matches: [Range<Int>]) {
        self.threadID = threadID
        self.message = message
        self.snippet = snippet
        self.matches = matches
    }
}

/// What a search found, newest first.
package struct SearchResult: Sendable, Hashable {
    package var hits: [SearchHit]
    /// Whether more than the limit were found.
    package var hasMore: Bool
    /// Whether there are holes in what is stored where more could be found: the server may know more.
    package var isIncomplete: Bool
    /// Whether there may be newer messages than those stored: of the time since something was heard last.
    package var isBehind: Bool

    package init(
        hits: [SearchHit] = [],
        hasMore: Bool = false,
        isIncomplete: Bool = false,
        isBehind: Bool = false
    ) {
        self.hits = hits
        self.hasMore = hasMore
        self.isIncomplete = isIncomplete
        self.isBehind = isBehind
    }
}
