/// Marks all notifications up to this one as read.
package struct ReadNotificationsBody: Sendable, Hashable {
    package var upTo: String

    package init(upTo: String) {
        self.upTo = upTo
    }
}

extension ReadNotificationsBody: Codable {
    private enum Key: String, CodingKey { case upTo }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        upTo = try fields.identifier(.upTo)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(upTo, .upTo)
    }
}
