/// Names the member who becomes the owner.
package struct HandoverBody: Sendable, Hashable {
    package var memberId: String

    package init(memberId: String) {
        self.memberId = memberId
    }
}

extension HandoverBody: Codable {
    private enum Key: String, CodingKey { case memberId }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        memberId = try fields.identifier(.memberId)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(memberId, .memberId)
    }
}
