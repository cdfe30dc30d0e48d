/// A page of members.
package struct MemberPage: Sendable, Hashable {
    package var items: [WireMember]
    /// Where the next page begins; nil on the last.
    package var nextOffset: Int?
    package var total: Int

    package init(items: [WireMember] = [], nextOffset: Int? = nil, total: Int = 0) {
        self.items = items
        self.nextOffset = nextOffset
        self.total = total
    }
}

extension MemberPage: Codable {
    private enum Key: String, CodingKey { case items, nextOffset, total }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        items = try fields.list(.items)
        nextOffset = try fields.integerIfPresent(.nextOffset)
        total = try fields.countIfPresent(.total) ?? 0
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(items, .items)
        try fields.integer(nextOffset, .nextOffset)
        try fields.integer(total, .total)
    }
}
