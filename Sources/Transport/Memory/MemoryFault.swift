/// What can happen to a connection on the way.
public enum MemoryFault: Sendable {
    /// The peer sends nothing more, and says so.
    case endOfStream
    /// The connection is reset: reads end with an error behind what has arrived, writes at once.
    case reset
    /// Nothing passes any more in either direction and nobody is told: writes are accepted, nothing arrives.
    case halfOpen
}
