public import Terminal

/// How threads and messages are shown, as a person wants it.
public struct ReadingSettings: Sendable, Equatable {
    /// How emoji are drawn.
    public var emoji: EmojiForm
    /// Whether bold, italic, code, quotes and lists are drawn; without it texts stand as they were written.
    public var drawsMarkdown: Bool
    /// Whether the terminal is told where links lead.
    public var tellsLinks: Bool
    /// Whether the members of the thread stand beside its messages where there is room.
    public var showsMembers: Bool

    /// Makes settings; without arguments those that nobody has chosen.
    public init(
        emoji: EmojiForm = .safe,
        drawsMarkdown: Bool = true,
        tellsLinks: Bool = true,
        showsMembers: Bool = false
    ) {
        self.emoji = emoji
        self.drawsMarkdown = drawsMarkdown
        self.tellsLinks = tellsLinks
        self.showsMembers = showsMembers
    }
}
