/// A page of the thread list. Without a search all pinned threads come with every page; the numbers count the others only.
package struct ThreadPage: Sendable, Hashable {
    package var pinned: [WireThread]
    package var threads: [WireThread]
    /// Where the next page begins; nil on the last.
    package var nextOffset: Int?
    package var total: Int

    package init(pinned: [WireThread] = [], threads: [WireThread] = [], nextOffset: Int? = nil, total: Int = 0) {
        self.pinned = pinned
        self.threads = threads
        self.nextOffset = nextOffset
        self.total = total
    }
}

extension ThreadPage: Codable {
    private enum Key: String, CodingKey { case pinned, threads, nextOffset, total }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        pinned = try fields.list(.pinned)
        threads = try fields.list(.threads)
        nextOffset = try fields.integerIfPresent(.nextOffset)
        total = try fields.countIfPresent(.total) ?? 0
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(pinned, .pinned)
        try fields.value(threads, .threads)
        try fields.integer(nextOffset, .nextOffset)
        try fields.integer(total, .total)
    }
}
