/// What a server's words for kinds of messages mean: those a profile names, and the usual ones.
public struct MessageKinds: Sendable, Hashable {
    /// What becomes of a message.
    public enum Meaning: Sendable, Hashable {
        case shown(ChatMessage.Kind)
        /// It is none for people, such as the mark that somebody has read.
        case ignored
    }

    /// The words that a profile explains.
    public var named: [String: Meaning] = [:]

    /// Makes the usual meanings.
    public init() {}

    /// What becomes of a message of this kind.
    func meaning(_ word: String) -> Meaning {
        if let named = named[word] { return named }
        return switch word.lowercased() {
        case "image", "photo", "picture": .shown(.image)
        case "file", "video", "audio": .shown(.file)
        case "system", "notice", "enter", "join", "leave", "quit", "exit", "invite", "info": .shown(.system)
        default: .shown(.text)
        }
    }
}
