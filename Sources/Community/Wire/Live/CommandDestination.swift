/// Where a command goes: one SEND destination of the contract, written and read.
package struct CommandDestination: Sendable, Hashable {
    /// What the command does.
    package enum Action: Sendable, Hashable {
        /// Body: ``SendMessageBody``.
        case send
        /// Body: ``ReadBody``.
        case read
        /// Body: empty object.
        case typing
        /// Body: ``ReactionBody``.
        case addReaction(messageId: String)
        /// Body: ``ReactionBody``.
        case removeReaction(messageId: String)
        /// Body: ``EditBody``.
        case edit(messageId: String)
        /// Body: empty object.
        case delete(messageId: String)
    }

    package var threadId: String
    package var action: Action

    package init(threadId: String, action: Action) {
        self.threadId = threadId
        self.action = action
    }

    private static let prefix = "/app/community/threads/"
}

extension CommandDestination {
    /// The destination header.
    package var text: String {
        let path =
            switch action {
            case .send: "messages"
            case .read: "read"
            case .typing: "typing"
            case .addReaction(let message): "messages/\(message)/reactions/add"
            case .removeReaction(let message): "messages/\(message)/reactions/remove"
            case .edit(let message): "messages/\(message)/edit"
            case .delete(let message): "messages/\(message)/delete"
            }
        return Self.prefix + threadId + "/" + path
    }

    /// Reads a destination header; nil for any that is not one of the contract's.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let action: Action? =
            switch (parts[1], parts.count) {
            case ("messages", 2): .send
            case ("read", 2): .read
            case ("typing", 2): .typing
            case ("messages", 4) where parts[3] == "edit": .edit(messageId: parts[2])
            case ("messages", 4) where parts[3] == "delete": .delete(messageId: parts[2])
            case ("messages", 5) where parts[3...] == ["reactions", "add"]: .addReaction(messageId: parts[2])
            case ("messages", 5) where parts[3...] == ["reactions", "remove"]: .removeReaction(messageId: parts[2])
            default: nil
            }
        guard let action else { return nil }
        self.init(threadId: parts[0], action: action)
    }
}
