package import ChatStore

extension ChatMessage {
    /// A message as it was stored. Whether its sender is blocked is not stored with it.
    package init(_ stored: StoredMessage) {
        self.init(
            id: stored.id,
            sender: stored.sender.isEmpty ? nil : stored.sender,
            text: stored.text,
            time: stored.time,
            isOwn: stored.isOwn
        )
        serverID = stored.id
        senderID = stored.senderID
        editedAt = stored.editedAt
        isDeleted = stored.isDeleted
        MessageDetails(bytes: stored.details).apply(to: &self)
    }
}

extension StoredMessage {
    /// A message that the server has named; nil for any other.
    init?(_ message: ChatMessage, clientID: String? = nil) {
        guard let id = message.serverID else { return nil }
        self.init(
            id: id,
            position: MessagePosition(messageID: id),
            clientID: clientID,
            senderID: message.senderID,
            sender: message.sender ?? "",
            text: message.isDeleted ? "" : message.text,
            time: message.time,
            editedAt: message.editedAt,
            isDeleted: message.isDeleted,
            isOwn: message.isOwn,
            details: MessageDetails(message).bytes
        )
    }
}

extension MessagePosition {
    /// Where a server's identifier stands: in the same order as its ``MessageOrdinal``.
    package init(messageID: String) {
        switch MessageOrdinal(messageID) {
        case .number(let number) where number <= UInt64(Int64.max): self = .number(Int64(number))
        case .number(let number): self = Self.long("\(number)")
        case .longNumber(_, let digits): self = Self.long(digits)
        case .name(let name): self = .name(name)
        }
    }

    /// Numbers beyond 64 bits stand before all names, the shorter ones first.
    private static func long(_ digits: String) -> MessagePosition {
        let count = String(digits.utf8.count)
        return .name("\u{1}" + String(repeating: "0", count: max(0, 6 - count.utf8.count)) + count + "-" + digits)
    }
}
