/// A thread: with a broker, a destination.
public struct ChatThread: Sendable, Equatable, Identifiable {
    /// What was said last.
    public struct LastMessage: Sendable, Equatable {
        public var sender: String
        public var preview: String
        /// In milliseconds since 1970.
        public var time: Int64

        /// Makes a last message.
        public init(sender: String, preview: String, time: Int64) {
            self.sender = sender
            self.preview = preview
            self.time = time
        }
    }

    /// The server's identifier; with a broker the destination.
    public var id: String
    /// What the list shows.
    public var title: String
    /// What it is about.
    public var detail = ""
    /// The server's word for its kind, such as STUDY; nil where there are none.
    public var category: String?
    /// An emoji, or empty.
    public var icon = ""
    public var memberCount: Int?
    public var maxMembers: Int?
    /// Messages not read, by the session's count; nil where the front counts what it has not shown.
    public var unreadCount: Int?
    /// Whether one of those mentions the person.
    public var hasMention = false
    public var isPinned = false
    public var isMuted = false
    public var isJoined = true
    /// A thread of two; its title is the other's name.
    public var isDirect = false
    public var role: Member.Role?
    public var lastMessage: LastMessage?
    public var shareURL: String?
    public var workspaceID: String?
    /// Threads stand in the list by this, smallest first, pinned ones before all others; nil keeps the order of coming.
    public var order: Int64?

    /// Makes a thread.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    /// Makes the thread of a broker's destination; `/topic/` is left out of its title, since most are topics.
    public init(destination: String) {
        let name = destination.hasPrefix("/topic/") ? destination.dropFirst("/topic/".count) : destination[...]
        self.init(id: destination, title: name.isEmpty ? destination : String(name))
    }
}
