/// A message as the store keeps it: the columns it looks for, and what only the conversation understands.
package struct StoredMessage: Sendable, Hashable {
    /// The server's identifier, unique in its thread; with a broker that gives none, one made by the client.
    package var id: String
    package var position: MessagePosition
    /// The identifier its sender gave it; nil where none is known.
    package var clientID: String?
    package var senderID: String?
    package var sender: String
    /// Searched, exported and shown; empty once it was deleted.
    package var text: String
    /// In milliseconds since 1970.
    package var time: Int64
    /// When it was last edited, in milliseconds since 1970.
    package var editedAt: Int64?
    /// Keeps its place, without text.
    package var isDeleted: Bool
    /// Whether the account wrote it.
    package var isOwn: Bool
    /// The rest (kind, reply, reactions, attachments, mentions) in an encoding of the conversation's own.
    package var details: [UInt8]

    package init(
        id: String,
        position: MessagePosition,
        clientID: String? = nil,
        senderID: String? = nil,
        sender: String,
        text: String,
        time: Int64,
        editedAt: Int64? = nil,
        isDeleted: Bool = false,
        isOwn: Bool = false,
        details: [UInt8] = []
    ) {
        self.id = id
        self.position = position
        self.clientID = clientID
        self.senderID = senderID
        self.sender = sender
        self.text = text
        self.time = time
        self.editedAt = editedAt
        self.isDeleted = isDeleted
        self.isOwn = isOwn
        self.details = details
    }
}
