/// How a server hands out a list page by page.
package struct PageShape: Sendable, Equatable {
    /// Asks for a page; which placeholders are in it tells how pages are named.
    package var url: URLTemplate
    /// Where the items are; nil where the answer is the list itself.
    package var items: FieldPath?
    /// The items of a page.
    package var size = 30
    /// Whether the first item of a page is the newest.
    package var isNewestFirst = true
    /// Where the oldest item says what `{before}` is to be; nil for its identifier.
    package var before: FieldPath?
    /// Where an answer names what `{cursor}` is to be next.
    package var next: FieldPath?
    /// The number of the first page.
    package var firstPage = 0
    /// Where an answer says that there is more.
    package var hasMore: FieldPath?
    /// Where an answer says that there is no more.
    package var isLast: FieldPath?

    package init(url: URLTemplate) {
        self.url = url
    }
}

/// The place of a page in a list.
struct PagePlace: Sendable, Equatable {
    var before: String?
    var cursor: String?
    var page: Int
    var offset = 0

    /// The first page.
    init(_ shape: PageShape) {
        page = shape.firstPage
    }

    func values(_ shape: PageShape, adding values: TemplateValues) -> TemplateValues {
        var values = values
        values[.size] = String(shape.size)
        values[.before] = before
        values[.cursor] = cursor
        values[.page] = String(page)
        values[.offset] = String(offset)
        return values
    }
}

/// A page of a list.
struct Page: Sendable, Equatable {
    /// Oldest first, where the list has an age.
    var items: [JSONValue]
    /// The place of the page behind it; nil when it is the last.
    var next: PagePlace?

    /// Reads an answer.
    init(_ document: JSONValue, of shape: PageShape, at place: PagePlace) throws(RESTFailure) {
        let list = shape.items.map { $0.value(in: document) } ?? document
        guard case .array(let items)? = list else { throw .nothing(at: "the list's path") }
        self.items = shape.isNewestFirst ? items.reversed() : items
        next = Page.next(behind: self.items, in: document, of: shape, at: place)
    }

    private static func next(
        behind items: [JSONValue],
        in document: JSONValue,
        of shape: PageShape,
        at place: PagePlace
    ) -> PagePlace? {
        guard let oldest = items.first else { return nil }
        if shape.hasMore?.value(in: document) == .bool(false) || shape.isLast?.value(in: document) == .bool(true) {
            return nil
        }
        let isTold = shape.hasMore?.value(in: document) != nil || shape.isLast?.value(in: document) != nil
        if !isTold, shape.next == nil, items.count < shape.size { return nil }
        var next = place
        let names = shape.url.placeholders
        if names.contains(.cursor) {
            guard let cursor = shape.next?.value(in: document)?.scalarText, cursor != place.cursor else { return nil }
            next.cursor = cursor
        } else if names.contains(.before) {
            guard let before = shape.before(in: oldest), before != place.before else { return nil }
            next.before = before
        } else if names.contains(.page) {
            next.page += 1
        } else if names.contains(.offset) {
            next.offset += items.count
        } else {
            return nil
        }
        return next
    }
}

extension PageShape {
    fileprivate func before(in oldest: JSONValue) -> String? {
        if let before { return before.value(in: oldest)?.scalarText }
        guard case .object(let members) = oldest else { return nil }
        return UsualFields(members).firstText(of: UsualFields.id)
    }
}
