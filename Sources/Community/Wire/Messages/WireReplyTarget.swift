/// The message that another one answers.
package struct WireReplyTarget: Sendable, Hashable {
    package var messageId: String
    package var senderName: String
    package var snippet: String

    package init(messageId: String, senderName: String = "", snippet: String = "") {
        self.messageId = messageId
        self.senderName = senderName
        self.snippet = snippet
    }
}

extension WireReplyTarget: Codable {
    private enum Key: String, CodingKey { case messageId, senderName, snippet }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        messageId = try fields.identifier(.messageId)
        senderName = try fields.valueIfPresent(.senderName) ?? ""
        snippet = try fields.valueIfPresent(.snippet) ?? ""
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(messageId, .messageId)
        try fields.value(senderName, .senderName)
        try fields.value(snippet, .snippet)
    }
}
