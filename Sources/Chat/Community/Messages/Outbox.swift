/// Messages of our own that the server has not confirmed, in the order they were written.
struct Outbox: Sendable {
    /// One of them.
    struct Post: Sendable, Equatable {
        enum State: Sendable, Equatable {
            /// Its files are being uploaded, or the members it mentions looked up.
            case preparing
            /// Waits for a session, or for the server to take more.
            case queued
            /// Sent as this command.
            case sent(commandID: String)
            case failed
        }

        /// The client's identifier, the same for every attempt.
        let id: String
        let threadID: String
        var text: String
        var replyTo: String?
        /// Paths of files to go with it.
        var files: [String] = []
        /// The server's identifiers of those that have been uploaded.
        var fileIDs: [String] = []
        var kind = ChatMessage.Kind.text
        var mentionIDs: [String] = []
        var state = State.preparing
        var refusalCount = 0

        /// Whether all it needs is with the server.
        var isPrepared: Bool { files.count == fileIDs.count }
    }

    /// The messages kept, at most.
    static let limit = 200
    /// How often the server may ask to try again before a message counts as failed.
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

    /// The message that was sent as this command.
    func post(commandID: String) -> Post? { posts.first { $0.state == .sent(commandID: commandID) } }

    func hasPosts(in threadID: String) -> Bool { posts.contains { $0.threadID == threadID } }

    /// What was sent may be lost with the connection: it is sent again with the next.
    mutating func interrupted() {
        for index in posts.indices {
            if case .sent = posts[index].state { posts[index].state = .queued }
        }
    }

    /// The messages ready to be sent, in order.
    func queued(in threadID: String? = nil) -> [Post] {
        posts.filter { $0.state == .queued && (threadID == nil || $0.threadID == threadID) }
    }
}
