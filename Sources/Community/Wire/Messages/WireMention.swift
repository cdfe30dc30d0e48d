/// A member named in a message.
package struct WireMention: Sendable, Hashable {
    package var memberId: String
    package var name: String

    package init(memberId: String, name: String) {
        self.memberId = memberId
        self.name = name
    }
}

extension WireMention: Codable {
    private enum Key: String, CodingKey { case memberId, name }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        memberId = try fields.identifier(.memberId)
        name = try fields.value(.name)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(memberId, .memberId)
        try fields.value(name, .name)
    }
}
