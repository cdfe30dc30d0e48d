import Community

/// What a chat with a community server knows and decides. It does nothing itself: each of its methods tells what to show
/// and what to do.
struct CommunityConversation: Sendable {
    /// What it needs to know of its surroundings.
    struct Terms: Sendable {
        /// The server's address, for sentences.
        var url: String
        /// What makes the connection less than safe.
        var warning: String?
        /// Makes identifiers: lower-case UUIDs.
        var makeID: @Sendable () -> String
        /// The messages kept of one thread.
        var timelineLimit = 5000
        /// The messages of one page.
        var pageSize = 50
        /// The pages a gap takes by itself before it is shown.
        var gapPages = 10
        /// The threads kept up to date with all their messages.
        var openThreads = 20
        /// Whether messages wait for a connection however long that takes; else they fail after a while.
        var waitsForConnection = true
    }

    /// Whether there is a session; if not, why.
    enum Link: Sendable, Equatable {
        case up
        case down(reason: String)
    }

    /// How long a message may take to come back.
    static let deliveryPatience = Duration.seconds(30)
    /// How long what changes often may gather before it is recorded.
    static let keepPause = Duration.milliseconds(300)
    /// How long an edit, a deletion or a reaction may take.
    static let commandPatience = Duration.seconds(15)

    let terms: Terms
    var viewer = Viewer()
    var link = Link.down(reason: "there is no connection yet")
    var hasBeenConnected = false

    var threads = ThreadBook()
    var listLoad: ThreadListLoad?
    var listRound = 0
    /// Messages of threads that the list, which is on its way, may name.
    var early: [ChatMessage.InThread] = []
    /// Threads being asked for one by one.
    var loadingThreads: Set<String> = []
    /// Threads that the person has asked to leave or delete: the event that tells of it may be faster than the answer.
    var parting: Set<String> = []

    var open: [String: OpenThread] = [:]
    /// The open threads, the latest last; it is on the screen.
    var openOrder: [String] = []
    var lastLoad = 0

    var outbox = Outbox()
    /// Threads of which the server takes no more messages for a moment.
    var resending: Set<String> = []
    var commands = PendingCommands()
    var marks = ReadMarks()
    var typing = TypingTable()
    var members = MemberBook()
    var workspaces: [Workspace]?
    var workspaceID: String?
    var seenEvents = RecentIDs(limit: 10_000)
    /// Whether there is a store.
    var isKept = false
    var drafts = DraftBook()
    /// Of which threads the person wants to be told everything.
    var watched = WatchedThreads()
    /// Threads with changes that are not recorded yet.
    var unrecorded: Set<String> = []
    /// Whether what has gathered is going to be recorded.
    var isKeeping = false
    /// Threads of which the server counts anew once it knows what was read without a connection.
    var recounting: Set<String> = []
    /// Events of a kind that this program does not know.
    var unknownEvents = 0

    init(_ terms: Terms) {
        self.terms = terms
    }

    var isConnected: Bool { link == .up }

    /// The threads of the list as a person sees them: of the workspace chosen, and of none.
    var shownThreads: [ChatThread] { threads.all.filter(isShown) }

    func isShown(_ thread: ChatThread) -> Bool {
        workspaceID == nil || thread.workspaceID == nil || thread.workspaceID == workspaceID
    }

    /// How a thread is told that has changed; nothing when it is not in the list.
    func shown(_ threadID: String) -> [ChatUpdate] {
        guard let thread = threads[threadID]?.shown, isShown(thread) else { return [] }
        return [.thread(thread)]
    }

    /// Changes an open thread in its place: a copy of its history would cost as much as the history is long.
    @discardableResult
    mutating func inOpen<Result>(_ threadID: String, _ body: (inout OpenThread) -> Result) -> Result? {
        guard let index = open.index(forKey: threadID) else { return nil }
        return body(&open.values[index])
    }

    func told(_ changes: [TimelineChange], in threadID: String) -> [ChatUpdate] {
        changes.map { .timeline(threadID: threadID, $0) }
    }

    func title(of threadID: String) -> String {
        threads[threadID].map { ForeignText($0.thread.title).description } ?? threadID
    }
}

extension ChatMessage {
    /// A message and where it belongs.
    struct InThread: Sendable {
        let threadID: String
        let message: ChatMessage
    }
}
