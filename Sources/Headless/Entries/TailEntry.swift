import Chat

/// One thing that `bobbin tail` prints: a message, what became of one, or that some may be missing.
struct TailEntry: Sendable, Equatable {
    /// What is missing between two messages, as far as that is known.
    struct Gap: Sendable, Equatable {
        /// The identifiers of the messages around it.
        var after: String?
        var before: String?
        /// In milliseconds since 1970.
        var from: Int64?
        var to: Int64?
    }

    /// What it is about.
    enum Content: Sendable, Equatable {
        /// A message.
        case message
        /// The text of a message is another one now.
        case edit
        /// A message was deleted.
        case delete
        /// The reactions to a message are these now.
        case reactions
        /// Messages may be missing.
        case gap(Gap)
    }

    var content: Content
    /// The thread's identifier; with a broker its destination.
    var threadID: String
    /// What a community calls the thread; nil with a broker.
    var title: String?
    /// The message, or the one that something became of: then its `time` says when.
    var message: ChatMessage
    /// The sender's own identifier of it.
    var clientID: String?
    /// Where it stands in a stream.
    var offset: UInt64?

    init(_ content: Content, _ message: ChatMessage, threadID: String, title: String? = nil) {
        self.content = content
        self.threadID = threadID
        self.title = title
        self.message = message
    }

    /// Messages may be missing.
    init(_ gap: Gap, threadID: String, title: String? = nil) {
        self.init(
            .gap(gap),
            ChatMessage(id: "", sender: nil, text: "", time: gap.to ?? 0),
            threadID: threadID,
            title: title
        )
    }

    /// What names its place in its thread, for whoever goes on behind it.
    var place: String { offset.map(String.init) ?? message.id }

    /// What `type` says of it.
    var type: EntryType {
        switch content {
        case .message: .message
        case .edit: .edit
        case .delete: .delete
        case .reactions: .reactions
        case .gap: .gap
        }
    }
}

/// What a line is about, as JSON says it.
enum EntryType: String, Sendable {
    case message, edit, delete, reactions, gap
}
