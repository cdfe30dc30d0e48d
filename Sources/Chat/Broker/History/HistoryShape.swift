/// Where a server keeps the history of its rooms.
package struct HistoryShape: Sendable {
    package var pages: PageShape
    /// How its items are read.
    package var reader: MessageReader

    package init(pages: PageShape, reader: MessageReader) {
        self.pages = pages
        self.reader = reader
    }
}

/// Where a server lists the rooms of a person.
package struct RoomListShape: Sendable, Equatable {
    package var pages: PageShape
    package var id: FieldPath
    package var title: FieldPath?
    /// How many messages are not read.
    package var unread: FieldPath?

    package init(pages: PageShape, id: FieldPath) {
        self.pages = pages
        self.id = id
    }

    /// The room an item tells of; nil when it names none.
    func thread(_ item: JSONValue) -> ChatThread? {
        guard let id = id.value(in: item)?.scalarText, !id.isEmpty, !id.hasPrefix("/") else { return nil }
        let title = title?.value(in: item).flatMap(UsualFields.name(of:))
        var thread = ChatThread(id: id, title: title ?? id)
        thread.unreadCount = unread?.value(in: item)?.scalarText.flatMap { Int($0) }.map { max(0, $0) }
        return thread
    }
}
