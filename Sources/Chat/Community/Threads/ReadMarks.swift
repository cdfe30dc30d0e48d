/// When the server is told how far the person has read: at most once a second a thread, and only forward.
struct ReadMarks: Sendable {
    /// The time between two reports of one thread.
    static let pause = Duration.seconds(1)

    private struct Mark {
        /// Seen and not told yet.
        var waiting: String?
        var told: MessageOrdinal?
        var isPausing = false
    }

    private var marks: [String: Mark] = [:]

    /// A person has seen a message; the server is told at once if it was not just now.
    ///
    /// - Returns: the message to tell the server of.
    mutating func seen(_ messageID: String, in threadID: String) -> String? {
        var mark = marks[threadID] ?? Mark()
        defer { marks[threadID] = mark }
        let ordinal = MessageOrdinal(messageID)
        guard mark.told.map({ $0 < ordinal }) ?? true,
            mark.waiting.map({ MessageOrdinal($0) < ordinal }) ?? true
        else { return nil }
        if mark.isPausing {
            mark.waiting = messageID
            return nil
        }
        mark.told = ordinal
        mark.isPausing = true
        return messageID
    }

    /// A second has passed since the last report.
    ///
    /// - Returns: the message to tell the server of; the next pause begins with it.
    mutating func pauseEnded(in threadID: String) -> String? {
        guard let waiting = marks[threadID]?.waiting else {
            marks[threadID]?.isPausing = false
            return nil
        }
        marks[threadID]?.waiting = nil
        marks[threadID]?.told = MessageOrdinal(waiting)
        return waiting
    }

    /// A second has passed, and nothing can be told.
    mutating func endPause(in threadID: String) {
        marks[threadID]?.isPausing = false
    }

    /// What waits and must be told now, since there is no later.
    mutating func flush(_ threadID: String) -> String? {
        guard let waiting = marks[threadID]?.waiting else { return nil }
        marks[threadID]?.waiting = nil
        marks[threadID]?.told = MessageOrdinal(waiting)
        return waiting
    }

    /// There is no connection: what the person has seen is told later.
    mutating func hold(_ messageID: String, in threadID: String) {
        var mark = marks[threadID] ?? Mark()
        let ordinal = MessageOrdinal(messageID)
        guard mark.told.map({ $0 < ordinal }) ?? true,
            mark.waiting.map({ MessageOrdinal($0) < ordinal }) ?? true
        else { return }
        mark.waiting = messageID
        marks[threadID] = mark
    }

    /// Threads in which something waits to be told, in a fixed order.
    var waitingThreads: [String] { marks.filter { $0.value.waiting != nil }.keys.sorted() }

    mutating func forget(_ threadID: String) {
        marks[threadID] = nil
    }
}
