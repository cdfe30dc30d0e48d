/// A thread: with a broker, a destination.
public struct ChatThread: Sendable, Equatable, Identifiable {
    /// The destination.
    public var id: String
    /// What the list shows.
    public var title: String

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
