/// A page counted from the start of a list. Limits beyond the largest are cut, as the answer shows.
struct PageRequest: Equatable {
    static let largest = 100

    var offset: Int
    var limit: Int

    init(offset: Int, limit: Int) throws(Refusal) {
        guard offset >= 0 else { throw .field("offset", "is below 0") }
        guard limit >= 1 else { throw .field("limit", "is below 1") }
        self.offset = offset
        self.limit = min(limit, Self.largest)
    }

    /// Where the next page begins, when there is more.
    func next(total: Int) -> Int? {
        // Offsets may be as large as a number can be.
        let (end, overflow) = offset.addingReportingOverflow(limit)
        return overflow || end >= total ? nil : end
    }

    /// The page of a list that is all there.
    func slice<Element>(_ list: [Element]) -> ArraySlice<Element> {
        list.dropFirst(offset).prefix(limit)
    }
}

/// A page of things older than one of them, that one not included.
struct BackwardPageRequest: Equatable {
    var before: Int64
    var limit: Int

    init(before: Int64?, limit: Int) throws(Refusal) {
        guard limit >= 1 else { throw .field("limit", "is below 1") }
        self.before = before ?? .max
        self.limit = min(limit, PageRequest.largest)
    }
}
