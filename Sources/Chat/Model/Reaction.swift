/// An emoji under a message, and how many put it there.
public struct Reaction: Sendable, Equatable {
    public var emoji: String
    public var count: Int
    /// Whether one of them is the person using this program.
    public var isOwn: Bool

    /// Makes a reaction.
    public init(emoji: String, count: Int, isOwn: Bool = false) {
        self.emoji = emoji
        self.count = count
        self.isOwn = isOwn
    }
}
