/// The payload of calls that have nothing to answer; whatever a server sends in its place is ignored.
package struct NoResult: Sendable, Hashable {
    package init() {}
}

extension NoResult: Codable {
    package init(from decoder: any Decoder) {}

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
