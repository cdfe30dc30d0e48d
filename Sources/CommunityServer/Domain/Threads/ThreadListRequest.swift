import Community

/// What is asked of the thread list.
struct ThreadListRequest: Sendable {
    enum Filter: Sendable, Equatable {
        case all
        case unread
        case category(ThreadCategory)

        init(_ text: String) throws(Refusal) {
            switch text {
            case "all": self = .all
            case "unread": self = .unread
            default:
                guard let category = ThreadCategory(rawValue: text) else {
                    throw .field("filter", "is neither all, unread nor a category")
                }
                self = .category(category)
            }
        }
    }

    var filter: Filter
    var page: PageRequest
    /// Nil is no search; an empty text is one that everything matches.
    var search: String?
    var workspace: Int64?
}

/// A thread as far as the list needs it to choose and sort.
struct ThreadListEntry {
    var id: Int64
    var title: String
    var isJoined: Bool
    var isPinned: Bool
    /// When the last message came, or the thread was made.
    var activeAt: Timestamp

    /// Joined threads first, then those that could be; in both what moved last comes first.
    static func isBefore(_ left: ThreadListEntry, _ right: ThreadListEntry) -> Bool {
        if left.isJoined != right.isJoined { return left.isJoined }
        if left.activeAt != right.activeAt { return left.activeAt > right.activeAt }
        return left.id > right.id
    }
}
