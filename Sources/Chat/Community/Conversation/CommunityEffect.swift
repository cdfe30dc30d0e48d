import ChatStore

/// What has to be done for a conversation: its values decide, the session does it.
enum CommunityEffect: Sendable, Equatable {
    /// Send a frame; nothing follows.
    case transmit(LiveCommand)
    /// Ask for a page of the thread list; `received(_:to:)` or `listFailed` follows.
    case loadThreads(ThreadListLoad.Request)
    /// Ask for one thread; `received(_ thread:)` or `threadFailed` follows.
    case loadThread(String)
    /// Ask for a page of messages; `loaded` or `loadFailed` follows.
    case loadMessages(HistoryLoad)
    /// Ask which workspaces there are.
    case loadWorkspaces
    /// Upload the files of a message and look up whom it mentions; `prepared` or `preparationFailed` follows.
    case prepare(Outbox.Post)
    /// Read stored messages; `read(_:for:)` follows.
    case readStored(StoredLoad)
    /// Write a message to the outbox, on disk; `queued` follows.
    case queue(OutboxEntry)
    /// Keep what has changed; nothing follows.
    case record([StoreChange])
    /// Change the reactions of a message that only the store may have; nothing follows.
    case recordReactions(StoredReactions)
    /// Call `fired` later; a timer of the same name is replaced.
    case schedule(CommunityTimer, after: Duration)
    case cancel(CommunityTimer)
    /// Worth a line in the log.
    case log(String)
}

/// A timer of a conversation.
enum CommunityTimer: Sendable, Hashable {
    /// The server may be told again how far the person has read.
    case readPause(threadID: String)
    /// The server may be told again that the person is writing.
    case typingPause(threadID: String)
    /// A member has not been reported as writing for a while.
    case typist(threadID: String, memberID: String)
    /// A message of our own should have come back by now.
    case delivery(postID: String)
    /// The server may take messages of this thread again.
    case resend(threadID: String)
    /// An edit, a deletion or a reaction should have come back by now.
    case command(id: String)
    /// The server may take the command again.
    case commandRetry(id: String)
    /// The list of threads is due again.
    case threadList
    /// The server's count of a thread is due again.
    case recount(threadID: String)
    /// What changes often is to be recorded now: drafts, and what is unread.
    case keep
}

/// A page of messages to ask for.
struct HistoryLoad: Sendable, Equatable {
    let threadID: String
    let purpose: Timeline.Purpose
    /// The message before which the page ends; nil begins with the newest.
    let before: String?
    /// Tells the request from all others.
    let number: Int
    /// How many pages before it, asked for one after another, had nothing on them.
    var emptyPages = 0
}

/// Stored messages to read.
struct StoredLoad: Sendable, Equatable {
    let threadID: String
    /// The position before which they end; nil reads the newest.
    let before: MessagePosition?
    let limit: Int
    /// Tells the request from all others.
    let number: Int
}

/// The reactions of a message, wherever it is.
struct StoredReactions: Sendable, Equatable {
    let threadID: String
    let messageID: String
    let reactions: [Reaction]
}

/// What follows from something that happened.
struct Outcome: Sendable, Equatable {
    var updates: [ChatUpdate] = []
    var effects: [CommunityEffect] = []

    static func += (left: inout Outcome, right: Outcome) {
        left.updates += right.updates
        left.effects += right.effects
    }

    static func + (left: Outcome, right: Outcome) -> Outcome {
        var sum = left
        sum += right
        return sum
    }
}
