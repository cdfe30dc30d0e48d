public import Chat

/// What `bobbin search` looks for, and how it prints it.
public struct SearchSettings: Sendable {
    /// The query as it was typed.
    public var query: String
    /// Whether each hit is a JSON object.
    public var isJSON: Bool
    /// The most hits.
    public var limit: Int
    /// Whether the output is a terminal, where what matched is marked.
    public var isTerminal: Bool
    /// The zone of times that people read and type.
    public var zone: Zone

    /// Names what to look for.
    public init(query: String, isJSON: Bool = false, limit: Int = 50, isTerminal: Bool = false, zone: Zone = .system) {
        self.query = query
        self.isJSON = isJSON
        self.limit = limit
        self.isTerminal = isTerminal
        self.zone = zone
    }
}
