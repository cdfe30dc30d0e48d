/// The newest message of a thread, as the list shows it.
package struct WireLastMessage: Sendable, Hashable {
    package var preview: String
    package var senderName: String
    package var createdAt: Timestamp?

    package init(preview: String = "", senderName: String = "", createdAt: Timestamp? = nil) {
        self.preview = preview
        self.senderName = senderName
        self.createdAt = createdAt
    }
}

extension WireLastMessage: Codable {
    private enum Key: String, CodingKey { case preview, senderName, createdAt }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        preview = try fields.valueIfPresent(.preview) ?? ""
        senderName = try fields.valueIfPresent(.senderName) ?? ""
        createdAt = try fields.valueIfPresent(.createdAt)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(preview, .preview)
        try fields.value(senderName, .senderName)
        try fields.value(createdAt, .createdAt)
    }
}
