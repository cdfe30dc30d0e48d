import Chat

/// What `bobbin tail --type` chooses from.
public enum EntryKind: String, Sendable, CaseIterable {
    /// Messages of any kind.
    case message
    case text, image, file, system
    case edit, delete, reactions
}

extension EntryKind {
    func takes(_ entry: TailEntry) -> Bool {
        switch self {
        case .message: entry.type == .message
        case .text: entry.type == .message && entry.message.kind == .text
        case .image: entry.type == .message && entry.message.kind == .image
        case .file: entry.type == .message && entry.message.kind == .file
        case .system: entry.type == .message && entry.message.kind == .system
        case .edit: entry.type == .edit
        case .delete: entry.type == .delete
        case .reactions: entry.type == .reactions
        }
    }
}

extension ChatMessage.Kind {
    /// What `kind` says of it.
    var word: String {
        switch self {
        case .text: "text"
        case .image: "image"
        case .file: "file"
        case .system: "system"
        }
    }
}
