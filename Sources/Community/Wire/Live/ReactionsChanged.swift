/// All reactions of a message after a change.
package struct ReactionsChanged: Sendable, Hashable {
    package var messageId: String
    package var reactions: [WireReaction]

    package init(messageId: String, reactions: [WireReaction] = []) {
        self.messageId = messageId
        self.reactions = reactions
    }
}

extension ReactionsChanged: Codable {
    private enum Key: String, CodingKey { case messageId, reactions }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        messageId = try fields.identifier(.messageId)
        reactions = try fields.list(.reactions)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(messageId, .messageId)
        try fields.value(reactions, .reactions)
    }
}
