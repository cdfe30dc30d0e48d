/// A row of a thread's history as the session knows it.
public enum TimelineItem: Sendable, Equatable, Identifiable {
    case message(ChatMessage)
    /// Messages are missing here; a person can ask for them by this identifier.
    case gap(id: String)
    /// Messages are missing here, and nobody has kept them.
    case lost(id: String)

    /// Unique within its thread.
    public var id: String {
        switch self {
        case .message(let message): message.id
        case .gap(let id), .lost(let id): id
        }
    }
}

/// A change of what is known of a thread's history, oldest first. Items keep their `id` while they are there.
public enum TimelineChange: Sendable, Equatable {
    /// All of it is this now. `hasOlder` tells whether the server has more before it.
    case replaced([TimelineItem], hasOlder: Bool)
    /// These come at the end. New ones that nobody has seen are live; what history brought is not.
    case appended([TimelineItem], isLive: Bool)
    /// These stand before the item named; before the first when it is nil, and then `hasOlder` may have changed.
    case inserted([TimelineItem], before: String?, hasOlder: Bool)
    /// The item with this identifier stands as this from now on, in its place: an edit, a deletion, a reaction, a delivery.
    case updated(id: String, TimelineItem)
    /// The item is gone: a gap that was filled, a message that moved (it is inserted again).
    case removed(id: String)
}
