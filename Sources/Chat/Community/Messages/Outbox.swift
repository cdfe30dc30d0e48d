/// Messages of our own that the server has not confirmed, in the order they were written. In each thread one is on its
/// way at a time, so that the server gets them in this order too.
struct Outbox: Sendable {
    /// One of them.
    struct Post: Sendable, Equatable {
        enum State: Sendable, Equatable {
            /// Being written to the store; nobody sees it yet.
            case writing
            /// Waits for a session, for those before it, or for the server to take more.
            case queued
            /// Its files are being uploaded, or the members it mentions looked up.
            case preparing
            /// Sent as this command.
            case sent(commandID: String)
            case failed(reason: String)
        }

        /// The client's identifier, the same for every attempt.
        let id: String
        let threadID: String
        var text: String
        var replyTo: String?
        /// Paths of files to go with it.
        var files: [String] = []
        /// When it was written, in milliseconds since 1970.
        var time: Int64 = 0
        /// The server's identifiers of those that have been uploaded.
        var fileIDs: [String] = []
        var kind = ChatMessage.Kind.text
        var mentionIDs: [String] = []
        var state = State.queued
        /// Whether all it needs is with the server.
        var isPrepared = false
        var refusalCount = 0
        /// The last page that was asked for when the server said that it has the message already.
        var storedBefore: Int?

        var isFailed: Bool { if case .failed = state { true } else { false } }
        var isSent: Bool { if case .sent = state { true } else { false } }

        /// Whether it can only be sent once the network has been asked for more.
        var needsPreparation: Bool { !isPrepared && (!files.isEmpty || text.contains("@")) }
    }

    /// The messages kept, at most.
    static let limit = 1000
    /// How often the server may ask to try again before a message counts as failed, where it must not wait for long.
    static let refusalLimit = 4

    private(set) var posts: [Post] = []

    subscript(id: String) -> Post? {
        get { posts.first { $0.id == id } }
        set {
            guard let index = posts.firstIndex(where: { $0.id == id }) else {
                if let newValue { posts.append(newValue) }
                return
            }
            if let newValue { posts[index] = newValue } else { posts.remove(at: index) }
        }
    }

    var isFull: Bool { posts.count >= Self.limit }

    /// Puts in what was written before all that is here; what is here already stays.
    mutating func restore(_ earlier: [Post]) {
        posts.insert(contentsOf: earlier.filter { self[$0.id] == nil }, at: 0)
    }

    /// The message that was sent as this command.
    func post(commandID: String) -> Post? { posts.first { $0.state == .sent(commandID: commandID) } }

    func hasPosts(in threadID: String) -> Bool { posts.contains { $0.threadID == threadID } }

    func posts(in threadID: String) -> [Post] { posts.filter { $0.threadID == threadID } }

    /// The threads with messages in them, in the order of the oldest.
    var threadIDs: [String] {
        var seen: Set<String> = []
        return posts.map(\.threadID).filter { seen.insert($0).inserted }
    }

    /// What was sent may be lost with the connection: it is sent again with the next.
    mutating func interrupted() {
        for index in posts.indices where posts[index].isSent { posts[index].state = .queued }
    }

    /// The message to be sent next in a thread; nil while another one is on its way.
    func next(in threadID: String) -> Post? {
        guard let first = posts.first(where: { $0.threadID == threadID && !$0.isFailed }), first.state == .queued
        else { return nil }
        return first
    }
}
