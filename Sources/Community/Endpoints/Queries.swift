/// Which threads are wanted.
package enum ThreadFilter: Sendable, Hashable {
    case all
    case unread
    case category(ThreadCategory)

    fileprivate var text: String {
        switch self {
        case .all: "all"
        case .unread: "unread"
        case .category(let category): category.rawValue
        }
    }
}

/// A page of the thread list.
package struct ThreadListQuery: EndpointQuery, Hashable {
    package var filter: ThreadFilter
    package var offset: Int
    package var limit: Int
    /// The text searched for; nil is no search, and empty is one.
    package var search: String?
    package var workspaceId: String?

    package init(
        filter: ThreadFilter = .all,
        offset: Int = 0,
        limit: Int = 20,
        search: String? = nil,
        workspaceId: String? = nil
    ) {
        self.filter = filter
        self.offset = offset
        self.limit = limit
        self.search = search
        self.workspaceId = workspaceId
    }

    package var items: [QueryItem] {
        [
            QueryItem("filter", filter.text), QueryItem("offset", "\(offset)"), QueryItem("limit", "\(limit)"),
            QueryItem("q", search), QueryItem("workspaceId", workspaceId),
        ].compactMap(\.self)
    }
}

/// A page counted from the start of a list.
package struct PageQuery: EndpointQuery, Hashable {
    package var offset: Int
    package var limit: Int

    package init(offset: Int = 0, limit: Int = 50) {
        self.offset = offset
        self.limit = limit
    }

    package var items: [QueryItem] { [QueryItem("offset", "\(offset)"), QueryItem("limit", "\(limit)")] }
}

/// A page of messages older than one of them.
package struct MessagesQuery: EndpointQuery, Hashable {
    /// The message before which the page ends, itself not in it; nil begins with the newest.
    package var before: String?
    package var limit: Int

    package init(before: String? = nil, limit: Int = 30) {
        self.before = before
        self.limit = limit
    }

    package var items: [QueryItem] {
        [QueryItem("limit", "\(limit)"), QueryItem("before", before)].compactMap(\.self)
    }
}

/// A page of messages found.
package struct SearchQuery: EndpointQuery, Hashable {
    package var text: String
    /// Where to look; nil looks in all threads.
    package var threadId: String?
    package var before: String?
    package var limit: Int

    package init(text: String, threadId: String? = nil, before: String? = nil, limit: Int = 30) {
        self.text = text
        self.threadId = threadId
        self.before = before
        self.limit = limit
    }

    package var items: [QueryItem] {
        [
            QueryItem("q", text), QueryItem("threadId", threadId), QueryItem("before", before),
            QueryItem("limit", "\(limit)"),
        ].compactMap(\.self)
    }
}

/// A page of notifications older than one of them.
package struct NotificationsQuery: EndpointQuery, Hashable {
    package var before: String?
    package var limit: Int

    package init(before: String? = nil, limit: Int = 30) {
        self.before = before
        self.limit = limit
    }

    package var items: [QueryItem] {
        [QueryItem("limit", "\(limit)"), QueryItem("before", before)].compactMap(\.self)
    }
}

/// A name that may be free.
package struct NameQuery: EndpointQuery, Hashable {
    package var name: String

    package init(name: String) {
        self.name = name
    }

    package var items: [QueryItem] { [QueryItem("name", name)] }
}

/// This program's platform and version.
package struct VersionQuery: EndpointQuery, Hashable {
    package var platform: String
    package var version: String

    package init(platform: String = "cli", version: String) {
        self.platform = platform
        self.version = version
    }

    package var items: [QueryItem] { [QueryItem("platform", platform), QueryItem("version", version)] }
}
