import Chat
import ChatStore

/// Which messages `bobbin tail` prints of those that are there already, and whether it waits for more.
public struct TailRange: Sendable, Equatable {
    /// How many of the past.
    public enum Last: Sendable, Equatable {
        /// The newest so many of each thread.
        case count(Int)
        case all
        /// All whose identifier is this or greater.
        case from(id: String)
    }

    /// How many of the past; nil for what the rest says.
    public var last: Last?
    /// None that was written before.
    public var since: Moment?
    /// None that was written then or later; it ends at that time.
    public var until: Moment?
    /// Only those behind the message with this identifier.
    public var after: String?
    /// Whether it goes on with what is written from now on.
    public var follows: Bool

    /// Names a range; without anything it begins now.
    public init(
        last: Last? = nil,
        since: Moment? = nil,
        until: Moment? = nil,
        after: String? = nil,
        follows: Bool = true
    ) {
        self.last = last
        self.since = since
        self.until = until
        self.after = after
        self.follows = follows
    }

    /// What is printed of a thread's past, in milliseconds since 1970 and by identifier.
    struct Bounds: Sendable, Equatable {
        /// The newest so many of those that the rest takes; nil for all.
        var count: Int?
        var since: Int64?
        var until: Int64?
        /// The message behind which it begins.
        var after: MessagePosition?
        /// The first message.
        var from: MessagePosition?
        /// The same by identifiers, where those don't tell where a message stands.
        var afterID: String?
        var fromID: String?

        /// Whether nothing of the past is wanted.
        var isEmpty: Bool { count == 0 }
    }

    /// The number of messages where nothing says how many, as with `tail`.
    public static let usualCount = 10

    /// The same where identifiers don't tell where a message stands.
    ///
    /// - Parameter position: the identifier of the last message of the thread that was printed by an earlier run; empty
    ///   where there was none yet.
    func boundsByID(position: String?, since: Int64?, until: Int64?, follows: Bool) -> Bounds {
        if let position { return Bounds(until: until, afterID: position.isEmpty ? nil : position) }
        var bounds = bounds(after: nil, since: since, until: until, follows: follows)
        bounds.from = nil
        if case .from(let id) = last { bounds.fromID = id }
        bounds.afterID = after
        if after != nil, last == nil { bounds.count = nil }
        return bounds
    }

    /// - Parameters:
    ///   - position: the last message of the thread that was printed by an earlier run, which counts alone.
    ///   - after: where the message that it begins behind stands.
    ///   - follows: whether it goes on with what is written from now on.
    func bounds(
        position: MessagePosition? = nil,
        after: MessagePosition?,
        since: Int64?,
        until: Int64?,
        follows: Bool
    ) -> Bounds {
        if let position { return Bounds(until: until, after: position) }
        var bounds = Bounds(since: since, until: until, after: after)
        switch last {
        case .count(let count): bounds.count = count
        case .all: break
        case .from(let id): bounds.from = MessagePosition(messageID: id)
        case nil:
            // Where a beginning is named, all from there.
            if since == nil, after == nil { bounds.count = follows ? 0 : TailRange.usualCount }
        }
        return bounds
    }
}
