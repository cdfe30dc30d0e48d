/// A page of notifications, newest first.
package struct NotificationPage: Sendable, Hashable {
    package var items: [WireNotification]
    package var hasMore: Bool
    /// The `before` of the next, older page.
    package var nextBefore: String?

    package init(items: [WireNotification] = [], hasMore: Bool = false, nextBefore: String? = nil) {
        self.items = items
        self.hasMore = hasMore
        self.nextBefore = nextBefore
    }
}

extension NotificationPage: Codable {
    private enum Key: String, CodingKey { case items, hasMore, nextBefore }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        items = try fields.list(.items)
        hasMore = try fields.booleanIfPresent(.hasMore) ?? false
        nextBefore = try fields.identifierIfPresent(.nextBefore)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(items, .items)
        try fields.value(hasMore, .hasMore)
        try fields.identifier(nextBefore, .nextBefore)
    }
}
