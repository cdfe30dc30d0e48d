/// What a search has found so far. It may be told twice: what is stored here at once, then all with what the server adds.
public struct SearchFindings: Sendable, Equatable {
    /// A message that was found.
    public struct Hit: Sendable, Equatable {
        /// Its `threadID` is set.
        public var message: ChatMessage
        /// A part of its text around the first match, on one line.
        public var snippet: String
        /// What matched in the snippet, in Unicode scalars from its start.
        public var matches: [Range<Int>]

        /// Makes a hit.
        public init(message: ChatMessage, snippet: String, matches: [Range<Int>] = []) {
            self.message = message
            self.snippet = snippet
            self.matches = matches
        }
    }

    /// What was searched for, as it was typed.
    public var query: String
    /// Newest first.
    public var hits: [Hit]
    /// Whether there are more than were asked for.
    public var hasMore: Bool
    /// Whether the server is being asked: more may follow.
    public var isAskingServer: Bool
    /// Whether the server may know more: it could not be asked.
    public var isIncomplete: Bool

    /// Makes findings.
    public init(
        query: String,
        hits: [Hit] = [],
        hasMore: Bool = false,
        isAskingServer: Bool = false,
        isIncomplete: Bool = false
    ) {
        self.query = query
        self.hits = hits
        self.hasMore = hasMore
        self.isAskingServer = isAskingServer
        self.isIncomplete = isIncomplete
    }
}
