import Chat

/// Fills a buffer with the lines of messages that are new, each once, up to the number that is wanted.
struct ThreadPrinter {
    /// What is to be written.
    var buffer: [UInt8] = []
    /// The threads that are printed.
    private(set) var threads: [ChatThread] = []

    private let lines: MessageLines
    private var left: Int?
    /// Threads whose history has come: what comes later is new.
    private var loaded: Set<String> = []
    private var seen = SeenMessages()

    init(_ settings: TailSettings) {
        lines = MessageLines(form: settings.form, reader: settings.reader)
        left = settings.count
    }

    /// Whether all that is wanted has been put into the buffer.
    var isComplete: Bool { left == 0 }

    /// Whether the history of every thread has come.
    var isLoaded: Bool { threads.allSatisfy { loaded.contains($0.id) } }

    mutating func add(_ thread: ChatThread) {
        if !threads.contains(where: { $0.id == thread.id }) { threads.append(thread) }
    }

    mutating func rename(_ thread: ChatThread) {
        guard let index = threads.firstIndex(where: { $0.id == thread.id }) else { return }
        threads[index] = thread
    }

    /// Forgets a thread; returns its title if it was there.
    mutating func remove(_ threadID: String) -> String? {
        guard let index = threads.firstIndex(where: { $0.id == threadID }) else { return nil }
        return threads.remove(at: index).title
    }

    /// Takes a change of a thread's history; returns whether it was the first of its thread.
    mutating func take(_ change: TimelineChange, of threadID: String) -> Bool {
        guard let thread = threads.first(where: { $0.id == threadID }) else { return false }
        let items: [TimelineItem]
        switch change {
        case .replaced(let all, _): items = all
        case .appended(let new, _): items = new
        // Nobody asks for older ones here, so what is inserted was missed.
        case .inserted(let missed, _, _): items = missed
        case .updated, .removed: return false
        }
        let isFirst = loaded.insert(threadID).inserted
        for case .message(let message) in items {
            guard seen.insert("\(threadID)/\(message.serverID ?? message.id)"), !isFirst, !isComplete else { continue }
            guard !message.isDeleted, !message.isBlocked else { continue }
            lines.append(message, of: thread, to: &buffer)
            left = left.map { $0 - 1 }
        }
        return isFirst
    }
}

/// The messages that have been there lately; of the very old ones none comes again.
struct SeenMessages {
    private static let limit = 10_000
    private var ids: Set<String> = []
    private var order: [String] = []
    private var oldest = 0

    /// Notes a message; returns whether it is new.
    mutating func insert(_ id: String) -> Bool {
        guard ids.insert(id).inserted else { return false }
        if order.count < SeenMessages.limit {
            order.append(id)
        } else {
            ids.remove(order[oldest])
            order[oldest] = id
            oldest = (oldest + 1) % SeenMessages.limit
        }
        return true
    }
}
