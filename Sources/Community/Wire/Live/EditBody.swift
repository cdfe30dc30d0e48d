/// Changes a message's content.
package struct EditBody: Sendable, Hashable {
    package var content: String

    package init(content: String) {
        self.content = content
    }
}

extension EditBody: Codable {
    private enum Key: String, CodingKey { case content }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        content = try fields.value(.content)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(content, .content)
    }
}
